import { type Browser, expect, type Locator, type Page, test } from '@playwright/test';
import { expectAccessible } from './accessibility.ts';
import { addLead, enterAsLead, openScoredOffice } from './own-lead.ts';
import type { OwnOffice } from './own-office.ts';
import { expectLoaded, expectNoSidewaysScroll, newestMessage } from './person.ts';
import { detailsOf } from './resolving.ts';

const phone = { width: 390, height: 844 };
const scoreOf = (details: Locator) => details.getByRole('region', { name: 'Score', exact: true });

async function dispute(details: Locator): Promise<void> {
  const score = scoreOf(details);
  await score.getByRole('button', { name: 'This score is wrong' }).click();
  await score.getByLabel('What is wrong?').selectOption({ label: 'Asked for appointment' });
  await score.getByLabel('What would be right?').selectOption('Yes');
  await score.getByLabel('Why?').fill('Maria asks when she can come.');
  await score.getByLabel('Where in the recording?').fill('0:01');
  await score.getByRole('button', { name: 'Send' }).click();
  await expect(score.getByRole('list', { name: 'Disputes' })).toContainText('Waits for the provider');
}

async function openCall(page: Page, office: OwnOffice, index = 0): Promise<Locator> {
  await office.enter(page, `/scoreboard/${office.callId(index)}?tab=all-calls&outcome=all+calls`);
  return detailsOf(page);
}

async function leadOf(browser: Browser, office: OwnOffice): Promise<Page> {
  const page = await (await browser.newContext({ reducedMotion: 'reduce' })).newPage();
  await enterAsLead(page, await addLead(office, 'Lea'), '/scoring/disputes');
  await expect(page.getByRole('heading', { level: 1, name: 'Disputes' })).toBeVisible();
  return page;
}

test('I say that a score is wrong, and hear what was decided', async ({ browser, page }) => {
  const office = await openScoredOffice('Ann Wrong', 'Bo Wrong');
  const details = await openCall(page, office);
  const score = scoreOf(details);

  await score.getByRole('button', { name: 'This score is wrong' }).click();
  await expect(score.getByLabel('What is wrong?')).toBeFocused();
  await score.getByRole('button', { name: 'Send' }).click();
  await expect(score.getByText('Choose what is wrong.')).toBeVisible();
  await expect(score.getByText('Say why, in at least 10 characters.')).toBeVisible();
  await score.getByLabel('What is wrong?').selectOption({ label: 'Asked for appointment' });
  await expect(score.getByText('The score says: No')).toBeVisible();
  await expectAccessible(page);
  await score.getByRole('button', { name: 'Cancel' }).click();
  await page.getByRole('button', { name: 'Discard changes' }).click();
  await expect(score.getByRole('button', { name: 'This score is wrong' })).toBeFocused();

  // one open dispute for a field; it can be withdrawn
  await dispute(details);
  const history = details.getByRole('list', { name: 'History, newest first' });
  await expect(history).toContainText('Score disputed by Nora Quill');
  await score.getByRole('button', { name: 'This score is wrong' }).click();
  await expect(
    score.getByLabel('What is wrong?').getByRole('option', { name: 'Asked for appointment' }),
  ).toHaveCount(0);
  await score.getByRole('button', { name: 'Cancel' }).click();
  await score.getByRole('button', { name: 'Withdraw: Asked for appointment' }).click();
  await expect(history).toContainText('Dispute withdrawn by Nora Quill');
  await expect(score.getByRole('list', { name: 'Disputes' })).toBeHidden();
  await dispute(details);
  await expectLoaded(page);
  await expectAccessible(page);

  const lead = await leadOf(browser, office);
  await lead.getByRole('button', { name: /Asked for appointment/ }).click();
  const inbox = lead.getByRole('dialog', { name: 'Dispute' });
  await inbox.getByRole('button', { name: 'Decline' }).click();
  await inbox.getByLabel('Why does the score stay?').fill('The caller asks first.');
  await inbox.getByRole('button', { name: 'Decline' }).click();
  await expect(lead.getByText('No dispute waits.')).toBeVisible();

  // the mail names neither caller nor reason, and the strip leads to the call
  await page.goto('/scoreboard');
  await page.getByRole('link', { name: '1 answered dispute' }).click();
  await expect(scoreOf(detailsOf(page))).toContainText('The caller asks first.');
  await expect(history).toContainText('Score kept by The provider’s team');
  await scoreOf(details).getByRole('button', { name: 'Answer: Asked for appointment' }).click();
  await scoreOf(details).getByLabel('Your answer').fill('We see it otherwise.');
  await expectAccessible(page);
  await scoreOf(details).getByRole('button', { name: 'Send answer' }).click();
  await expect(history).toContainText('Decision answered by Nora Quill');
  await expect(scoreOf(details).getByRole('button', { name: /^Answer/ })).toHaveCount(0);
  const { link } = await newestMessage(page, `${office.id}@own.example`);
  expect(link).toContain(`/scoreboard/${office.callId()}`);
  await page.goto('/scoreboard');
  await expect(page.getByRole('heading', { level: 1, name: 'Scoreboard' })).toBeVisible();
  await expectLoaded(page);
  await expect(page.getByRole('link', { name: /answered dispute/ })).toHaveCount(0);

  await page.setViewportSize(phone);
  await page.goto(`/scoreboard/${office.callId(1)}?tab=all-calls&outcome=all+calls`);
  await dispute(detailsOf(page));
  await expectNoSidewaysScroll(page);
  await lead.close();

  await page.goto('/settings');
  const alert = page.getByRole('switch', { name: 'Dispute Answered by email' });
  await expect(alert).toBeChecked();
  await alert.click({ force: true });
  await expect(page.getByText('Dispute Answered is off.')).toBeVisible();
  await page.reload();
  await expect(alert).not.toBeChecked();
});

test('I decide a dispute', async ({ browser, page }) => {
  const office = await openScoredOffice('Cy Wrong');
  const own = await (await browser.newContext({ reducedMotion: 'reduce' })).newPage();
  const details = await openCall(own, office);
  await dispute(details);

  await enterAsLead(page, await addLead(office, 'Lou'), '/scoring');
  await page.getByRole('link', { name: 'Disputes' }).click();
  await expect(page.getByText('1 dispute waits for a decision.')).toBeVisible();
  await expectLoaded(page);
  await expectAccessible(page);
  await page.getByRole('button', { name: /Asked for appointment/ }).click();
  const drawer = page.getByRole('dialog', { name: 'Dispute' });
  await expect(drawer).toContainText('Maria asks when she can come. (at 0:01 of the recording)');
  await expect(drawer.getByRole('region', { name: 'Rubric' })).toContainText('Does not count');
  await drawer.getByRole('button', { name: 'Play' }).click();
  await expect(drawer.getByRole('button', { name: 'Pause' })).toBeVisible();
  await expectAccessible(page);

  await drawer.getByRole('button', { name: 'Accept' }).click();
  await expect(drawer.getByLabel('Asked for appointment')).toHaveValue('yes');
  await drawer.getByLabel('Correct another field, too').selectOption({ label: 'Good first impression' });
  await drawer.getByLabel('Good first impression').selectOption('No');
  await expectAccessible(page);
  await drawer.getByRole('button', { name: 'Correct the score' }).click();
  await expect(page.getByText('No dispute waits.')).toBeVisible();
  await expect(page.getByRole('region', { name: 'Last 90 days' })).toContainText('1 minute');
  await page.getByText('Decided', { exact: true }).click();
  await expect(page.getByRole('button', { name: /Asked for appointment/ })).toContainText('Accepted');

  await expect(scoreOf(details)).toContainText('Thank you for telling us.');
  await expect(details.getByRole('list', { name: 'History, newest first' })).toContainText(
    'Score corrected by The provider’s team',
  );
  await own.close();
});
