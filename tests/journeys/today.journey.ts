import { devices, expect, type Page, test } from '@playwright/test';
import { expectAccessible } from './accessibility.ts';
import { OwnOffice } from './own-office.ts';
import { importFiles } from './own-record.ts';
import { expectNoSidewaysScroll } from './person.ts';
import { drawerOf, fillOutcome } from './resolving.ts';

const callBack = (page: Page) => page.getByRole('region', { name: 'Call back' });
const callers = (page: Page) => callBack(page).getByRole('listitem');
const caller = (page: Page, name: string) => callers(page).filter({ hasText: name });
const today = (page: Page) =>
  page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: /^Today/ });

/** Four who wait, the newest with a recording, and calls that staff answered. */
const openOffice = () =>
  OwnOffice.open([
    { callerName: 'Ann First', hoursAgo: 30 },
    { callerName: 'Bo Waits', hoursAgo: 20 },
    { callerName: 'Cy Waits', hoursAgo: 10 },
    { callerName: 'Di Newest', hoursAgo: 0.2, recorded: true },
    { callerName: 'Ed Answered', hoursAgo: 0.1, answeredBy: 'Staff', followUp: false },
  ]);

test('I see what to do now: I hear the newest voicemail, call back, book, and approve a postcard', async ({
  page,
}) => {
  const office = await openOffice();
  await importFiles({
    campaigns: [
      {
        id: `${office.id}-card`,
        account_id: office.id,
        name: 'MC-1',
        label: 'Spring Postcard',
        campaign_type: 'New Movers',
        order_date: new Date().toISOString().slice(0, 10),
      },
    ],
  });
  await office.enter(page);
  await expect(today(page)).toHaveAccessibleName('Today 4 people to call back');
  await today(page).press('Enter');
  await expect(page.getByRole('heading', { level: 1, name: 'Today' })).toBeFocused();
  await expect(page.getByText(/^\d calls? this week, /)).toBeVisible();
  await expect(callers(page)).toHaveText([/^Di Newest/, /^Cy Waits/, /^Bo Waits/]);
  await expect(caller(page, 'Di Newest')).toContainText('Di Newest asked for a cleaning.');
  await expect(callBack(page).getByRole('link', { name: '1 more' })).toBeVisible();
  await expectAccessible(page);

  // two presses: heard, and called
  await page.getByRole('button', { name: 'Play the call of Di Newest, 0:42' }).press('Enter');
  await expect(page.getByRole('slider', { name: /Position|Seek/i }).first()).toBeVisible();
  const call = page.getByRole('link', { name: 'Call Di Newest' });
  await expect(call).toHaveAttribute('href', 'tel:+13035550103');
  await call.press('Enter');
  await expect(caller(page, 'Di Newest')).toContainText('You are calling');

  await page.getByRole('button', { name: 'No answer: Cy Waits' }).press('Enter');
  await expect(caller(page, 'Cy Waits')).toHaveCount(0);
  await expect(page.getByRole('heading', { name: 'Call back' })).toBeFocused();
  await expect(caller(page, 'Ann First')).toBeVisible();
  await page.getByRole('button', { name: 'More for Bo Waits' }).press('Enter');
  await page.getByRole('menuitem', { name: 'Wrong number' }).press('Enter');
  await expect(callers(page)).toHaveText([/^Di Newest/, /^Ann First/]);

  await page.getByRole('button', { name: 'Booked: Di Newest' }).press('Enter');
  const form = page.getByRole('dialog', { name: 'Booked: Di Newest' });
  await expect(form.getByLabel('Callback result')).toHaveValue('Spoke With Caller');
  await page.goBack();
  await expect(form).toBeHidden();

  const card = page.getByRole('region', { name: 'Postcards to approve' }).getByRole('listitem');
  await expect(card).toContainText('Spring Postcard');
  await card.getByRole('link', { name: 'Spring Postcard' }).press('Enter');
  await expect(page.getByRole('button', { name: 'Approve – goes to print' })).toBeVisible();
});

test('With Today as my start page six presses hear, call and book, and three approve a postcard', async ({
  page,
}) => {
  const office = await openOffice();
  await importFiles({
    staff: [{ id: `${office.id}-me`, account_id: office.id, name: 'Nora Quill' }],
    campaigns: [
      {
        id: `${office.id}-card`,
        account_id: office.id,
        name: 'MC-1',
        label: 'Spring Postcard',
        campaign_type: 'New Movers',
        order_date: new Date().toISOString().slice(0, 10),
      },
    ],
  });
  await office.enter(page, '/today', 'Today');
  await page.getByRole('switch', { name: 'Open Today when I log in' }).press('Space');
  await expect(page.getByRole('switch', { name: 'Open Today when I log in' })).toBeChecked();
  await page.goto('/');

  let presses = 0;
  const count = (done: Promise<unknown>) => {
    presses += 1;
    return done;
  };
  await count(page.getByRole('button', { name: 'Play the call of Di Newest, 0:42' }).click());
  await count(page.getByRole('link', { name: 'Call Di Newest' }).click());
  await expect(caller(page, 'Di Newest')).toContainText('You are calling');
  expect(presses).toBe(2);
  await count(page.getByRole('button', { name: 'Booked: Di Newest' }).click());
  const form = page.getByRole('dialog', { name: 'Booked: Di Newest' });
  await expect(form.getByLabel('Appointment date')).toBeFocused();
  await count(form.getByLabel('Appointment date').fill('2030-03-20'));
  await count(form.getByLabel(/Appointment time/).selectOption({ label: '9:15 am' }));
  await count(form.getByRole('button', { name: 'Book and Resolve' }).click());
  await expect(page.getByText('Booked: Mar 20, 9:15 am')).toBeVisible();
  await expect(caller(page, 'Di Newest')).toHaveCount(0);
  await expect(today(page)).toHaveAccessibleName('Today 3 people to call back');
  expect(presses).toBe(6);

  presses = 0;
  await count(page.getByRole('link', { name: 'Spring Postcard' }).click());
  const approve = page.getByRole('button', { name: 'Approve – goes to print' });
  await count(approve.first().click());
  const question = page.getByRole('dialog', { name: /^Approve “Spring Postcard”/ });
  await count(question.getByRole('button', { name: 'Approve – goes to print' }).click());
  await expect(page.getByText('is approved and goes to print')).toBeVisible();
  expect(presses).toBe(3);
});

test('Every door says how many callers wait, also after results and resolves', async ({ page }) => {
  const twice = '+13035550199';
  const office = await OwnOffice.open([
    { callerName: 'Ann Twice', number: twice, hoursAgo: 40 },
    { callerName: 'Ann Twice', number: twice, hoursAgo: 30 },
    { callerName: 'Bo Waits', hoursAgo: 20 },
    { callerName: 'Cy Waits', hoursAgo: 10 },
    { callerName: 'Di Waits', hoursAgo: 5 },
    { callerName: 'Ed Waits', hoursAgo: 4 },
  ]);
  const everyDoorSays = async (count: number, listed: string) => {
    const people = `${count} people to call back`;
    const menu = page.getByRole('navigation', { name: 'Main' });
    await page.goto('/today');
    await expect(callBack(page).getByRole('link', { name: `${count - 3} more` })).toBeVisible();
    await expect(today(page)).toHaveAccessibleName(`Today ${people}`);
    await expect(menu.getByRole('link', { name: /^Callbacks/ })).toHaveAccessibleName(`Callbacks ${people}`);
    await page.goto('/callbacks');
    await expect(page.getByRole('tab', { name: `To call (${count})` })).toBeVisible();
    for (const path of ['/campaigns', '/scoreboard']) {
      await page.goto(path);
      await expect(page.getByRole('region', { name: 'To do' })).toHaveText(`Call back ${count} people`);
    }
    // the specified list has calls, also of a caller whom the desk closed
    await expect(page.getByRole('region', { name: /^Missed And Follow-up Calls/ })).toContainText(listed);
  };
  await office.enter(page, '/today', 'Today');
  await everyDoorSays(5, '6 calls of 5 callers');
  await page.goto(`/callbacks?caller=${office.callId(5)}`);
  await expect(page.getByRole('button', { name: /^Wrong number/ })).toBeVisible();
  await page.keyboard.press('5');
  await expect(page.getByText('Wrong number: Ed Waits.')).toBeVisible();
  await everyDoorSays(4, '6 calls of 5 callers');
  await page.goto(`/scoreboard?resolve=${office.callId(0)}`);
  await fillOutcome(drawerOf(page));
  await drawerOf(page).getByRole('button', { name: 'Resolve' }).click();
  await expect(page.getByText('Resolved', { exact: true })).toBeVisible();
  await everyDoorSays(4, '5 calls of 5 callers');
});

test('A number of the last 30 days opens exactly its calls', async ({ page }) => {
  const office = await openOffice();
  await office.enter(page, '/today', 'Today');
  const figures = page.getByRole('region', { name: 'Last 30 days' }).getByRole('listitem');
  await expect(figures).toHaveText([/^Calls5/, /^Opportunities0/, /^Appointments0/, /^Missed4/]);
  await figures.getByRole('link', { name: 'Missed' }).press('Enter');
  await expect(page).toHaveURL(/outcome=missed/);
  await expect(page.getByRole('tab', { name: 'Missed Calls' })).toContainText('4');
});

test('I let Today open when I log in, until I choose otherwise', async ({ page }) => {
  const office = await openOffice();
  await office.enter(page, '/today', 'Today');
  const opens = page.getByRole('switch', { name: 'Open Today when I log in' });
  await opens.press('Space');
  await expect(opens).toBeChecked();
  await page.reload();
  await expect(opens).toBeChecked();
  await page.goto('/');
  await expect(page.getByRole('heading', { level: 1, name: 'Today' })).toBeVisible();
  await opens.press('Space');
  await expect(opens).not.toBeChecked();
  await page.reload();
  await expect(opens).not.toBeChecked();
  await page.goto('/');
  await expect(page.getByRole('heading', { level: 1, name: 'Campaigns' })).toBeVisible();
});

test.describe('on a phone', () => {
  const { defaultBrowserType: _browser, ...phone } = devices['iPhone 13'];
  test.use(phone);

  test('On my phone I see one caller at a time, and nothing waits once all are done', async ({ page }) => {
    const office = await OwnOffice.open([
      { callerName: 'Ann First', hoursAgo: 3 },
      { callerName: 'Bo Newest', hoursAgo: 1 },
    ]);
    await office.enter(page, '/today', 'Today');
    await expectNoSidewaysScroll(page);
    await expect(caller(page, 'Bo Newest')).toBeInViewport();
    await expect(caller(page, 'Ann First')).not.toBeInViewport();
    await page.getByRole('button', { name: 'No answer: Bo Newest' }).tap();
    await expect(caller(page, 'Ann First')).toBeInViewport();
    await page.getByRole('button', { name: 'No answer: Ann First' }).tap();
    await expect(callBack(page)).toContainText('Nobody waits for a call.');
    await expectAccessible(page);
  });
});
