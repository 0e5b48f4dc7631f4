import { type Browser, expect, type Page, test } from '@playwright/test';
import { expectAccessible } from './accessibility.ts';
import { chooseNextSave } from './own-record.ts';
import { expectLoaded, expectNoSidewaysScroll } from './person.ts';
import { enterAsMember, ScoringOffice } from './scoring-office.ts';

async function press(page: Page, ...keys: readonly string[]): Promise<void> {
  for (const key of keys) await page.keyboard.press(key);
}

const status = (page: Page) => page.getByRole('status');
const caller = (page: Page, name: string) => page.getByText(new RegExp(`^${name} ·`));
/** Keys of a call that staff answered well: a new patient who did not book. */
const wellAnswered = ['1', '1', '1', '1', '1', '1', '1', '2'] as const;

const pageOfOther = async (browser: Browser, viewport = { width: 1440, height: 900 }) =>
  (await browser.newContext({ viewport, reducedMotion: 'reduce' })).newPage();

const openQuality = async (page: Page) => {
  await page.getByRole('link', { name: 'Quality', exact: true }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Quality' })).toBeVisible();
};

async function scoreTwice(browser: Browser, office: ScoringOffice, nora: Page): Promise<Page> {
  await enterAsMember(nora, await office.addMember('Nora'));
  await chooseNextSave(office.idOf('Nora'));
  await press(nora, 'Enter');
  await expect(caller(nora, 'Ann First')).toBeVisible();
  await press(nora, ...wellAnswered, 'Enter');
  await expect(nora.getByRole('heading', { name: 'No call waits' })).toBeVisible();

  const omar = await pageOfOther(browser);
  await enterAsMember(omar, await office.addMember('Omar'));
  await expect(omar.getByText('1 call waits. You scored 0 today.')).toBeVisible();
  await press(omar, 'Enter');
  await expect(caller(omar, 'Ann First')).toBeVisible();
  await expect(status(omar)).toHaveText('Nothing scored, no other call waits');
  await press(omar, ...wellAnswered);
  await press(omar, 'g', '2', 'Enter');
  await expect(omar.getByRole('heading', { name: 'No call waits' })).toBeVisible();
  return omar;
}

test('I decide between two scores of a call', async ({ page, browser }) => {
  const office = await ScoringOffice.open('Ann First');
  await scoreTwice(browser, office, page);
  const lead = await pageOfOther(browser);
  await enterAsMember(lead, await office.addMember('Lea', 'scoring-lead'));
  await openQuality(lead);
  await expect(
    lead.getByText('1 call was scored by two people. 1 difference waits for a lead.'),
  ).toBeVisible();
  await expect(lead.getByRole('table', { name: 'Agreement by pair' })).toContainText('We do not know yet');
  await expectLoaded(lead);
  await expectAccessible(lead);

  await lead.getByRole('button', { name: /^Compare the scores of Quill Dental/ }).click();
  const drawer = lead.getByRole('dialog', { name: 'Two scores of one call' });
  const field = drawer.getByRole('radiogroup', { name: 'Good first impression' });
  await expect(field.getByRole('radio', { name: 'Yes' })).toBeChecked();
  await expectAccessible(lead);
  await field.getByRole('radio', { name: 'No' }).check();
  await drawer.getByRole('button', { name: 'Correct the score' }).click();
  await expect(drawer).toBeHidden();
  await expect(lead.getByText('1 call was scored by two people. Nothing waits.')).toBeVisible();
  await lead.getByRole('button', { name: 'Decided' }).click();
  await expect(lead.getByText('Nora and Omar · Quill Dental')).toBeVisible();
});

test('I keep a score that a lead returned to me', async ({ page, browser }) => {
  const office = await ScoringOffice.open('Ann First');
  const omar = await scoreTwice(browser, office, page);
  const lead = await pageOfOther(browser, { width: 390, height: 844 });
  await enterAsMember(lead, await office.addMember('Lea', 'scoring-lead'));
  await openQuality(lead);
  await expectNoSidewaysScroll(lead);
  await lead.getByRole('button', { name: /^Compare the scores of Quill Dental/ }).click();
  await lead.getByRole('button', { name: 'Return to Nora' }).click();
  await lead
    .getByRole('textbox', { name: 'What should Nora look at?' })
    .fill('Listen to the greeting again.');
  await expectNoSidewaysScroll(lead);
  await lead.getByRole('button', { name: 'Return it' }).click();
  await lead.getByRole('button', { name: 'Returned' }).click();
  await expect(lead.getByText('Nora and Omar · Quill Dental')).toBeVisible();

  await page.goto('/scoring');
  await openQuality(page);
  await expect(page.getByText('Listen to the greeting again.')).toBeVisible();
  await expect(page.getByText('Good first impression: you Yes, a colleague No')).toBeVisible();
  await expect(page.getByText('Omar')).toHaveCount(0);
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Keep my score' }).click();
  await page
    .getByRole('textbox', { name: 'Why is your score right?' })
    .fill('She was warm from the first word.');
  await page.getByRole('button', { name: 'Send' }).click();
  await expect(page.getByRole('heading', { name: 'Returned to you' })).toBeHidden();
  await omar.goto('/scoring/quality');
  await expect(omar.getByRole('heading', { name: 'Your scores' })).toBeVisible();
  await expect(omar.getByRole('heading', { name: 'By person' })).toHaveCount(0);
});
