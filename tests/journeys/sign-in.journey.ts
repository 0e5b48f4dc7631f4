import { expect, test } from '@playwright/test';
import { expectAccessible } from './accessibility.ts';
import { expectHome, expectLoaded, lightPage, signInAnew } from './person.ts';

test('I sign in and see the results of my mailings', async ({ page }) => {
  await signInAnew(page, 'owner', '/');
  await expectHome(page);
  await expect(page.getByRole('heading', { name: 'Opportunity Calls', exact: true })).toBeVisible();
  await expect(page.getByText('Dana Whitfield')).toBeVisible();
});

test('I leave the form empty or mistype my password and learn what it needs, and the form stays in place', async ({
  page,
}) => {
  await page.goto('/login');
  await expect(page.getByRole('heading', { level: 1, name: 'Log in to Mailcall' })).toBeVisible();
  const signIn = page.getByRole('button', { name: 'Sign In' });
  const places = () =>
    Promise.all(
      [page.getByRole('heading', { level: 1 }), page.getByLabel('Email'), signIn].map(
        async (part) => (await part.boundingBox())?.y,
      ),
    );
  const before = await places();
  await signIn.click();
  await expect(page.getByText('Email or phone number is required')).toBeVisible();
  expect(await places()).toEqual(before);
  await page.getByLabel('Email').fill('nobody@demo.example');
  await page.getByLabel('Password', { exact: true }).fill('mistyped');
  await signIn.click();
  await expect(page.getByRole('alert')).toHaveText('Invalid email/password combination');
  await expect(page.getByLabel('Email')).toHaveValue('nobody@demo.example');
  expect(await places()).toEqual(before);
});

test('I log out, and my account stays closed in every tab', async ({ page, context }) => {
  await signInAnew(page, 'frontdesk', ...lightPage);
  const other = await context.newPage();
  await other.goto('/settings');
  await expect(other.getByRole('heading', { level: 1, name: 'Settings' })).toBeVisible();
  await page.getByRole('button', { name: 'Logout' }).click();
  const question = page.getByRole('dialog');
  await expect(question).toContainText('Are you sure you want to logout?');
  await expect(question.getByRole('button', { name: 'Logout' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/login/);
  await expect(other).toHaveURL(/\/login/);
});

test('I am away for half an hour: I am warned, and can stay', async ({ page }) => {
  await page.clock.install();
  await signInAnew(page, 'frontdesk', ...lightPage);
  await page.clock.runFor('28:01');
  const warning = page.getByRole('dialog', { name: 'Are you still there?' });
  await expect(warning).toBeVisible();
  await expectAccessible(page);
  await warning.getByRole('button', { name: 'Stay signed in' }).click();
  await expect(warning).toBeHidden();
  await page.clock.runFor('28:01');
  await expect(warning).toBeVisible();
  await page.clock.runFor('02:00');
  await expect(page).toHaveURL(/\/login/);
  await expect(page.getByText('Your session has expired. Please login again.')).toBeVisible();
});

test('I dismiss the referral offer, and it stays away', async ({ page }) => {
  await page.goto('/login');
  const pages = page.getByRole('list', { name: 'Referral pages' }).getByRole('link');
  await expect(pages).toHaveText(['Refer a friend', 'About the offer']);
  await expect(pages.first()).toHaveAttribute('href', 'https://provider.example/refer-a-friend');
  await signInAnew(page, 'owner');
  const offer = page.getByRole('region', { name: 'Refer a friend' });
  await expect(offer.getByRole('link')).toHaveText(['Refer a friend', 'About the offer']);
  await expect(offer).toContainText('100 dollars');
  await expect(offer).toContainText('250 free handout cards');
  // the offer stands below results that still arrive
  await expectLoaded(page);
  await offer.getByRole('button', { name: 'Dismiss the referral offer' }).click();
  await expect(offer).toBeHidden();
  expect(await page.evaluate(() => localStorage.getItem('showBanner'))).toBe('false');
  await page.reload();
  await expect(page.getByRole('heading', { level: 1, name: 'Scoreboard' })).toBeVisible();
  await expect(offer).toBeHidden();
});

test('I sign in with the keyboard only', async ({ page }) => {
  await page.goto('/login');
  await page.getByLabel('Email').focus();
  await page.keyboard.type('other@demo.example');
  await page.keyboard.press('Tab');
  await page.keyboard.type('Mailcall-2018');
  await page.keyboard.press('Tab');
  await expect(page.getByRole('button', { name: 'Show or hide the password' })).toBeFocused();
  await page.keyboard.press('Tab');
  await expect(page.getByRole('link', { name: 'Forgot your password?' })).toBeFocused();
  await page.keyboard.press('Tab');
  await expect(page.getByRole('button', { name: 'Sign In' })).toBeFocused();
  await page.keyboard.press('Tab');
  await expect(page.getByRole('button', { name: 'using magic link or code' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByLabel('Email or mobile number')).toHaveValue('other@demo.example');
  await page.getByRole('button', { name: 'using password' }).press('Enter');
  await page.getByLabel('Password', { exact: true }).fill('Mailcall-2018');
  await page.keyboard.press('Enter');
  await expectHome(page);
});

test('While I work my session is renewed', async ({ page }) => {
  await page.clock.install();
  await signInAnew(page, 'other', ...lightPage);
  const token = () =>
    page.evaluate(
      () =>
        (JSON.parse(localStorage.getItem('mailcall.session') ?? '{}') as { accessToken?: string })
          .accessToken,
    );
  const before = await token();
  await page.clock.runFor('10:00');
  await page.keyboard.press('Shift');
  const renewal = page.waitForResponse((response) => response.url().endsWith('/oauth/token'));
  await page.clock.runFor('05:10');
  expect((await renewal).status()).toBe(200);
  await expect.poll(token).not.toBe(before);
  expect(await page.evaluate(() => document.cookie)).toBe('');
});
