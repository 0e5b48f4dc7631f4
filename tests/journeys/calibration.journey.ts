import { type Browser, expect, type Page, test } from '@playwright/test';
import { expectAccessible } from './accessibility.ts';
import { expectLoaded, expectNoSidewaysScroll } from './person.ts';
import { enterAsMember, ScoringOffice } from './scoring-office.ts';

async function press(page: Page, ...keys: readonly string[]): Promise<void> {
  for (const key of keys) await page.keyboard.press(key);
}

/** Keys of a call that staff answered well: a new patient who did not book. */
const wellAnswered = ['1', '1', '1', '1', '1', '1', '1', '2'] as const;

const pageOfOther = async (browser: Browser, viewport = { width: 1440, height: 900 }) =>
  (await browser.newContext({ viewport, reducedMotion: 'reduce' })).newPage();

const currentField = (page: Page) => page.getByText('Who answered', { exact: true }).first();

/** Goes to the control with Tab and presses Enter. */
async function pressByKeyboard(page: Page, role: 'button' | 'link', name: string | RegExp): Promise<void> {
  const control = page.getByRole(role, { name }).first();
  await expect(control).toBeVisible();
  await control.focus();
  await page.keyboard.press('Enter');
}

async function scoreSet(page: Page, answers: readonly (readonly string[])[]): Promise<void> {
  await expect(page.getByText(/^Calibration: 2 of 2 left$/)).toBeVisible();
  await pressByKeyboard(page, 'link', 'Score them: November: price questions');
  await expect(page.getByRole('heading', { level: 1, name: 'Calibration' })).toBeVisible();
  for (const [place, keys] of answers.entries()) {
    await expect(page.getByRole('status')).toHaveText(
      place === 0 ? 'Nothing scored, next call is ready' : '1 call scored, no other call waits',
    );
    await expect(currentField(page)).toBeVisible();
    await press(page, ...keys, 'Enter');
  }
  await expect(page.getByRole('heading', { name: 'You have scored this set' })).toBeVisible();
}

test('I see where my scorers differ, and play the second', async ({ page, browser }) => {
  const office = await ScoringOffice.open('Ann First', 'Bob Second');
  const lead = page;
  await enterAsMember(lead, await office.addMember('Lea', 'scoring-lead'));
  const [noraEmail, omarEmail] = [await office.addMember('Nora'), await office.addMember('Omar')];

  await pressByKeyboard(lead, 'link', 'Calibration');
  await lead.getByRole('textbox', { name: 'New set' }).focus();
  await lead.keyboard.type('November: price questions');
  await lead.keyboard.press('Enter');
  await expect(lead.getByRole('heading', { level: 1, name: 'November: price questions' })).toBeVisible();
  await lead.getByRole('textbox', { name: 'By id or link' }).focus();
  await lead.keyboard.type(
    `${office.id}-call-0, http://localhost/scoring/call?call=${office.id}-call-1 none`,
  );
  await pressByKeyboard(lead, 'button', 'Add these calls');
  await expect(lead.getByText('none: There is no such call in your accounts.')).toBeVisible();
  await expect(lead.getByRole('listitem').filter({ hasText: 'Quill Dental' })).toHaveCount(2);
  await expect(lead.getByRole('checkbox', { name: 'Nora' })).toBeChecked();
  // people of the demo work for all accounts
  for (const name of ['Imani Brooks', 'Rafael Ortega']) {
    await lead.getByRole('checkbox', { name }).focus();
    await lead.keyboard.press('Space');
  }
  await expectLoaded(lead);
  await expectAccessible(lead);
  await lead.getByRole('textbox', { name: 'By id or link' }).fill('');
  await pressByKeyboard(lead, 'button', 'Start');
  await expect(lead.getByText('Answers stay hidden until the set is closed, also from you.')).toBeVisible();

  const nora = await pageOfOther(browser);
  await enterAsMember(nora, noraEmail);
  await scoreSet(nora, [[...wellAnswered, 'g', '2', 'm'], [...wellAnswered]]);
  const omar = await pageOfOther(browser);
  await enterAsMember(omar, omarEmail);
  await scoreSet(omar, [[...wellAnswered], [...wellAnswered]]);
  await omar.goto('/scoring');
  await expect(omar.getByText(/^Calibration: /)).toHaveCount(0);
  await expect(omar.getByText('2 calls wait', { exact: false })).toBeVisible();

  await lead.reload();
  await pressByKeyboard(lead, 'link', 'Score them: November: price questions');
  await expect(lead.getByRole('status')).toHaveText('Nothing scored, next call is ready');
  await press(lead, ...wellAnswered, 'Enter');
  await expect(lead.getByRole('status')).toHaveText('1 call scored, no other call waits');
  await press(lead, ...wellAnswered, 'Enter');
  await expect(lead.getByRole('heading', { name: 'You have scored this set' })).toBeVisible();
  await pressByKeyboard(lead, 'link', 'Scoring');
  await pressByKeyboard(lead, 'link', 'Calibration');
  await pressByKeyboard(lead, 'link', 'November: price questions');
  await expect(
    lead.getByText('Everybody has scored the calls. Close the set to see the answers.'),
  ).toBeVisible();
  await expectAccessible(lead);
  await pressByKeyboard(lead, 'button', 'Close the set');
  await lead.keyboard.press('Enter');

  await expect(lead.getByText('2 calls, with differences in 1.')).toBeVisible();
  const differences = lead.getByRole('table', { name: /^Differences in Quill Dental/ });
  await expect(differences).toContainText('Good first impression');
  await expectLoaded(lead);
  await expectAccessible(lead);
  await pressByKeyboard(lead, 'button', /^Play at 0:0\d: Nora, Good first impression$/);
  const player = lead.getByRole('region', { name: /^Recording of Quill Dental/ });
  await expect(player.getByRole('button', { name: 'Pause' })).toBeVisible();
  await pressByKeyboard(lead, 'button', 'Add note about Good first impression');
  const dialog = lead.getByRole('dialog', { name: 'Good first impression' });
  await dialog.getByRole('textbox', { name: 'Note for the scorers' }).fill('She never said her name.');
  await expectAccessible(lead);
  await pressByKeyboard(lead, 'button', 'Save');
  await expect(differences).toContainText('She never said her name.');

  await nora.goto('/scoring');
  await pressByKeyboard(nora, 'link', 'See your differences');
  await expect(nora.getByText('Your answers differ in 1 call.')).toBeVisible();
  await expect(nora.getByText('2 of 2 others said Yes.')).toBeVisible();
  await expect(nora.getByText('She never said her name.')).toBeVisible();
  await expect(nora.getByText('Omar')).toHaveCount(0);
  await expectLoaded(nora);
  await expectAccessible(nora);
  await nora.setViewportSize({ width: 390, height: 844 });
  await expectNoSidewaysScroll(nora);
  await lead.setViewportSize({ width: 390, height: 844 });
  await expectNoSidewaysScroll(lead);
});

test('what I typed about a call of a set survives a reload, and I can take a save back', async ({
  page,
  browser,
}) => {
  const office = await ScoringOffice.open('Ann First', 'Bob Second');
  const lead = await pageOfOther(browser, { width: 390, height: 844 });
  await enterAsMember(lead, await office.addMember('Lea', 'scoring-lead'));
  const email = await office.addMember('Nora');
  await lead.goto('/scoring/calibration');
  await lead.getByRole('textbox', { name: 'New set' }).fill('November: price questions');
  await lead.getByRole('button', { name: 'Make it' }).click();
  await lead.getByRole('textbox', { name: 'By id or link' }).fill(`${office.id}-call-0 ${office.id}-call-1`);
  await lead.getByRole('button', { name: 'Add these calls' }).click();
  await expect(lead.getByRole('listitem').filter({ hasText: 'Quill Dental' })).toHaveCount(2);
  await expectNoSidewaysScroll(lead);
  await lead.getByRole('button', { name: 'Start', exact: true }).click();
  await expect(lead.getByRole('button', { name: 'Close the set' })).toBeVisible();
  await expectNoSidewaysScroll(lead);

  await enterAsMember(page, email);
  await pressByKeyboard(page, 'link', 'Score them: November: price questions');
  await expect(page.getByRole('status')).toHaveText('Nothing scored, next call is ready');
  const number = page.getByText(/^\+1 \(303\) 555-01/);
  const later = await number.innerText();
  await press(page, 'k');
  await expect(number).not.toHaveText(later);
  await press(page, '1');
  const answer = page
    .getByRole('group', { name: 'Answered by, required' })
    .getByRole('button', { name: 'Staff', exact: true });
  await expect(answer).toHaveAttribute('aria-pressed', 'true');
  await page.reload();
  await expect(answer).toHaveAttribute('aria-pressed', 'true');
  await press(page, ...wellAnswered.slice(1), 'Enter');
  await expect(page.getByRole('status')).toHaveText('1 call scored, no other call waits');
  await expect(number).toHaveText(later);
  await press(page, 'z');
  await expect(number).not.toHaveText(later);
  await expect(answer).toHaveAttribute('aria-pressed', 'true');
  await press(page, 'Enter');
  await expect(number).toHaveText(later);
  await expect(page.getByRole('status')).toHaveText('1 call scored, no other call waits');
  await press(page, ...wellAnswered, 'Enter');
  await expect(page.getByRole('heading', { name: 'You have scored this set' })).toBeVisible();
});
