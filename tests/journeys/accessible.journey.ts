import { devices, expect, type Page, test } from '@playwright/test';
import { expectAccessible, expectAccessibleInLight } from './accessibility.ts';
import { OwnOffice } from './own-office.ts';
import { ownPassword, signInAs } from './own-person.ts';
import { givePassword, importFiles } from './own-record.ts';
import {
  bringSession,
  commandLine,
  expectNoSidewaysScroll,
  lightPage,
  openOutbox,
  signIn,
} from './person.ts';
import { fillAppointment, fillOutcome } from './resolving.ts';

/**
 * The one tour of every screen, and of every state of a screen that looks different, checked by axe. Other journeys do
 * not check accessibility again.
 */

const allCalls = '/scoreboard?tab=all-calls&outcome=all+calls';
const missedCalls = '/scoreboard?tab=all-calls&outcome=missed+call';
const frontDesk = '/scoreboard?tab=front-desk&range=all';
const trackingLines = '/tracking-lines?range=all';
const designWithVersions = '/accounts/silverwren-asheville/designs/avl-campaign-067-design-1';
const approvedDesigns =
  '/design-concept-selection?designIds=avl-campaign-065-design-1,avl-campaign-066-design-1';

/** The six cards of the Overview. */
const summary = 'section[aria-labelledby="summary-title"]';
/** The calls over time of the Overview alone. */
const callsOverTime = 'section[aria-labelledby="over-time-title"]';
/** The heat map of the Overview alone. */
const heatMap = 'section[aria-labelledby="week-title"]';

const phone = {
  viewport: { width: 390, height: 844 },
  hasTouch: true,
  isMobile: true,
  userAgent: devices['iPhone 13'].userAgent,
};

/** Nothing is loading any more. */
const expectLoaded = (page: Page) => expect(page.locator('[aria-busy="true"]')).toHaveCount(0);

const cards = (page: Page, section: string) =>
  page.getByRole('region', { name: section, exact: true }).getByRole('article');
const nameOfLine = (page: Page) => page.getByRole('textbox', { name: /^Name of / });
const resolving = (page: Page) => page.getByRole('dialog', { name: 'Missed & Opportunity' });

/** Has a small export of one office written in the background, as the list of the person's exports shows it. */
async function requestExport(page: Page, accountId: string): Promise<void> {
  const session = await page.evaluate(() => localStorage.getItem('mailcall.session'));
  const { accessToken } = JSON.parse(session ?? '{}') as { accessToken: string };
  const answer = await page.request.post('/api/data/calls/request-large-export', {
    headers: { authorization: `Bearer ${accessToken}` },
    data: {
      accountIds: [accountId],
      filters: { outcome: ['missed call'], startDate: '2026-01-01', endDate: '2026-01-31' },
      acceptedTerms: true,
      authorizedReceiver: true,
    },
  });
  expect(await answer.json()).toMatchObject({ status: 'success' });
}

test('The screens before sign-in, and the outbox page', async ({ page }) => {
  await page.goto('/login');
  await expect(page.getByRole('button', { name: 'Sign In' })).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'using magic link or code' }).click();
  await page.getByRole('button', { name: 'Send Me Verification Link' }).click();
  await expect(page.getByText('Email or phone number is required')).toBeVisible();
  await expectAccessible(page);
  await page.getByLabel('Email or mobile number').fill('nobody@demo.example');
  await page.getByRole('button', { name: 'Send Me Verification Link' }).click();
  await expect(page.getByRole('heading', { name: 'Click the magic link in your email' })).toBeVisible();
  await expectAccessible(page);
  for (const [path, heading] of [
    ['/activation?email=a%40b.example&code=1', 'This link cannot be used'],
    ['/setup', 'Page has expired'],
    ['/unsubscribe?token=none', 'This link cannot be used'],
    ['/withdraw?token=none', 'This link cannot be used'],
    ['/resetPassword', 'Forgot your password?'],
  ] as const) {
    await page.goto(path);
    await expect(page.getByRole('heading', { name: heading })).toBeVisible();
    await expectAccessible(page);
  }
  await page.getByLabel('Email').fill('limited@demo.example');
  await page.getByRole('button', { name: 'Reset Password' }).click();
  await expect(page.getByText('Please check your email for the password reset link.')).toBeVisible();
  const outbox = await openOutbox(page);
  await expect(outbox.locator('article[data-recipient="limited@demo.example"]').first()).toBeVisible();
  await expectAccessible(outbox);
});

test('What limited access does not show, and a link of another person', async ({ page }) => {
  await bringSession(page, 'limited');
  for (const path of ['/calls', '/login']) {
    await page.goto(path);
    await expect(page.getByText('Ask support@mailcall.example for full access')).toBeVisible();
    await expectAccessible(page);
  }
  await page.goto('/magic?email=other%40demo.example&otp=1');
  await expect(page.getByRole('heading', { name: 'You are already signed in' })).toBeVisible();
  await expectAccessible(page);
});

test('The warning of an idle session', async ({ page }) => {
  await page.clock.install();
  await signIn(page, 'owner', ...lightPage);
  await page.clock.runFor('28:01');
  await expect(page.getByRole('dialog', { name: 'Are you still there?' })).toBeVisible();
  await expectAccessible(page);
});

test('The Overview, its heat map as a table, and the dialogs of accounts and dates', async ({ page }) => {
  await signIn(page, 'owner', '/scoreboard?range=all');
  const map = page.getByRole('region', { name: 'Calls by Day and Hour' });
  await expect(map.getByRole('button', { name: /^Monday, 10 AM/ })).toBeVisible();
  const overTime = page.getByRole('region', { name: 'Calls over Time' });
  await overTime.scrollIntoViewIfNeeded();
  await expect(overTime.getByRole('button', { name: /delivered mailings$/ }).first()).toBeVisible();
  await expectLoaded(page);
  await expectAccessible(page);
  await overTime.getByText('Table', { exact: true }).click();
  await expectAccessible(page, callsOverTime);
  await map.getByText('Table', { exact: true }).click();
  await expectAccessible(page, heatMap);
  await page
    .getByRole('button', { name: /accounts|offices/i })
    .first()
    .click();
  await expect(page.getByRole('dialog')).toBeVisible();
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await page.getByRole('button', { name: /All Time/ }).click();
  await page.getByRole('menuitemradio', { name: 'Custom Date Range' }).click();
  await expect(page.getByRole('dialog', { name: 'Custom Date Range' })).toBeVisible();
  // the menu fades out below the dialog, which hides it from roles; by its element it is still found
  await expect(page.locator('[role="menu"]')).toHaveCount(0);
  await expectAccessible(page);
  await page.goto('/scoreboard?range=last-year&compareWith=before');
  await expect(page.getByText(/^Compared with/)).toBeVisible();
  await expectAccessible(page, summary);
});

test('The lists of calls, and Call Details', async ({ page }) => {
  await signIn(page, 'owner', allCalls);
  await expectLoaded(page);
  await expectAccessible(page);
  for (const path of [
    '/scoreboard?tab=all-calls&outcome=appointments',
    `${allCalls}&q=no+such+caller+anywhere`,
  ]) {
    await page.goto(path);
    await expect(page.getByRole('heading', { level: 1, name: 'Scoreboard' })).toBeVisible();
    await expectLoaded(page);
    await expectAccessible(page);
  }
  await page.goto('/scoreboard?tab=all-calls&outcome=appointment');
  await page.getByRole('table').locator('tbody').getByRole('row').first().click();
  await expect(page.getByRole('heading', { name: 'Scheduled Appointments' })).toBeVisible();
  await expectAccessible(page);
});

test('The filters, their options, the menu that adds one, and the notice of cleared ones', async ({
  page,
}) => {
  await signIn(page, 'owner', `${allCalls}&callerGender=Female&callerGender=Male&onHold=1&weekday=1`);
  const filters = page.getByRole('region', { name: 'Filters' });
  const offered = (name: string) => page.getByRole('menuitemcheckbox', { name });
  await filters.getByRole('button', { name: 'Add filter' }).click();
  await offered('Call handler').click();
  await expect(page.getByRole('listbox').getByRole('option').first()).toBeVisible();
  // where the menu was, the pointer may be over an outcome and open its tooltip
  await page.mouse.move(0, 0);
  await expect(page.getByRole('tooltip')).toHaveCount(0);
  await expectLoaded(page);
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await filters.getByRole('button', { name: 'Add filter' }).click();
  await expect(offered('Offers')).toBeVisible();
  await expectAccessible(page, '[role="menu"]');
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: /All Time/ }).click();
  await page.getByRole('menuitemradio', { name: 'Year', exact: true }).click();
  await expect(
    page.getByRole('status').filter({ hasText: /All Calls · Year: \d\d\/\d\d\/\d{4}/ }),
  ).toBeVisible();
  await expect(page.getByRole('status').filter({ hasText: 'Cleared for the new dates' })).toBeVisible();
  await expectAccessible(page, '[role="status"]');
});

test('The campaigns, and a mailing with its calls', async ({ page }) => {
  await signIn(page, 'owner', '/campaigns?sort=leadsCount&dir=desc');
  await expectLoaded(page);
  await expect(cards(page, 'In production').first()).toBeVisible();
  await expectAccessible(page);
  await cards(page, 'Delivered').filter({ hasText: 'MVP Mail' }).first().getByRole('link').click();
  const drawer = page.getByRole('dialog');
  await expect(drawer.getByRole('tabpanel', { name: 'Results' }).getByRole('listbox')).toBeVisible();
  await expectLoaded(page);
  await expectAccessible(page);
  await drawer.getByRole('tabpanel').getByText('Table', { exact: true }).click();
  await expectAccessible(page, '[role="tabpanel"]');
  await drawer.getByRole('tab', { name: 'Details' }).click();
  await expect(drawer.getByRole('table', { name: 'Details' })).toBeVisible();
  await expectAccessible(page);
  await drawer.getByRole('tab', { name: 'Calls' }).click();
  await expect(drawer.getByRole('table').locator('tbody').getByRole('row')).toHaveCount(9);
  await expectAccessible(page);
});

test('The Front Desk, and a metric by staff', async ({ page }) => {
  await signIn(page, 'owner', frontDesk);
  await expect(page.getByRole('region', { name: 'Leaderboard' }).getByRole('row').first()).toBeVisible();
  await expectLoaded(page);
  await expectAccessible(page);
  await page.goto(`${frontDesk}&metric=asked-for-source`);
  await expect(page.getByRole('dialog').getByRole('row').nth(1)).toBeVisible();
  await expectAccessible(page);
});

test('The review of a design and of a campaign, its help, a comparison, and the choice of a concept', async ({
  page,
}) => {
  await signIn(page, 'owner', designWithVersions, /^(?!Log in)/);
  const comments = page.getByRole('region', { name: 'Comments', exact: true });
  await comments.getByRole('listitem').first().getByRole('button').first().click();
  await expect(page.getByRole('list', { name: 'Replies' }).first()).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Help' }).click();
  await expect(page.getByText('Step 1 of 4')).toBeVisible();
  await page.keyboard.press('ArrowRight');
  await expect(page.getByText('Step 2 of 4')).toBeVisible();
  await expectAccessible(page);
  await page.goto('/campaigns/avl-campaign-067/design');
  await expect(page.getByRole('region', { name: 'Your review' }).getByRole('button')).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Compare' }).click();
  await page.getByRole('menuitem', { name: 'Swipe' }).click();
  await expect(page.getByRole('slider', { name: /How much of version 2/ })).toBeVisible();
  await expect(page.getByRole('menu')).toHaveCount(0);
  await expectAccessible(page);
  await page.goto(approvedDesigns);
  await page
    .getByRole('button', { name: /^Preview the front of/ })
    .first()
    .click();
  await page.getByRole('dialog').getByText('Back', { exact: true }).click();
  await expect(page.getByRole('img', { name: /^Back of / })).toBeVisible();
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expectAccessible(page);
});

test('The tracking lines, a name being edited, and one that could not be saved', async ({ page }) => {
  await signIn(page, 'owner', `${trackingLines}&inactive=1`, 'Tracking Lines');
  const row = page.getByRole('table', { name: 'Tracking lines' }).locator('tbody').getByRole('row').first();
  await expect(row).toBeVisible();
  await expectAccessible(page);
  await row.getByRole('button').click();
  await expect(nameOfLine(page)).toBeFocused();
  await expectAccessible(page, 'table');
  await page.route('**/api/data/tracking-lines', (route) => route.abort());
  await nameOfLine(page).fill('Kept in the field');
  await page.keyboard.press('Enter');
  await expect(row.getByRole('alert')).toContainText('The server could not be reached.');
  await expectAccessible(page, 'table');
});

test('The callback desk with an open caller, a form, a toast, figures, and on a phone', async ({ page }) => {
  const office = await OwnOffice.open([{ callerName: 'Ann Waits' }, { callerName: 'Bo Waits', hoursAgo: 2 }]);
  await office.enterCallbacks(page, 'person', `/callbacks?caller=${office.callId()}`);
  const caller = page.getByRole('region', { name: 'Caller' });
  await expect(caller.getByRole('heading', { level: 2, name: 'Ann Waits' })).toBeVisible();
  await expectLoaded(page);
  await expectAccessible(page);
  await page.keyboard.press('c');
  await expect(caller).toContainText('You are calling until');
  await expectAccessible(page);
  await page.keyboard.press('1');
  const form = page.getByRole('dialog', { name: 'Booked: Ann Waits' });
  await expect(form.getByLabel('Patient first name')).toHaveValue('Ann');
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await page.setViewportSize(phone.viewport);
  await expect(page.getByRole('dialog', { name: 'Caller' })).toBeVisible();
  await expectLoaded(page);
  await expectAccessibleInLight(page);
  await page.goto('/callbacks?tab=figures&rows=missed');
  await expect(page.getByRole('dialog', { name: 'Missed' })).toContainText('Bo Waits');
  await expectAccessibleInLight(page);
  await page.keyboard.press('Escape');
  await expect(page.getByRole('list', { name: 'From missed to booked' })).toBeVisible();
  await expectAccessible(page);
});

test('The search of everything: what is offered, found, and missing', async ({ page }) => {
  await signIn(page, 'owner', ...lightPage);
  await page.keyboard.press('Control+k');
  const search = page.getByRole('dialog', { name: 'Search everything' });
  await expect(search.getByRole('option').first()).toBeVisible();
  await expectAccessible(page);
  await page.keyboard.type('silverwren');
  await expect(search.getByRole('group', { name: 'Offices' })).toBeVisible();
  await expect(search.getByRole('option', { selected: true })).toBeVisible();
  await expectAccessible(page);
  await page.keyboard.type(' zzyzx');
  await expect(search.getByText(/^Nothing found\./)).toBeVisible();
  await page.setViewportSize(phone.viewport);
  await expectAccessibleInLight(page);
});

test('The settings with errors in both forms, and a toast on the smallest phone', async ({ page }) => {
  await signIn(page, 'frontdesk', ...lightPage);
  await page.getByRole('button', { name: 'Change Password' }).click();
  await page.getByLabel('New Password', { exact: true }).fill('Aa');
  await page.getByLabel('Email Address').fill('');
  await expect(page.getByText('Email is required')).toBeVisible();
  await expectAccessible(page);
  await page.route('**/user/settings', (route) =>
    route.fulfill({ status: 500, json: { status: 'error', message: 'no', data: null } }),
  );
  await page.reload();
  const toast = page.locator('.mantine-Notifications-notification');
  await expect(toast).toContainText('Something went wrong retrieving your settings.');
  // it stays while it has the focus
  await toast.getByRole('button', { name: 'Close this message' }).focus();
  await page.setViewportSize({ width: 320, height: 640 });
  await expectNoSidewaysScroll(page);
  const box = await toast.boundingBox();
  expect(box && box.x >= 0 && box.x + box.width <= 320).toBe(true);
  await expectAccessible(page);
});

test('The settings of a primary contact, the choice of an account, and the receivers of an alert', async ({
  page,
}) => {
  await signIn(page, 'owner', '/settings?account=silverwren-boulder', 'Settings');
  await expect(page.getByRole('table', { name: 'Alerts', exact: true })).toBeVisible();
  await page.getByRole('region', { name: 'Activity' }).scrollIntoViewIfNeeded();
  await expect(page.getByRole('table', { name: 'Activity' })).toBeVisible();
  await expectLoaded(page);
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Set Hours' }).click();
  await page.getByLabel('Monday closes').fill('08:00');
  await page.getByRole('button', { name: 'Add a holiday' }).click();
  await expect(page.getByText('Enter a date')).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: /^Account:/ }).click();
  await expect(page.getByRole('radio', { name: /Boulder/ })).toBeChecked();
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await page.setViewportSize({ width: 390, height: 844 });
  await page.getByRole('button', { name: 'Manage Receivers: New Opportunity Call Alert' }).click();
  const receivers = page.getByRole('dialog', { name: 'Manage Receivers' });
  await receivers
    .getByRole('checkbox', { name: /^Email:/ })
    .first()
    .click();
  await receivers.getByRole('button', { name: 'Cancel' }).click();
  const question = page.getByRole('dialog', { name: 'Discard changes?' });
  await expect(question).toBeVisible();
  await expectAccessibleInLight(page);
  await question.getByRole('button', { name: 'Keep editing' }).click();
  await expect(question).toBeHidden();
  await expectAccessible(page);
});

test('Resolving a call on a screen and on a phone, an appointment in the past, and the exports', async ({
  page,
  browser,
  baseURL,
}) => {
  const office = await OwnOffice.open([
    { callerName: 'Ann Waits' },
    { callerName: 'Cal Answered', answeredBy: 'Staff', followUp: false },
  ]);
  await office.enter(page, `/scoreboard?resolve=${office.callId()}`);
  await resolving(page).getByRole('button', { name: 'Resolve' }).click();
  await resolving(page).getByRole('button', { name: 'Add appointment' }).click();
  await resolving(page).getByRole('button', { name: 'Save' }).click();
  await expectLoaded(page);
  await expectAccessible(page);
  await page.goto(`/scoreboard/${office.callId()}?resolve=${office.callId()}`);
  await expect(resolving(page).getByLabel('Callback handler')).toBeVisible();
  await expectLoaded(page);
  await expectAccessible(page);

  await page.goto(`/scoreboard/${office.callId(1)}`);
  const section = page.getByRole('region', { name: 'Scheduled Appointments' });
  await section.getByRole('button', { name: 'Add appointment' }).click();
  await fillAppointment(section, 'Cal');
  await section.getByLabel('Appointment date').fill('2024-03-20');
  await section.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByRole('dialog', { name: 'Is the date right?' })).toBeVisible();
  await expectAccessible(page);

  await requestExport(page, office.id);
  await page.goto(`${missedCalls}&exports=open`);
  const exports = page.getByRole('dialog', { name: 'Exports' });
  await expect(exports.getByRole('button', { name: /^Download calls-/ }).first()).toBeVisible();
  await expectAccessible(page);

  const small = await browser.newPage({ baseURL: baseURL ?? '', reducedMotion: 'reduce', ...phone });
  await office.enter(small, `/scoreboard?resolve=${office.callId()}`);
  const drawer = resolving(small);
  await fillOutcome(drawer);
  await drawer.getByRole('button', { name: 'Add appointment' }).tap();
  await fillAppointment(drawer, 'Ann');
  await drawer.getByRole('button', { name: 'Save' }).tap();
  await expectAccessibleInLight(small);
  await drawer.getByRole('button', { name: 'Resolve' }).tap();
  await expect(drawer).toBeHidden();
  await small.setViewportSize({ width: 320, height: 640 });
  await small.goto(missedCalls);
  await expect(small.getByRole('listitem').filter({ hasText: 'Ann Waits' })).toContainText('Resolved');
  await expectAccessibleInLight(small);
  await small.close();
});

test.describe('on a phone', () => {
  test.use(phone);

  test('The login, the Overview and its heat map', async ({ page }) => {
    await page.goto('/login');
    await expect(page.getByRole('button', { name: 'Sign In' })).toBeVisible();
    await expectAccessibleInLight(page);
    await signIn(page, 'frontdesk', '/scoreboard?range=last-year&compareWith=before');
    await expect(page.getByText(/^Compared with/)).toBeVisible();
    await expectLoaded(page);
    await expectAccessibleInLight(page);
    await page.getByRole('button', { name: /^Show all/ }).scrollIntoViewIfNeeded();
    await page.getByRole('button', { name: /^Calls over Time/ }).tap();
    await expect(page.getByRole('button', { name: /delivered mailings$/ }).first()).toBeVisible();
    await expectAccessible(page, callsOverTime);
    await page.getByRole('button', { name: /^Calls by Day and Hour/ }).tap();
    await expect(page.getByRole('button', { name: /^Monday, 10 AM/ })).toBeVisible();
    await expectAccessible(page, heatMap);
    await page.getByRole('button', { name: /^Accounts, dates and campaigns/ }).tap();
    await expect(page.getByRole('dialog').getByRole('button', { name: 'Last month' })).toBeVisible();
    await expectAccessible(page);
  });

  test('The calls, a filter, a download, and the exports', async ({ page }) => {
    await signIn(page, 'frontdesk', allCalls);
    await expectLoaded(page);
    await expectAccessible(page);
    await page.getByRole('button', { name: /^Filters/ }).tap();
    await page.getByRole('menuitemcheckbox', { name: 'Caller gender' }).tap();
    await page.getByRole('listbox').getByRole('option', { name: 'Female' }).tap();
    await expect(page).toHaveURL(/callerGender=Female/);
    await expectLoaded(page);
    await expectAccessibleInLight(page);
    await page.goto(missedCalls);
    await page.getByRole('button', { name: 'Download', exact: true }).tap();
    await expect(page.getByRole('dialog', { name: 'Download calls' })).toBeVisible();
    await expectAccessibleInLight(page);
    await page.setViewportSize({ width: 320, height: 640 });
    await page.goto(`${missedCalls}&exports=open`);
    await expect(page.getByRole('dialog', { name: 'Exports' })).toBeVisible();
    await expectAccessibleInLight(page);
  });

  test('The Front Desk: somebody’s details, a chart, a metric by staff, and a pro tip', async ({ page }) => {
    await signIn(page, 'frontdesk', frontDesk);
    await page.getByRole('button', { name: /^Conversion Rate/ }).tap();
    await expectLoaded(page);
    await expectAccessibleInLight(page);
    await page.getByRole('list', { name: 'Leaderboard' }).getByRole('button').first().tap();
    await expect(
      page.getByRole('dialog').getByRole('button', { name: /Opportunities: view all calls/ }),
    ).toBeVisible();
    await expectLoaded(page);
    await expectAccessible(page);
    await page.goto(`${frontDesk}&metric=hold-time`);
    await expect(page.getByRole('dialog').getByRole('row').nth(1)).toBeVisible();
    await expectAccessibleInLight(page);
    await page.goto(`${frontDesk}&proTip=hold-time`);
    await expect(
      page.getByRole('dialog', { name: /^Pro Tip Training/ }).getByRole('img', { name: /Hold Time/ }),
    ).toBeVisible();
    await expectAccessibleInLight(page);
  });

  test('The calls of a mailing, on two sizes of phone', async ({ page }) => {
    await signIn(page, 'frontdesk', '/campaigns?sort=leadsCount&dir=desc');
    await cards(page, 'Delivered').filter({ hasText: 'MVP Mail' }).first().getByRole('link').tap();
    const drawer = page.getByRole('dialog');
    await expect(drawer.getByRole('tabpanel', { name: 'Results' }).getByRole('listbox')).toBeVisible();
    await expectLoaded(page);
    await expectAccessibleInLight(page);
    await drawer.getByRole('tab', { name: 'Calls' }).tap();
    await expect(drawer.getByRole('listitem').nth(8)).toBeVisible();
    await expectAccessible(page);
    await page.setViewportSize({ width: 320, height: 640 });
    await expectAccessibleInLight(page);
  });

  test('The review of a design with a comment just pinned, and the tracking lines', async ({ page }) => {
    await signIn(page, 'owner', designWithVersions, /^(?!Log in)/);
    const front = page.getByRole('button', { name: 'Pin a comment on the front' });
    const box = await front.boundingBox();
    // away from the pins of other journeys
    await front.tap({ position: { x: (box?.width ?? 0) * 0.9, y: (box?.height ?? 0) * 0.9 } });
    await page.getByLabel('Comment', { exact: true }).fill('Pinned on the tour.');
    await page.getByRole('button', { name: 'Pin Comment' }).tap();
    await expect(
      page.getByRole('region', { name: 'Comments', exact: true }).getByText('Pinned on the tour.'),
    ).toBeVisible();
    await expectAccessibleInLight(page);
    await page.goto(`${trackingLines}&sort=number&inactive=1`);
    const lines = page.getByRole('list', { name: 'Tracking lines' });
    await expect(lines.getByRole('listitem')).toHaveCount(10);
    await expectAccessible(page);
  });
});

/** Opens the map of the first mailing, and waits until it is rendered. */
async function openMap(page: Page): Promise<void> {
  await signIn(page, 'frontdesk', '/campaigns');
  const card = page.getByRole('article').filter({ hasText: 'MVP Mail' }).first();
  await card.getByRole('link', { name: /View Performance|View Details|Review and Approve/ }).click();
  const drawer = page.getByRole('dialog');
  await drawer.getByRole('tab', { name: 'Map' }).click();
  await drawer.getByRole('tabpanel', { name: 'Map' }).scrollIntoViewIfNeeded();
  await expect(drawer.getByRole('figure', { name: /^The carrier routes of / })).toHaveAttribute(
    'aria-busy',
    'false',
  );
}

test('Map IQ with a table and an info box, the legend of its shades, and its colors', {
  tag: '@webgl',
}, async ({ page }) => {
  await signIn(
    page,
    'frontdesk',
    '/maps?range=all&table=zones&shading=leads&open=zone:avl-area-mvp-zone-2',
    'Map IQ',
  );
  const map = page.getByRole('figure', { name: /^Map of / });
  await expect(map).toHaveAttribute('aria-busy', 'false');
  await expect(map.getByRole('region', { name: 'Legend' })).toBeVisible();
  await expectAccessible(page);
  await map.getByRole('button', { name: 'Color of Haw Creek' }).click();
  await expect(page.getByRole('dialog', { name: 'Color of Haw Creek' })).toBeVisible();
  await expectAccessibleInLight(page);
});

test('The map of a mailing', { tag: '@webgl' }, async ({ page }) => {
  await openMap(page);
  await expectAccessible(page);
});

test.describe('on a phone, in the dark', () => {
  test.use({ ...phone, colorScheme: 'dark' });

  test('The map of a mailing on a phone', { tag: '@webgl' }, async ({ page }) => {
    await openMap(page);
    await expectAccessible(page);
  });
});

test('An operator looks at what waits', async ({ page }) => {
  const email = 'olive@journeys.example';
  await importFiles({ contacts: [{ id: 'olive', name: 'Olive Operator', email, account_ids: '' }] });
  await givePassword(email, ownPassword);
  await page.goto('/login');
  await commandLine(page, 'roles', email, '--add', 'operator');
  await signInAs(page, email, ownPassword);
  await expect(page.getByRole('heading', { level: 1, name: 'Operate' })).toBeVisible();
  await expect(page.getByRole('navigation', { name: 'Main' }).getByRole('link')).toHaveText(['Operate']);
  const queues = page.getByRole('table', { name: 'Queues' });
  await expect(queues.getByRole('row', { name: /^Messages: email \d/ })).toBeVisible();
  await page.getByRole('searchbox', { name: 'Search accounts and contacts' }).fill('olive');
  const found = page.getByRole('table', { name: 'Contacts' }).getByRole('row');
  await expect(found).toHaveCount(2);
  await expect(found.last()).toContainText('operator');
  await expect(page.getByText('No account found')).toBeVisible();
  await page.getByRole('checkbox', { name: 'Only failed ones' }).press('Space');
  await expect(page.getByText('No delivery has failed')).toBeVisible();
  await page.reload();
  await expect(found).toHaveCount(2);
  await expect(page.getByRole('checkbox', { name: 'Only failed ones' })).toBeChecked();
  await page.goBack();
  await expect(page.getByText('Nothing was sent to a webhook')).toBeVisible();
  await expectLoaded(page);
  await expectAccessible(page);
  await page.setViewportSize(phone.viewport);
  await expect(page.getByRole('list', { name: 'Queues' }).getByText('Messages: email')).toBeVisible();
  await expectNoSidewaysScroll(page);
  await expectAccessible(page);
});
