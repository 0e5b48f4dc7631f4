import { expect, test } from '@playwright/test';
import { expectAccessible, expectAccessibleAsShown } from './accessibility.ts';
import { ownPassword, signInAs } from './own-person.ts';
import { givePassword, importFiles } from './own-record.ts';
import {
  commandLine,
  expectLoaded,
  expectNoSidewaysScroll,
  lightPage,
  newestMessage,
  openOutbox,
  pressAtOnce,
  signIn,
} from './person.ts';

/** Checks states of screens that no other journey reaches; the others are checked by the journeys that get there. */

const designWithVersions = '/accounts/silverwren-asheville/designs/avl-campaign-067-design-1';
const approvedDesigns =
  '/design-concept-selection?designIds=avl-campaign-065-design-1,avl-campaign-066-design-1';

const summary = 'section[aria-labelledby="summary-title"]';
const callsOverTime = 'section[aria-labelledby="over-time-title"]';
const heatMap = 'section[aria-labelledby="week-title"]';

test('The screens before sign-in, each of which names the tab, and the outbox page', async ({ page }) => {
  await page.goto('/login');
  await expect(page.getByRole('button', { name: 'Sign In' })).toBeVisible();
  await expect(page).toHaveTitle('Log in · Mailcall');
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
    await expect(page).toHaveTitle(`${heading} · Mailcall`);
    await expectAccessible(page);
  }
  await page.getByLabel('Email').fill('limited@demo.example');
  await page.getByRole('button', { name: 'Reset password' }).click();
  await expect(page.getByText('Please check your email for the password reset link.')).toBeVisible();
  const outbox = await openOutbox(page);
  await expect(outbox.locator('article[data-recipient="limited@demo.example"]').first()).toBeVisible();
  await expectAccessible(outbox);
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
  const dates = page.getByRole('button', { name: /All Time/ });
  await dates.click();
  await page.getByRole('menuitemradio', { name: 'Custom Date Range' }).click();
  await expect(page.getByRole('dialog', { name: 'Custom Date Range' })).toBeVisible();
  // the menu fades out below the dialog, which hides it from roles; by its element it is still found
  await expect(page.locator('[role="menu"]')).toHaveCount(0);
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await expect(dates).toBeFocused();
  await page.goto('/scoreboard?range=last-year&compareWith=before');
  await expect(page.getByText(/^Compared with/)).toBeVisible();
  await expectAccessible(page, summary);
});

test('The review of a design and of a campaign, its help, a comparison, and the choice of a concept', async ({
  page,
}) => {
  await signIn(page, 'owner', designWithVersions, /^(?!Log in)/);
  const comments = page.getByRole('region', { name: 'Comments', exact: true });
  await comments.getByRole('listitem').first().getByRole('button').first().click();
  await expect(page.getByRole('list', { name: 'Replies' }).first()).toBeVisible();
  await expectAccessible(page);
  await pressAtOnce(page.getByRole('button', { name: 'Help' }), 'ArrowRight');
  await expect(page.getByText('Step 2 of 4')).toBeVisible();
  await expectAccessible(page);
  await page.goto('/campaigns/avl-campaign-067/design');
  await expect(page.getByRole('region', { name: 'Your review' }).getByRole('button')).toBeVisible();
  await expectAccessible(page);
  await pressAtOnce(page.getByRole('button', { name: 'Compare' }), 'ArrowDown');
  await expect(page.getByRole('menuitem').first()).toBeFocused();
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

test('The settings with errors in both forms, and a toast on the smallest phone', async ({ page }) => {
  await signIn(page, 'frontdesk', ...lightPage);
  await expect(page).toHaveTitle('Settings · Mailcall');
  await page.getByRole('button', { name: 'Change Password' }).click();
  await page.getByLabel('New Password', { exact: true }).fill('Aa');
  await page.getByLabel('Email Address').fill('');
  await expect(page.getByText('Email is required')).toBeVisible();
  await expectAccessible(page);
  await page.setViewportSize({ width: 320, height: 640 });
  await expectNoSidewaysScroll(page);
  await page.route('**/user/settings', (route) =>
    route.fulfill({ status: 500, json: { status: 'error', message: 'no', data: null } }),
  );
  await page.reload();
  const toast = page.locator('.mantine-Notifications-notification');
  await expect(toast).toContainText('Something went wrong retrieving your settings.');
  // it stays while it has the focus
  await toast.getByRole('button', { name: 'Close this message' }).focus();
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
  const activity = page.getByRole('region', { name: 'Activity' });
  await activity.scrollIntoViewIfNeeded();
  // an export is in the activity, so there is a row whatever other journeys did in this office
  const download = page.waitForEvent('download');
  await activity.getByRole('button', { name: 'Export' }).click();
  await download;
  await activity.getByRole('searchbox').fill('exported');
  await expect(
    activity
      .getByRole('table')
      .getByRole('row', { name: /Exported the activity/ })
      .first(),
  ).toBeVisible();
  await expectLoaded(page);
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Set hours' }).click();
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
  await expectAccessibleAsShown(page);
  await question.getByRole('button', { name: 'Keep editing' }).click();
  await expect(question).toBeHidden();
  await expectAccessible(page);
});

test('An operator logs in with a second step, in a browser that is remembered, and looks at what waits', async ({
  page,
}) => {
  const email = 'olive@journeys.example';
  await importFiles({ contacts: [{ id: 'olive', name: 'Olive Operator', email, account_ids: '' }] });
  await givePassword(email, ownPassword);
  await page.goto('/login');
  await commandLine(page, 'roles', email, '--add', 'operator');
  await signInAs(page, email, ownPassword);
  await expect(page.getByRole('heading', { level: 1, name: 'One more step' })).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Mail me a code' }).press('Enter');
  const code = page.getByLabel('Code from the email');
  await expect(code).toBeFocused();
  await code.fill('000000');
  await code.press('Enter');
  await expect(page.getByRole('alert')).toContainText('Invalid verification code');
  // a phone loads the page again when its person comes back from the mail
  await page.reload();
  await expect(page.getByRole('status').filter({ hasText: `We sent a code to ${email}.` })).toBeVisible();
  await code.fill((await newestMessage(page, email)).code);
  await page.setViewportSize({ width: 390, height: 844 });
  await expectNoSidewaysScroll(page);
  await expectAccessible(page);
  await page.setViewportSize({ width: 1440, height: 900 });
  await expect(page.getByLabel('Remember this browser for 30 days')).toBeChecked();
  await code.press('Enter');
  await expect(page.getByRole('heading', { level: 1, name: 'Connections' })).toBeVisible();

  await page.goto('/logout');
  await expect(page.getByLabel('Email')).toBeVisible();
  await signInAs(page, email, ownPassword);
  await expect(page.getByRole('heading', { level: 1, name: 'Connections' })).toBeVisible();
  await page.goto('/settings');
  const browsers = page.getByRole('region', { name: 'Remembered browsers' });
  await expect(browsers.getByRole('listitem')).toHaveCount(1);
  await expectAccessible(page);
  await browsers.getByRole('button', { name: 'Forget' }).press('Enter');
  await expect(browsers.getByText('No browser is remembered.')).toBeVisible();
  await expect(browsers.getByRole('heading')).toBeFocused();
  await page.goto('/logout');
  await expect(page.getByLabel('Email')).toBeVisible();
  await signInAs(page, email, ownPassword);
  await page.getByRole('button', { name: 'Use a recovery code' }).press('Enter');
  await expect(page.getByLabel('Remember this browser for 30 days')).not.toBeChecked();
  const recovery = /^[0-9A-Z-]{19}$/m.exec(await commandLine(page, 'recovery-codes', email))?.[0] ?? '';
  await page.getByLabel('Recovery code').fill(recovery.toLowerCase());
  await page.getByLabel('Recovery code').press('Enter');
  await expect(page.getByRole('heading', { level: 1, name: 'Connections' })).toBeVisible();
  await page.getByRole('navigation', { name: 'Provider Desk' }).getByRole('link', { name: 'System' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'System' })).toBeVisible();
  await expect(page.getByRole('navigation', { name: 'Main' }).getByRole('link')).toHaveText(['System']);
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
  await page.setViewportSize({ width: 390, height: 844 });
  await expect(page.getByRole('list', { name: 'Queues' }).getByText('Messages: email')).toBeVisible();
  await expectNoSidewaysScroll(page);
  await expectAccessible(page);
});
