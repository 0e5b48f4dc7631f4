import { expect, type Page, test } from '@playwright/test';
import { demoPassword } from '../../demo/people.ts';
import { expectAccessible } from './accessibility.ts';
import {
  commandLine,
  expectHome,
  expectScoreboard,
  lightPage,
  newestMessage,
  scanLink,
  signIn,
  signInAnew,
} from './person.ts';

async function askForCode(page: Page, identifier: string, from = '/login') {
  await page.goto(from);
  await page.getByRole('button', { name: 'using magic link or code' }).click();
  await page.getByLabel('Email or mobile number').fill(identifier);
  await page.getByRole('button', { name: 'Send Me Verification Link' }).click();
}

test('I sign in with the magic link in my email, also after a scanner has opened it', async ({
  page,
  browser,
}) => {
  await askForCode(page, 'owner@demo.example');
  await expect(page).toHaveURL(/\/verify$/);
  await expect(page.getByText('Successfully sent! Please check your email')).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Click the magic link in your email' })).toBeVisible();
  const { link } = await newestMessage(page, 'owner@demo.example');
  await scanLink(browser, link);
  await page.goto(link);
  await expectHome(page);
  await expect(page.getByText('Dana Whitfield')).toBeVisible();
});

test('A magic link works once, in another browser after a press, and then offers a new one', async ({
  page,
  browser,
  baseURL,
}) => {
  await askForCode(page, 'limited@demo.example');
  await expect(page).toHaveURL(/\/verify$/);
  const { link, code } = await newestMessage(page, 'limited@demo.example');
  const elsewhere = await browser.newPage({ baseURL: baseURL ?? '' });
  await elsewhere.goto(link);
  await expect(elsewhere.getByText('This link signs in limited@demo.example.')).toBeVisible();
  await expectAccessible(elsewhere);
  await elsewhere.getByRole('button', { name: 'Sign In' }).press('Enter');
  await expectHome(elsewhere);
  await elsewhere.close();
  await page.getByRole('textbox', { name: 'Verification code' }).fill(code);
  await page.getByRole('button', { name: 'Submit Code' }).click();
  await expect(page.getByRole('alert')).toContainText('a newer one was sent, or its link was used');
  await page.goto(link);
  await expect(page).toHaveURL(/\/login/);
  await expect(page.getByText('This link was used already. Send yourself a new one.')).toBeVisible();
  await expect(page.getByLabel('Email or mobile number')).toHaveValue('limited@demo.example');
  await page.route('**/passwordless/start', (route) => route.fulfill({ status: 500, json: {} }));
  await page.getByRole('button', { name: 'Send Me Verification Link' }).click();
  await expect(page.getByText('There was a problem sending the verification code')).toBeVisible();
  await expect(page.getByText('Send yourself a new one.')).toHaveCount(0);
  await page.unroute('**/passwordless/start');
  await page.getByRole('button', { name: 'Send Me Verification Link' }).click();
  await expect(page).toHaveURL(/\/verify$/);
  await expect(page.getByText('This link was used already')).toBeHidden();
  await expect(page.getByText('Successfully sent! Please check your email')).toBeVisible();

  const { code: sent } = await newestMessage(page, 'limited@demo.example');
  const field = page.getByRole('textbox', { name: 'Verification code' });
  const submit = page.getByRole('button', { name: 'Submit Code' });
  for (let tries = 1; tries <= 5; tries += 1) {
    await field.fill(sent === '000000' ? '000001' : '000000');
    const answered = page.waitForResponse('**/oauth/token');
    await submit.click();
    await answered;
    await expect(page.getByText('Successfully sent!')).toBeHidden();
  }
  await expect(page.getByRole('alert')).toHaveText(
    'This code no longer works after five wrong ones. Get a new code.',
  );
  await expect(submit).toBeDisabled();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Resend Email/Code' }).click();
  await expect(page.getByText('Resent verification successfully!')).toBeVisible();
  await expect(page.getByRole('alert')).toBeHidden();
  await field.fill((await newestMessage(page, 'limited@demo.example')).code);
  await submit.click();
  await expectHome(page);
});

test('I sign in with the code on my phone, typed as people type numbers', async ({ page }) => {
  await page.goto('/login');
  await page.getByRole('button', { name: 'using magic link or code' }).click();
  const field = page.getByLabel('Email or mobile number');
  await field.fill('(520) 555-0199');
  await field.blur();
  await expect(field).toHaveValue('+15205550199');
  await page.getByRole('button', { name: 'Send Me Verification Link' }).click();
  await expect(page.getByRole('heading', { name: 'We sent the verification code' })).toBeVisible();
  await expect(page.getByText('+1 (520) 555-0199')).toBeVisible();
  await page.getByRole('link', { name: 'Back' }).click();
  await expect(field).toHaveValue('+15205550199');
  await page.goBack();
  const { code } = await newestMessage(page, '+15205550199');
  await page.getByRole('textbox', { name: 'Verification code' }).fill(`${code.slice(0, 3)} ${code.slice(3)}`);
  await page.keyboard.press('Enter');
  await expectHome(page);
  await expect(page.getByText('Walt Brannigan')).toBeVisible();
});

test('I change my mind about how to sign in, and keep what I typed', async ({ page }) => {
  await page.goto('/login');
  await page.getByLabel('Email').fill('owner@demo.example');
  await page.getByRole('button', { name: 'using magic link or code' }).click();
  await expect(page.getByLabel('Email or mobile number')).toHaveValue('owner@demo.example');
  await page.getByLabel('Email or mobile number').fill('owner');
  await page.getByRole('button', { name: 'Send Me Verification Link' }).click();
  await expect(page.getByText('Invalid email/phone')).toBeVisible();
  await page.getByRole('button', { name: 'using password' }).click();
  await expect(page.getByRole('button', { name: 'Sign In' })).toBeVisible();
  await page.getByRole('button', { name: 'using magic link or code' }).click();

  const field = page.getByLabel('Email or mobile number');
  const send = page.getByRole('button', { name: 'Send Me Verification Link' });
  await test.step('3 The identifier is normalised on blur', async () => {
    for (const [typed, normal] of [
      ['(520) 555-0199', '+15205550199'],
      ['1 520 555 0199', '+15205550199'],
      ['520-555', '520-555'],
      ['dana@office.example', 'dana@office.example'],
    ] as const) {
      await field.fill(typed);
      await field.blur();
      await expect(field).toHaveValue(normal);
    }
  });
  await test.step('A code that could not be sent is said so', async () => {
    await page.route('**/passwordless/start', (route) => route.fulfill({ status: 500, json: {} }));
    await field.fill('owner@demo.example');
    await send.click();
    await expect(page.getByRole('alert')).toContainText('There was a problem sending the verification code');
    await page.unroute('**/passwordless/start');
  });
  await test.step('2 Without a password: an unknown person gets the same reply, and nothing is sent', async () => {
    const asked: string[] = [];
    page.on('request', (request) => asked.push(new URL(request.url()).pathname));
    await field.fill('nobody@demo.example');
    await send.click();
    await expect(page.getByText('Successfully sent! Please check your email')).toBeVisible();
    await expect(page.getByRole('heading', { name: 'Click the magic link in your email' })).toBeVisible();
    expect(asked).toContain('/api/identity/users/check');
    expect(asked).not.toContain('/api/identity/passwordless/start');
    await page.getByRole('link', { name: 'Back' }).click();
    await expect(page).toHaveURL(/\/login$/);
  });
});

const limitedSentence =
  'You are currently logged in with limited access. Verify your identity to view this page';

test('Limited by my role, I see what I am allowed to see, and read whom to ask for the rest', async ({
  page,
}) => {
  await signIn(page, 'limited', ...lightPage);
  await expect(page.getByText('Theo Lindgren (Limited Access)')).toBeVisible();
  for (const path of ['/calls', '/login']) {
    await page.goto(path);
    await expect(page.getByText(limitedSentence)).toBeVisible();
    await expect(page.getByText('Ask support@mailcall.example for full access')).toBeVisible();
    await expect(page.getByRole('link', { name: 'support@mailcall.example' })).toHaveAttribute(
      'href',
      'mailto:support@mailcall.example',
    );
    await expect(page.getByRole('link', { name: 'Verify' })).toHaveCount(0);
    await expect(page.getByRole('button', { name: 'Verify' })).toHaveCount(0);
    await expectAccessible(page);
  }
  await page.getByRole('link', { name: 'Go to the campaigns' }).click();
  await expectHome(page);
});

test('With limited access I see what I am allowed to see, and verify for the rest', async ({ page }) => {
  await page.goto('/login');
  const link = new URL(await commandLine(page, 'sign-in-link', 'other@demo.example'));
  await page.goto(`/scoreboard?${link.searchParams.toString()}`);
  await expectScoreboard(page);
  await page.goto('/calls');
  await expect(page.getByText(limitedSentence)).toBeVisible();
  await page.getByRole('link', { name: 'Verify' }).click();
  await expect(page).toHaveURL(/\/login/);
  await expect(page.getByText(limitedSentence)).toBeVisible();
  await page.getByLabel('Email').fill('other@demo.example');
  await page.getByLabel('Password', { exact: true }).fill(demoPassword);
  await page.getByRole('button', { name: 'Verify' }).click();
  await expectScoreboard(page);
});

test('The mock sign-in of the login page logs out', async ({ page }) => {
  await signInAnew(page, 'owner', ...lightPage);
  await page.goto('/login?action=mock');
  await expect(page).toHaveURL(/\/login$/);
  await expect(page.getByRole('button', { name: 'Sign In' })).toBeVisible();
});
