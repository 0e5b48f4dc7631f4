import { expect, type Page, test } from '@playwright/test';
import { expectAccessible } from './accessibility.ts';
import { addOwnPerson, openOwnSettings, ownPassword, setFirstPassword, signInAs } from './own-person.ts';
import {
  expectNoSidewaysScroll,
  expectHome,
  expectScoreboard,
  lightPage,
  newestMessage,
  scanLink,
  openOutbox,
  signIn,
} from './person.ts';

const problem = (status: number, message: string) => ({
  status,
  json: { status: 'error', message, data: null },
});
const save = (page: Page) => page.getByRole('button', { name: 'Save', exact: true });
const openSettings = async (page: Page) => {
  await page.getByRole('link', { name: 'Settings' }).click();
  await expect(page.getByLabel('Email Address')).toBeVisible();
};
async function typeCode(page: Page, target: string, recipient = target) {
  const form = page.getByRole('form', { name: `Waiting for the code sent to ${target}` });
  const { code } = await newestMessage(page, recipient);
  await form.getByLabel('Verification code').fill(code === '000000' ? '000001' : '000000');
  await form.getByRole('button', { name: 'Confirm' }).click();
  await expect(form.getByText('Invalid verification code')).toBeVisible();
  await form.getByLabel('Verification code').fill(code);
  await form.getByRole('button', { name: 'Confirm' }).click();
  await expect(form).toBeHidden();
}
const arriveAtSettings = async (page: Page) => {
  await signIn(page, 'frontdesk', ...lightPage);
  await expect(page.getByLabel('Email Address')).toBeVisible();
};

test('I change my password', async ({ page, browser, baseURL }) => {
  const me = await addOwnPerson('changes-password', '+18285550141');
  await setFirstPassword(page, me);
  const elsewhere = await browser.newPage({ baseURL: baseURL ?? '' });
  await signInAs(elsewhere, me.email, ownPassword);
  await expectHome(elsewhere);

  await page.getByRole('button', { name: 'Change Password' }).click();
  const form = page.getByRole('form', { name: 'Change Password' });
  const submit = form.getByRole('button', { name: 'Save password' });
  await expect(form.getByLabel('Current Password', { exact: true })).toBeFocused();
  await form.getByLabel('New Password', { exact: true }).fill('New-Desk-2027');
  await expect(form.getByText('Current password is required')).toBeVisible();
  await form.getByLabel('Current Password', { exact: true }).fill('Wrong-Horse-1');
  await form.getByLabel('Confirm Password', { exact: true }).fill('New-Desk-2028');
  await expect(form.getByText('Your new password and confirmation password do not match')).toBeVisible();
  await expect(submit).toBeDisabled();
  await form.getByLabel('Confirm Password', { exact: true }).fill('New-Desk-2027');
  await submit.click();
  await expect(page.getByRole('alert').filter({ hasText: 'current password is not correct' })).toBeVisible();
  await form.getByLabel('Current Password', { exact: true }).fill(ownPassword);
  await submit.click();
  await expect(page.getByText('Your password has been updated')).toBeVisible();
  await expect(form).toBeHidden();
  await expect(page.getByRole('button', { name: 'Change Password' })).toBeFocused();

  await elsewhere.reload();
  await expect(elsewhere).toHaveURL(/\/login/);
  await signInAs(elsewhere, me.email, 'New-Desk-2027');
  await expectHome(elsewhere);
  await elsewhere.close();
  const outbox = await openOutbox(page);
  await expect(outbox.locator(`article[data-recipient="${me.email}"]`).first()).toContainText(
    'password was changed',
  );
  await outbox.close();
  await page.getByRole('link', { name: 'Scoreboard' }).click();
  await expectScoreboard(page);
});

test('I change my email and sign in with it', async ({ page, context, browser, baseURL }) => {
  const me = await addOwnPerson('changes-email', '+18285550142');
  await openOwnSettings(page, me);
  const otherTab = await context.newPage();
  await otherTab.goto('/scoreboard');
  await expectScoreboard(otherTab);
  const field = page.getByLabel('Email Address');
  await field.click();
  await expect(page.getByText('also changes the email you log in with')).toBeVisible();
  await field.fill('owner@demo.example');
  await save(page).click();
  await expect(page.getByLabel('Current Password')).toHaveAccessibleDescription(/is required/);
  await page.getByLabel('Current Password').fill(ownPassword);
  await save(page).click();
  await expect(page.getByRole('alert').filter({ hasText: 'already in use' })).toBeVisible();
  await expect(field).toHaveAccessibleDescription(/already in use/);
  await expect(field).toBeFocused();
  await field.fill('changed-email@journeys.example');
  await save(page).click();
  await expect(page.getByText('Settings updated')).toBeVisible();
  await expect(save(page)).toBeDisabled();
  await expect(field).toHaveValue(me.email);
  await expect(page.getByLabel('Verification code')).toBeFocused();
  await page.getByRole('button', { name: 'Send again' }).click();
  await expect(page.getByText('Resent verification successfully!')).toBeVisible();
  await typeCode(page, 'changed-email@journeys.example');
  await expect(field).toHaveValue('changed-email@journeys.example');
  const outbox = await openOutbox(page);
  await expect(outbox.locator(`article[data-recipient="${me.email}"]`).first()).toContainText(
    'email address was changed',
  );
  await outbox.close();

  await otherTab.getByRole('tab', { name: 'All Calls', exact: true }).click();
  await expect(otherTab.getByRole('tab', { name: 'All Calls', exact: true })).toHaveAttribute(
    'aria-selected',
    'true',
  );
  await expect(otherTab.getByRole('table').first()).toBeVisible();
  await page.getByRole('link', { name: 'Scoreboard' }).click();
  await expectScoreboard(page);
  const elsewhere = await browser.newPage({ baseURL: baseURL ?? '' });
  await signInAs(elsewhere, me.email, ownPassword);
  await expect(elsewhere.getByRole('alert')).toContainText('Invalid email/password combination');
  await signInAs(elsewhere, 'changed-email@journeys.example', ownPassword);
  await expectHome(elsewhere);
  await elsewhere.close();

  const owner = await browser.newPage({ baseURL: baseURL ?? '', viewport: { width: 390, height: 844 } });
  const { link } = await newestMessage(page, me.email);
  await scanLink(browser, link);
  await owner.goto(link);
  await expect(owner.getByRole('heading', { name: 'Undo the change?' })).toBeVisible();
  await expectNoSidewaysScroll(owner);
  await expectAccessible(owner);
  await owner.getByRole('button', { name: 'This was not me' }).press('Enter');
  const undone = owner.getByRole('heading', { name: 'The change is undone' });
  await expect(undone).toBeVisible();
  await page.reload();
  await expect(page).toHaveURL(/\/login/);
  await owner.goto(link);
  await expect(undone).toBeVisible();
  await owner.goto((await newestMessage(page, me.email)).link);
  await owner.getByLabel('Password', { exact: true }).fill('New-Desk-2027');
  await owner.getByRole('button', { name: 'Set password' }).click();
  await expectHome(owner);
  await owner.close();
});

test('I cannot save an emptied phone; another one I sign in with by text message', async ({ page }) => {
  const me = await addOwnPerson('changes-phone', '+18285550143');
  await openOwnSettings(page, me);
  const field = page.getByLabel('Phone Number');
  await expect(field).toHaveValue('+1 (828) 555-0143');
  await field.click();
  await expect(page.getByText('also changes the number for passwordless login')).toBeVisible();
  await field.fill('');
  await expect(page.getByText('Phone number is required')).toBeVisible();
  await expect(save(page)).toBeDisabled();
  await page.getByRole('button', { name: 'Cancel' }).click();
  await expect(field).toHaveValue('+1 (828) 555-0143');
  await page.getByLabel('Email Address').fill('with-phone@journeys.example');
  await field.fill('828 555 0145');
  await page.getByLabel('Current Password').fill(ownPassword);
  await field.press('Enter');
  const email = page.getByRole('form', { name: 'Waiting for the code sent to with-phone@journeys.example' });
  await expect(email.getByLabel('Verification code')).toBeFocused();
  await email.getByRole('button', { name: 'Cancel the change' }).click();
  await expect(email).toBeHidden();
  const waiting = page.getByRole('form', { name: /^Waiting for the code sent to/ });
  await waiting.getByRole('button', { name: 'Cancel the change' }).click();
  await expect(waiting).toBeHidden();
  await expect(field).toBeFocused();
  await expect(field).toHaveValue('+1 (828) 555-0143');
  await field.fill('828 555 0144');
  await field.blur();
  await expect(field).toHaveValue('+1 (828) 555-0144');
  await page.getByLabel('Current Password').fill(ownPassword);
  await field.press('Enter');
  await expect(waiting).toBeVisible();
  await page.reload();
  await expect(field).toHaveValue('+1 (828) 555-0143');
  await typeCode(page, '+1 (828) 555-0144', '+18285550144');
  await expect(field).toHaveValue('+1 (828) 555-0144');

  await page.goto('/logout');
  await page.getByRole('button', { name: 'using magic link or code' }).click();
  await page.getByLabel('Email or mobile number').fill('828 555 0144');
  await page.getByRole('button', { name: 'Send Me Verification Link' }).click();
  await expect(page).toHaveURL(/\/verify$/);
  const { code } = await newestMessage(page, '+18285550144');
  await page.getByLabel('Verification code', { exact: true }).and(page.locator('input')).fill(code);
  await page.getByRole('button', { name: 'Submit Code' }).click();
  await expectHome(page);
});

test('I leave with unsaved text and confirm it first', async ({ page }) => {
  await signIn(page, 'frontdesk');
  await openSettings(page);
  const field = page.getByLabel('Email Address');
  await field.fill('unsaved@demo.example');
  await page.getByRole('link', { name: 'Scoreboard' }).click();
  const question = page.getByRole('dialog', { name: 'Discard changes?' });
  await expect(question.getByRole('button', { name: 'Keep editing' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(question).toBeHidden();
  await expect(page.getByRole('link', { name: 'Scoreboard' })).toBeFocused();
  await expect(field).toHaveValue('unsaved@demo.example');
  await page.goBack();
  await question.getByRole('button', { name: 'Discard changes' }).click();
  await expectScoreboard(page);
  await openSettings(page);
  await expect(field).toHaveValue('frontdesk@demo.example');
});

test('My settings cannot be loaded, or saved: I read why, can try again, and what I typed stays', async ({
  page,
}) => {
  await page.route('**/user/settings', (route) => route.fulfill(problem(500, 'An error has occurred')));
  await signIn(page, 'frontdesk', ...lightPage);
  const text = 'Something went wrong retrieving your settings. Please try again.';
  await expect(page.getByRole('main').getByText(text)).toBeVisible();
  await expect(page.locator('.mantine-Notifications-root').getByText(text)).toBeVisible();
  await page.unroute('**/user/settings');
  await page.route('**/user/settings', (route) => route.fulfill({ json: { status: 'success', data: {} } }));
  await page.getByRole('button', { name: 'Retry' }).click();
  await expect(page.getByRole('main').getByText('Failed to retrieve settings')).toBeVisible();
  await page.unroute('**/user/settings');
  await page.getByRole('button', { name: 'Retry' }).click();
  await expect(page.getByLabel('Email Address')).toHaveValue('frontdesk@demo.example');

  const field = page.getByLabel('Email Address');
  const answers = [{ json: { status: 'success', data: null } }, problem(500, 'The server says no')];
  await page.route('**/user/settings', (route) => route.fulfill(answers.shift() ?? {}));
  await field.fill('kept@demo.example');
  for (const said of ['Something went wrong', 'The server says no']) {
    await save(page).click();
    await expect(page.getByText(said, { exact: true })).toBeVisible();
    await expect(field).toHaveValue('kept@demo.example');
  }
});

test('With limited access my settings are blocked and not requested', async ({ page }) => {
  const asked: string[] = [];
  page.on('request', (request) => asked.push(new URL(request.url()).pathname));
  await signIn(page, 'limited', ...lightPage);
  await expect(page.getByText('You are currently logged in with limited access.')).toBeVisible();
  expect(asked.filter((path) => path.endsWith('/user/settings'))).toEqual([]);
});

test('With a password at another service I cannot change it here; without one I set the first without a current one', async ({
  page,
}) => {
  const answers = [{ passwordHere: false }, { activated: false }];
  await page.route('**/user/settings', async (route) => {
    const answer = (await (await route.fetch()).json()) as { data: object };
    await route.fulfill({ json: { ...answer, data: { ...answer.data, ...answers[0] } } });
  });
  await arriveAtSettings(page);
  await expect(page.getByText('Change your password there')).toBeVisible();
  await expect(page.getByRole('button', { name: /Password/ })).toHaveCount(0);
  answers.shift();
  await page.reload();
  await expect(
    page.getByText('*Your password is not yet set. Please set it up to enable password login.'),
  ).toBeVisible();
  await page.getByRole('button', { name: 'Setup Password' }).click();
  await expect(page.getByLabel('New Password', { exact: true })).toBeFocused();
  await expect(page.getByLabel('Current Password', { exact: true })).toHaveCount(0);
  await page.route('**/user/password', (route) =>
    route.fulfill({ status: 400, json: { error: 'refused', error_description: 'Choose another one.' } }),
  );
  for (const field of ['New Password', 'Confirm Password'])
    await page.getByLabel(field, { exact: true }).fill('Front-Desk-2026');
  await page.getByRole('button', { name: 'Save password' }).click();
  await expect(page.getByText('Choose another one.')).toBeVisible();
  await page.getByRole('form', { name: 'Setup Password' }).getByRole('button', { name: 'Cancel' }).click();
  await page.getByRole('button', { name: 'Discard changes' }).click();
  await expect(page.getByRole('button', { name: 'Setup Password' })).toBeFocused();
});
