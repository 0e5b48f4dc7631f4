import { expect, type Page, test } from '@playwright/test';
import { expectAccessible } from './accessibility.ts';
import { expectLoaded, expectNoSidewaysScroll } from './person.ts';
import { enterAgain, enterAsMember, ScoringOffice } from './scoring-office.ts';

async function press(page: Page, ...keys: string[]): Promise<void> {
  for (const key of keys) await page.keyboard.press(key);
}

const field = (page: Page, name: string) => page.getByRole('group', { name, exact: true });
const status = (page: Page) => page.getByRole('status');
const player = (page: Page) => page.getByRole('group', { name: 'Recording' });
const caller = (page: Page, name: string) => page.getByText(new RegExp(`^${name} ·`));

/** Keys of a call that staff answered well: a new patient who did not book. */
const wellAnswered = ['1', '1', '1', '1', '1', '1', '1', '2'] as const;

test('I score calls without touching the mouse', async ({ page }) => {
  const office = await ScoringOffice.open('Ann First', 'Bo Second', 'Cy Third');
  await enterAsMember(page, await office.addMember('Nora'));
  await expect(page.getByText('3 calls wait. You scored 0 today.')).toBeVisible();
  await expect(page.getByRole('row').filter({ hasText: 'Quill Dental' })).toContainText('3');
  await expectLoaded(page);
  await expectAccessible(page);

  await press(page, 'Enter');
  await expect(caller(page, 'Ann First')).toBeVisible();
  await expect(status(page)).toHaveText('Nothing scored, next call is ready');
  await expect(player(page).getByRole('button', { name: 'Pause' })).toBeVisible();
  await expect(field(page, 'Answered by, required')).toBeFocused();
  await expectAccessible(page);

  await press(page, '1', 'Enter');
  await expect(field(page, 'Patient type, required')).toBeFocused();
  await expect(page.getByText('Choose the patient type.')).toBeVisible();
  await press(page, 't', '1');
  await expect(page.getByRole('button', { name: 'Change Staff member: Jo Desk' })).toBeVisible();
  await press(page, 'p', ...wellAnswered.slice(2));

  await press(page, 'v', 'v');
  await page.keyboard.type('Moonlight whitening');
  await expect(page.getByRole('option', { name: 'Add “Moonlight whitening” new' })).toBeVisible();
  await expectAccessible(page);
  await press(page, 'Enter', 'Escape', 'm');
  await expect(
    field(page, 'Services').getByRole('button', { name: /^Services at 0:0\d: play/ }),
  ).toBeVisible();
  await expect(status(page)).toHaveText(/^Marked at 0:0\d: Services$/);
  await press(page, 'j');
  await page.keyboard.type('Ann asked about whitening.');
  await expect(field(page, 'Call summary').getByRole('textbox')).toHaveValue('Ann asked about whitening.');
  await press(page, 'Escape', 'Enter');

  await expect(caller(page, 'Bo Second')).toBeVisible();
  await expect(status(page)).toHaveText('1 call scored, next call is ready');
  await page.reload();
  await expect(status(page)).toHaveText('1 call scored, next call is ready');
  await press(page, 'z');
  await expect(caller(page, 'Ann First')).toBeVisible();
  await expect(field(page, 'Call summary').getByRole('textbox')).toHaveValue('Ann asked about whitening.');
  await press(page, 'Enter');
  await expect(caller(page, 'Bo Second')).toBeVisible();
  await press(page, 'k');
  await expect(page.getByRole('dialog', { name: 'Skip this call' })).toBeVisible();
  await expectAccessible(page);
  await press(page, '3');
  await expect(caller(page, 'Cy Third')).toBeVisible();
  await expect(status(page)).toHaveText('1 call scored, no other call waits');
  await press(page, '3', '2', 'Enter');
  await expect(page.getByRole('heading', { name: 'No call waits' })).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('link', { name: 'Scoring' }).last().press('Enter');
  await expect(page.getByText('1 call waits. You scored 2 today.')).toBeVisible();
});

test('My typed score survives a reload, a lost connection and the end of my session', async ({ page }) => {
  const office = await ScoringOffice.open('Ann First', 'Bo Second', 'Cy Third');
  const email = await office.addMember('Nora');
  await enterAsMember(page, email);
  await press(page, 'Enter');
  await expect(status(page)).toHaveText('Nothing scored, next call is ready');
  await press(page, '1', 'n');
  await page.keyboard.type('!');
  const name = field(page, 'Caller name').getByRole('textbox');
  await expect(name).toHaveValue('Ann First!');
  await page.reload();
  await expect(name).toHaveValue('Ann First!');
  await expect(field(page, 'Staff member')).toBeFocused();

  // without a connection the next call is shown all the same, and the score waits in the browser
  await expect(status(page)).toHaveText('Nothing scored, next call is ready');
  await page.context().setOffline(true);
  await press(page, ...wellAnswered.slice(1), 'Enter');
  await expect(caller(page, 'Bo Second')).toBeVisible();
  await expect(status(page)).toHaveText('1 score saved here, not yet sent');
  await press(page, '3');
  await page.context().setOffline(false);
  await expect(status(page)).toHaveText('1 call scored, next call is ready');

  await page.evaluate(() => localStorage.removeItem('mailcall.session'));
  await page.reload();
  await enterAgain(page, email);
  await expect(caller(page, 'Bo Second')).toBeVisible();
  await expect(
    field(page, 'Answered by, required').getByRole('button', { name: 'Voicemail' }),
  ).toHaveAttribute('aria-pressed', 'true');
});

test('Two of us never get the same call, and a closed tab gives its calls back', async ({
  page,
  browser,
}) => {
  const office = await ScoringOffice.open('Ann First', 'Bo Second', 'Cy Third');
  await enterAsMember(page, await office.addMember('Nora'));
  await press(page, 'Enter');
  await expect(caller(page, 'Ann First')).toBeVisible();
  await expect(status(page)).toHaveText('Nothing scored, next call is ready');

  const context = await browser.newContext();
  const other = await context.newPage();
  await enterAsMember(other, await office.addMember('Omar'));
  await expect(other.getByText('2 calls are being scored now.')).toBeVisible();
  await press(other, 'Enter');
  await expect(caller(other, 'Cy Third')).toBeVisible();
  await expect(status(other)).toHaveText('Nothing scored, no other call waits');

  await page.goto('about:blank');
  await press(other, '3', '2', 'Enter');
  await expect(caller(other, 'Ann First')).toBeVisible();
  await context.close();
});

test('I hear in my office the pieces that a scorer marked', async ({ page, browser }) => {
  const office = await ScoringOffice.open('Ann First');
  await enterAsMember(page, await office.addMember('Nora'));
  await press(page, 'Enter');
  await expect(caller(page, 'Ann First')).toBeVisible();
  await press(page, ...wellAnswered, 'm', 'Enter');
  await expect(page.getByRole('heading', { name: 'No call waits' })).toBeVisible();

  const context = await browser.newContext();
  const desk = await context.newPage();
  await desk.goto(`/scoreboard/${office.id}-call-0`);
  await enterAgain(desk, await office.addPerson('Flo'));
  const details = desk.getByRole('dialog', { name: 'Call Details' });
  await expect(details.getByText(/^Scored by the provider’s team on /)).toBeVisible();
  const mark = details.getByRole('button', { name: /^Needs follow-up at 0:0\d$/ });
  await expect(mark).toBeVisible();
  await expectLoaded(desk);
  await expectAccessible(desk);
  await mark.click();
  await expect(details.getByRole('button', { name: 'Pause' })).toBeVisible();
  await context.close();
});

test('I score a call on my phone', async ({ browser }) => {
  const office = await ScoringOffice.open('Ann First', 'Bo Second');
  const context = await browser.newContext({
    viewport: { width: 390, height: 844 },
    hasTouch: true,
    isMobile: true,
    reducedMotion: 'reduce',
  });
  const page = await context.newPage();
  await enterAsMember(page, await office.addMember('Nora'));
  await page.getByRole('button', { name: 'Score the next call' }).tap();
  await expect(caller(page, 'Ann First')).toBeVisible();
  await expectNoSidewaysScroll(page);
  await expectAccessible(page);
  const answer = (group: string, option: string) =>
    field(page, `${group}, required`).getByRole('button', { name: option, exact: true });
  const box = await answer('Answered by', 'Voicemail').boundingBox();
  expect(box?.height).toBeGreaterThanOrEqual(44);
  await answer('Answered by', 'Voicemail').tap();
  await answer('Left a message', 'No').tap();
  await expectNoSidewaysScroll(page);
  await page.getByRole('button', { name: /^Save/ }).tap();
  await expect(caller(page, 'Bo Second')).toBeVisible();
  await context.close();
});

test('I take the model’s suggestion for a field with one key, and correct another', async ({
  page,
  browser,
}) => {
  const office = await ScoringOffice.open('Ann First');
  await office.transcribe(0, 'Quill Dental, this is Maria.', 'Hi, how much is a cleaning?');
  await office.askModel([
    { field: 'answeredBy', value: 'Staff', quotation: 'Quill Dental, this is Maria' },
    { field: 'handler', value: { id: null, name: 'Jo Desk' }, quotation: 'this is Maria' },
    { field: 'services', value: [{ id: null, name: 'Cleaning', acceptance: null }], quotation: 'a cleaning' },
    { field: 'goodImpression', value: true, quotation: 'words that nobody said' },
  ]);
  await enterAsMember(page, await office.addMember('Nora'));
  await press(page, 'Enter');
  const answeredBy = field(page, 'Answered by, required');
  await expect(answeredBy).toBeFocused();
  const suggestion = (label: string, text: string) =>
    page.getByRole('button', { name: `Accept the suggestion for ${label}: ${text}` });
  await expect(suggestion('Answered by', 'Staff')).toBeVisible();
  await expect(answeredBy.getByRole('button', { pressed: true })).toHaveCount(0);
  await expect(suggestion('Good first impression', 'Yes')).toHaveCount(0);
  await expectLoaded(page);
  await expectAccessible(page);

  await press(page, "'");
  await expect(player(page).getByRole('button', { name: 'Pause' })).toBeVisible();
  await press(page, '=');
  await expect(answeredBy.getByRole('button', { name: 'Staff' })).toHaveAttribute('aria-pressed', 'true');
  await expect(
    answeredBy.getByRole('button', { name: 'Answered by at 0:00: play from there' }),
  ).toBeVisible();
  // the model heard another name than the person
  await expect(field(page, 'Staff member')).toBeFocused();
  await expect(suggestion('Staff member', 'Jo Desk')).toBeVisible();
  await page.getByRole('button', { name: 'Maria Front' }).press('Space');
  await expect(suggestion('Staff member', 'Jo Desk')).toHaveCount(0);
  await press(page, '1', '1');
  await expect(field(page, 'Services')).toBeFocused();
  await press(page, '=', '1', '1', '1', '1', '2', 'Enter');
  await expect(page.getByRole('heading', { name: 'No call waits' })).toBeVisible();

  const context = await browser.newContext();
  const desk = await context.newPage();
  await enterAsMember(desk, await office.addMember('Lea', 'scoring-lead'));
  await desk.getByRole('link', { name: 'Quality' }).press('Enter');
  const table = desk.getByRole('table', { name: 'Suggestions by field' });
  await expect(table.getByRole('row', { name: /^Answered by 1 1 0 0 We do not know yet$/ })).toBeVisible();
  await expect(table.getByRole('row', { name: /^Staff member 1 0 1 0 / })).toBeVisible();
  await expect(table.getByRole('row', { name: /^Services 1 1 0 0 / })).toBeVisible();
  await expect(
    desk.getByText('1 suggestion was not shown: quotation not in the transcript 1.'),
  ).toBeVisible();
  await expectAccessible(desk);
  await context.close();
});
