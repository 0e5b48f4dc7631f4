import { devices, expect, type Page, test } from '@playwright/test';
import { expectAccessible, expectAccessibleAsShown } from './accessibility.ts';
import { OwnOffice } from './own-office.ts';
import { expectLoaded, expectNoSidewaysScroll } from './person.ts';
import { waiting } from './resolving.ts';

const rows = (page: Page) => page.getByRole('list', { name: 'Callers' }).getByRole('listitem');
const row = (page: Page, caller: string) => rows(page).filter({ hasText: caller });
const link = (page: Page, caller: string) => row(page, caller).getByRole('link', { name: caller });
const open = (page: Page) =>
  page.getByRole('region', { name: 'Caller' }).or(page.getByRole('dialog', { name: 'Caller' }));
/** The name of the open caller; the drawer has a title above it. */
const nameOf = (page: Page) => open(page).getByRole('heading', { level: 2 }).last();
const toast = (page: Page, text: string | RegExp) => page.getByRole('status').filter({ hasText: text });
const list = (page: Page, name: RegExp) => page.getByRole('tab', { name });

async function press(page: Page, ...keys: string[]): Promise<void> {
  for (const key of keys) await page.keyboard.press(key);
}

/** Opens a caller of the list by keyboard; results can be chosen once the callers are loaded. */
async function openCaller(page: Page, name: string): Promise<void> {
  await link(page, name).focus();
  await press(page, 'Enter');
  await expect(nameOf(page)).toHaveText(name);
  await expect(open(page).getByRole('button', { name: /^Reached/ })).toBeVisible();
}

test('With the keyboard alone I call back caller after caller, and take back what was wrong', async ({
  page,
}) => {
  const number = '+13035550199';
  const office = await OwnOffice.open([
    { callerName: 'Ann Twice', number, hoursAgo: 20 },
    { callerName: 'Ann Twice', number, hoursAgo: 4 },
    { callerName: 'Bo Waits', hoursAgo: 3 },
    { callerName: 'Cy Waits', hoursAgo: 2 },
    { callerName: 'Di Hidden', number: '', hoursAgo: 1 },
  ]);
  await office.enter(page);
  const toDo = page.getByRole('region', { name: 'To do' });
  await expect(toDo).toHaveText('Call back 4 people');
  await expect(page.getByRole('link', { name: /^Callbacks\s*4/ })).toBeVisible();
  await toDo.getByRole('link').focus();
  await press(page, 'Enter');
  await expect(page.getByRole('heading', { level: 1, name: 'Callbacks' })).toBeFocused();

  await expect(rows(page)).toHaveCount(4);
  await expect(row(page, 'Ann Twice')).toContainText('2 calls');
  const order = page.getByRole('combobox', { name: 'Order of the callers' });
  await expect(order).toHaveValue('newest');
  await expect(rows(page)).toHaveText([/^Di Hidden/, /^Cy Waits/, /^Bo Waits/, /^Ann Twice/]);
  await order.selectOption('Longest wait first');
  await expect(page).toHaveURL(/sort=waiting/);
  await expect(rows(page).first()).toContainText('Ann Twice');
  await expect(row(page, 'Ann Twice')).toContainText('Overdue');
  await link(page, 'Ann Twice').focus();
  await press(page, 'Enter');
  await expect(nameOf(page)).toHaveText('Ann Twice');
  await expect(open(page).getByRole('region', { name: 'Calls (2)' })).toContainText(
    'Ann Twice asked for a cleaning.',
  );
  await press(page, 'j', 'j');
  await expect(nameOf(page)).toHaveText('Cy Waits');
  await expect(link(page, 'Cy Waits')).toBeFocused();
  await press(page, 'k');
  await expect(nameOf(page)).toHaveText('Bo Waits');

  await expectLoaded(page);
  await expectAccessible(page);
  await press(page, 'c');
  await expect(open(page)).toContainText('You are calling until');
  await expect(row(page, 'Bo Waits')).toContainText('You are calling');
  await expectAccessible(page);
  await press(page, 'c');
  await expect(open(page).getByRole('button', { name: "I'm calling" })).toBeVisible();

  await press(page, '4');
  await expect(toast(page, /^No answer: Bo Waits comes back /)).toBeVisible();
  await expect(nameOf(page)).toHaveText('Cy Waits');
  await expect(link(page, 'Cy Waits')).toBeFocused();
  await expect(row(page, 'Bo Waits')).toHaveCount(0);
  await expect(list(page, /^Snoozed \(1\)$/)).toBeVisible();
  await toast(page, /^No answer/)
    .getByRole('button', { name: 'Undo' })
    .press('Enter');
  await expect(toast(page, 'Undone: Bo Waits is as before.')).toBeVisible();
  await expect(row(page, 'Bo Waits')).toHaveCount(1);

  await openCaller(page, 'Cy Waits');
  await press(page, '5');
  await expect(toast(page, 'Wrong number: Cy Waits.')).toBeVisible();
  await list(page, /^Closed \(1\)$/).press('Enter');
  await expect(page).toHaveURL(/list=closed/);
  await expect(open(page)).toContainText('Nora Quill');
  await open(page).getByRole('button', { name: 'Back to the list' }).press('Enter');
  await expect(page.getByText('No closed callers')).toBeVisible();
  await list(page, /^To call \(4\)$/).press('Enter');

  // a caller without a number cannot be called: only the other results are offered
  await openCaller(page, 'Di Hidden');
  await expect(open(page)).toContainText('This call came without a number.');
  await expect(open(page).getByRole('region', { name: 'Result of the call' }).getByRole('button')).toHaveText(
    [/^Booked/, /^Reached/, /^No callback needed/],
  );
  await press(page, 'c', '4');
  await expect(open(page)).toContainText('No callback attempts yet.');

  await openCaller(page, 'Ann Twice');
  await press(page, '2');
  const form = page.getByRole('dialog', { name: 'Reached: Ann Twice' });
  await expect(form).toContainText('Resolves 2 calls');
  await expect(form.getByLabel('Callback result')).toHaveValue('Spoke With Caller');
  await expect(form.getByLabel('Opportunity result')).toHaveValue('New Patient Opportunity');
  await form.getByLabel('Callback handler').selectOption({ label: 'Maria Front' });
  await form.getByRole('textbox', { name: 'Summary' }).fill('Will think about it.');
  // typed text stays when the feed brings an earlier call, whose id then identifies the caller
  await office.receive([{ callerName: 'Ann Twice', number: '(303) 555-0199', hoursAgo: 30 }]);
  await expect(form).toContainText('Resolves 3 calls');
  await expect(form.getByRole('textbox', { name: 'Summary' })).toHaveValue('Will think about it.');
  await press(page, 'Escape');
  await expect(form).toBeHidden();
  await press(page, '2');
  await expect(form.getByRole('textbox', { name: 'Summary' })).toHaveValue('Will think about it.');
  await form.getByRole('button', { name: 'Resolve' }).press('Enter');
  await expect(toast(page, /^Resolved/)).toBeVisible();
  await expect(row(page, 'Ann Twice')).toHaveCount(0);
  await openCaller(page, 'Bo Waits');
  await press(page, '5');
  await expect(toast(page, 'Wrong number: Bo Waits.')).toBeVisible();
  // the order that I chose is there again
  await page.goto('/callbacks');
  await expect(order).toHaveValue('waiting');
  await page.getByRole('link', { name: 'Scoreboard' }).press('Enter');
  await expect(toDo).toHaveText('Call back 2 people');
  await expect(waiting(page).locator('tbody tr')).toHaveCount(3);
  await expect(waiting(page).locator('tbody tr').filter({ hasText: 'Bo Waits' })).toContainText(
    'Wrong number',
  );
});

test('I take in calls of the past, close several callers with the keyboard alone, and take it back', async ({
  page,
}) => {
  const office = await OwnOffice.open([{ callerName: 'Ann Waits', hoursAgo: 2 }]);
  const inDays = (days: number) =>
    new Date(Date.now() + days * 24 * 60 * 60 * 1000).toISOString().slice(0, 10);
  await office.receive(
    [
      { callerName: 'Bo Earlier', hoursAgo: 200 },
      { callerName: 'Cy Earlier', hoursAgo: 210 },
      { callerName: 'Di Hidden', number: '', hoursAgo: 220 },
    ],
    inDays(-2),
  );
  await office.enterCallbacks(page);
  await expect(rows(page)).toHaveCount(1);
  await expect(list(page, /^To call \(1\)$/)).toBeVisible();
  const earlier = page.getByRole('region', { name: 'Earlier calls' });
  await expect(earlier).toContainText('3 callers of the last 30 days (3 calls) came with an import');
  await expectLoaded(page);
  await expectAccessible(page);
  await earlier.getByRole('button', { name: 'Add them to the list' }).press('Enter');
  await expect(toast(page, '3 earlier calls now wait here.')).toBeVisible();
  await expect(earlier).toBeHidden();
  await expect(page.getByRole('heading', { level: 1, name: 'Callbacks' })).toBeFocused();
  await expect(rows(page)).toHaveCount(4);

  const bar = page.getByRole('region', { name: 'Selected callers' });
  const box = (caller: string) => page.getByRole('checkbox', { name: `Select ${caller}` });
  await link(page, 'Bo Earlier').focus();
  await press(page, 'x');
  await expect(bar).toContainText('1 selected');
  await box('Di Hidden').press('Space');
  await expect(bar).toContainText('2 selected');
  // a caller without a number cannot have a wrong one
  await expect(bar.getByRole('button', { name: 'Wrong number' })).toHaveCount(0);
  await box('Di Hidden').press('Space');
  await link(page, 'Cy Earlier').focus();
  await press(page, 'x');
  await expect(bar).toContainText('2 selected');
  await expectAccessible(page);
  await press(page, 'e');
  await expect(bar.getByRole('button', { name: 'No callback needed' })).toBeFocused();
  await press(page, 'Enter');
  await expect(toast(page, 'No callback needed: 2 callers.')).toBeVisible();
  await expect(bar).toBeHidden();
  await expect(rows(page)).toHaveCount(2);
  await expect(list(page, /^Closed \(2\)$/)).toBeVisible();
  await expect(rows(page).locator('a:focus')).toHaveCount(1);

  await toast(page, /^No callback needed/)
    .getByRole('button', { name: 'Undo' })
    .press('Enter');
  await expect(toast(page, 'Undone: 2 callers as before.')).toBeVisible();
  await expect(rows(page)).toHaveCount(4);
  await expect(bar).toBeHidden();

  await link(page, 'Ann Waits').focus();
  await press(page, 'Enter', 'x');
  await bar.getByRole('button', { name: 'Select all 4' }).press('Enter');
  await bar.getByRole('button', { name: 'No callback needed' }).press('Enter');
  await expect(page.getByText('No one is waiting for a callback')).toBeVisible();
  await expect(page.getByRole('heading', { level: 1, name: 'Callbacks' })).toBeFocused();
});

test('I see at once whom a colleague is calling, and am told so when I want to', async ({
  page,
  browser,
  baseURL,
}) => {
  const office = await OwnOffice.open([{ callerName: 'Ann Waits' }, { callerName: 'Bo Waits', hoursAgo: 2 }]);
  await office.addColleague('Theo Desk');
  await office.enterCallbacks(page);
  await link(page, 'Ann Waits').click();
  await expect(nameOf(page)).toHaveText('Ann Waits');
  const other = await browser.newPage({ baseURL: baseURL ?? '' });
  await office.enterCallbacks(other, 'colleague', `/callbacks?caller=${office.callId()}`);
  await expect(nameOf(other)).toHaveText('Ann Waits');
  // as if the news was still on its way: what I see is older than what I press
  const gate = Promise.withResolvers<void>();
  await page.route('**/api/data/callbacks**', async (route) => {
    if (route.request().method() === 'GET') await gate.promise;
    await route.continue();
  });
  await other.keyboard.press('c');
  await expect(open(other)).toContainText('You are calling until');
  await page.keyboard.press('c');
  await expect(page.getByRole('alert').filter({ hasText: 'Theo Desk is calling' })).toBeVisible();
  gate.resolve();
  await expect(open(page)).toContainText('Theo Desk is calling until');
  await expect(row(page, 'Ann Waits')).toContainText('Theo Desk is calling');
  await other.keyboard.press('c');
  await expect(row(page, 'Ann Waits')).not.toContainText('is calling');
  await other.close();
  await office.removeCall(0);
  await expect(open(page)).toContainText('This caller was not found');
  await expect(open(page)).not.toContainText('Ann Waits');
});

test('On a bad network nothing is done twice and nothing is lost', async ({ page }) => {
  const office = await OwnOffice.open([{ callerName: 'Ann Waits' }, { callerName: 'Bo Waits', hoursAgo: 2 }]);
  // the stream of changes could tell before the lost reply that it was done, and load a failed list again
  await page.route('**/api/data/live?**', (route) => route.abort());
  await office.enterCallbacks(page, 'person', `/callbacks?caller=${office.callId()}`);
  await expect(nameOf(page)).toHaveText('Ann Waits');
  const ids: string[] = [];
  await page.route('**/actions', async (route) => {
    ids.push((route.request().postDataJSON() as { requestId: string }).requestId);
    // the server does it, but its reply is lost
    await route.fetch();
    await route.abort();
  });
  await page.keyboard.press('3');
  const problem = open(page).getByRole('alert');
  await expect(problem).toContainText('“Left a voicemail” is not saved');
  await expect(problem).toContainText('The server could not be reached.');
  await page.unroute('**/actions');
  await page.reload();
  await expect(problem).toContainText('The server could not be reached.');
  const sent = page.waitForRequest('**/actions');
  await problem.getByRole('button', { name: 'Try Again' }).click();
  ids.push(((await sent).postDataJSON() as { requestId: string }).requestId);
  await expect(toast(page, /^Left a voicemail: Ann Waits/)).toBeVisible();
  expect(new Set(ids).size).toBe(1);
  await page.goto(`/callbacks?caller=${office.callId()}`);
  const done = open(page).getByRole('list', { name: 'What was done, newest first' });
  await expect(done.getByRole('listitem')).toHaveCount(1);
  await page.route('**/api/data/callbacks?**', (route) => route.abort());
  await page.goto('/callbacks');
  await expect(page.getByRole('alert')).toContainText('This could not be loaded');
  await page.unroute('**/api/data/callbacks?**');
  await page.getByRole('button', { name: 'Retry' }).click();
  await expect(row(page, 'Bo Waits')).toHaveCount(1);
});

test('I see the results of missed calls and how they are counted, and open the calls by keyboard', async ({
  page,
}) => {
  const office = await OwnOffice.open([
    { callerName: 'Ann Waits', hoursAgo: 3 },
    { callerName: 'Bo Waits', hoursAgo: 2 },
  ]);
  await office.enterCallbacks(page, 'person', '/callbacks');
  await openCaller(page, 'Ann Waits');
  await press(page, '4');
  await expect(toast(page, 'No answer')).toBeVisible();
  await list(page, /^Figures/).press('Enter');
  const funnel = page.getByRole('list', { name: 'From missed to booked' });
  await expect(funnel.getByRole('button', { name: 'Missed: 2 callers (2 calls), 100%' })).toBeVisible();
  await expect(funnel.getByRole('button', { name: 'Attempted: 1 caller (1 call), 50%' })).toBeVisible();
  await expectLoaded(page);
  await expectAccessible(page);
  await funnel.getByRole('button', { name: 'How is this counted? Missed' }).press('Enter');
  await page.getByRole('button', { name: '1 caller (1 call): view Nobody Tried' }).press('Enter');
  const untried = page.getByRole('dialog', { name: 'Nobody Tried' });
  await expect(untried.getByRole('row')).toHaveCount(2);
  await expect(untried).toContainText('Bo Waits');
  await expectAccessibleAsShown(page);
  await page.goBack();
  await expect(untried).toBeHidden();

  const person = page.getByRole('region', { name: 'By who called back first' });
  await person.getByRole('button', { name: /^1: view Called Back/ }).press('Enter');
  const calledBack = page.getByRole('dialog', { name: /^Called Back/ });
  await expect(calledBack).toContainText('After 3 h');
  await calledBack.getByRole('button', { name: 'Ann Waits' }).press('Enter');
  await expect(page.getByRole('dialog', { name: 'Call Details' })).toContainText('No answer');
  await page.keyboard.press('Escape');
  await expect(calledBack).toContainText('Ann Waits');
  await page.keyboard.press('Escape');
  await expect(calledBack).toBeHidden();
  await page.setViewportSize({ width: 390, height: 844 });
  await expectNoSidewaysScroll(page);
});

const hours = (page: Page) => page.getByRole('region', { name: 'Office Hours' });
const saveSettings = (page: Page) => page.getByRole('button', { name: 'Save', exact: true });

test('As a primary contact I say by the keyboard when my office is open', async ({ page }) => {
  const office = await OwnOffice.open([{ callerName: 'Ann Waits' }]);
  await office.enterSettings(page);
  await expect(hours(page)).toContainText('No hours are set: waiting time counts day and night');
  await hours(page).getByRole('button', { name: 'Set hours' }).press('Enter');
  const monday = (field: string) => hours(page).getByLabel(`Monday ${field}`);
  await expect(monday('opens')).toHaveValue('09:00');
  await monday('opens').fill('18:00');
  await expect(hours(page)).toContainText('Closes before it opens');
  await expect(saveSettings(page)).toBeDisabled();
  await monday('opens').fill('08:00');
  await monday('closes').fill('12:00');
  await hours(page).getByRole('button', { name: 'Add hours: Monday' }).press('Enter');
  await expect(hours(page).getByLabel('Monday, 2 opens')).toBeFocused();
  await expect(hours(page).getByLabel('Monday, 2 opens')).toHaveValue('13:00');
  await hours(page).getByRole('button', { name: 'Copy Monday to all open days' }).press('Enter');
  await expect(hours(page).getByLabel('Friday, 2 closes')).toHaveValue('17:00');
  await hours(page).getByRole('checkbox', { name: 'Friday' }).press('Space');
  await hours(page).getByRole('button', { name: 'Add a holiday' }).press('Enter');
  await expect(hours(page).getByLabel('Date: new holiday')).toBeFocused();
  await hours(page).getByLabel('Date: new holiday').fill('2099-11-26');
  await hours(page).getByLabel('Name: 2099-11-26').fill('Thanksgiving');
  await page.getByRole('link', { name: 'Scoreboard' }).click();
  await page.getByRole('button', { name: 'Keep editing' }).click();
  await page.route('**/settings/office-hours', (route) => route.abort());
  await saveSettings(page).press('Enter');
  await expect(page.getByRole('alert').filter({ hasText: 'could not be reached' })).toBeVisible();
  await page.unroute('**/settings/office-hours');
  await expect(monday('closes')).toHaveValue('12:00');
  await saveSettings(page).press('Enter');
  await expect(page.getByText('Settings updated')).toBeVisible();
  await expect(saveSettings(page)).toBeDisabled();
  await page.setViewportSize({ width: 390, height: 844 });
  await page.reload();
  await expect(hours(page).getByLabel('Thursday, 2 closes')).toHaveValue('17:00');
  await expect(hours(page).getByRole('checkbox', { name: 'Friday' })).not.toBeChecked();
  await expect(hours(page).getByLabel('Name: 2099-11-26')).toHaveValue('Thanksgiving');
  await expectNoSidewaysScroll(page);
  await page.goto('/callbacks');
  await link(page, 'Ann Waits').click();
  await expect(open(page)).toContainText('of office hours');
});

test.describe('on a phone', () => {
  test.use({
    viewport: { width: 390, height: 844 },
    hasTouch: true,
    isMobile: true,
    userAgent: devices['iPhone 13'].userAgent,
  });

  test('On my phone a caller opens over the list, by a finger or by keys, and Back closes them', async ({
    page,
  }) => {
    const office = await OwnOffice.open([
      { callerName: 'Ann Waits', recorded: true },
      { callerName: 'Bo Waits', hoursAgo: 2 },
      { callerName: 'Cy Waits', hoursAgo: 1 },
    ]);
    await office.enterCallbacks(page, 'person', '/callbacks?sort=waiting');
    await expect(rows(page)).toHaveCount(3);
    await expectNoSidewaysScroll(page);
    await expect(row(page, 'Ann Waits').getByRole('link', { name: /^Call / })).toHaveAttribute(
      'href',
      'tel:+13035550100',
    );
    await link(page, 'Ann Waits').tap();
    await expect(nameOf(page)).toHaveText('Ann Waits');
    await expect(open(page).getByRole('button', { name: 'Play' })).toBeInViewport({ ratio: 1 });
    const played = await open(page).getByRole('button', { name: 'Play' }).boundingBox();
    const booked = await open(page).getByRole('button', { name: 'Booked' }).boundingBox();
    expect(played?.y ?? 0).toBeLessThan(booked?.y ?? 0);
    await expectLoaded(page);
    await expectAccessibleAsShown(page);
    await page.goBack();
    await expect(open(page)).toHaveCount(0);
    await press(page, 'j', 'j', 'Enter');
    await expect(nameOf(page)).toHaveText('Bo Waits');
    await press(page, 'k');
    await expect(nameOf(page)).toHaveText('Ann Waits');
    // dialing says by itself that I am calling
    await open(page).getByRole('link', { name: 'Call Ann Waits' }).tap();
    await expect(open(page)).toContainText('You are calling until');
    await page.setViewportSize({ width: 320, height: 640 });
    await expectNoSidewaysScroll(page);
    await press(page, '6');
    await expect(open(page)).toHaveCount(0);
    await expect(row(page, 'Ann Waits')).toHaveCount(0);
    await expect(link(page, 'Bo Waits')).toBeFocused();
    await link(page, 'Bo Waits').press('Enter');
    await expect(nameOf(page)).toHaveText('Bo Waits');
    await open(page).getByRole('button', { name: 'Booked' }).tap();
    const form = page.getByRole('dialog', { name: 'Booked: Bo Waits' });
    await expect(form.getByLabel('Patient first name')).toHaveValue('Bo');
    await expect(form.getByLabel('Patient last name')).toHaveValue('Waits');
    await expectNoSidewaysScroll(page);
    await expectAccessible(page);
  });
});
