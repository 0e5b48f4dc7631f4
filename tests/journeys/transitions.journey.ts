import { expect, type Page, test } from '@playwright/test';
import { officeIds } from '../../demo/offices.ts';
import { expectAccessible } from './accessibility.ts';
import { issueInBrowserTime } from './issuer-time.ts';
import {
  commandLine,
  expectHome,
  expectScoreboard,
  hold,
  lightPage,
  listTab,
  newestMessage,
  scanLink,
  signIn,
  signInAnew,
} from './person.ts';

/** Transitions that neither routes.journey.ts nor errors.journey.ts shows; tests/transitions.md names the test of each. */

const expired = 'Your session has expired. Please login again.';
const calls = (page: Page) => page.getByRole('table').locator('tbody').getByRole('row');

const kept = (page: Page, name: string) =>
  page.evaluate((key) => localStorage.getItem(`mailcall.${key}`), name);

async function askForCode(page: Page, identifier: string, from = '/login') {
  await page.goto(from);
  await page.getByRole('button', { name: 'using magic link or code' }).click();
  await page.getByLabel('Email or mobile number').fill(identifier);
  await page.getByRole('button', { name: 'Send Me Verification Link' }).click();
}

test.describe('4.1 Session', () => {
  test('At sign-in the session is saved, and restored at start without asking for a token', async ({
    page,
    context,
  }) => {
    await signInAnew(page, 'other', ...lightPage);
    const saved = JSON.parse((await kept(page, 'session')) ?? '{}') as { expiresAt: number };
    expect(Math.abs(saved.expiresAt - Date.now() - 3_600_000)).toBeLessThan(60_000);
    const later = await context.newPage();
    const asked: string[] = [];
    later.on('request', (request) => asked.push(new URL(request.url()).pathname));
    await later.goto('/');
    await expectHome(later);
    expect(asked).not.toContain('/api/identity/oauth/token');
  });

  test('A timer at expiry clears the session, goes to /logout, and the login says that it expired', async ({
    page,
  }) => {
    const visited: string[] = [];
    page.on('framenavigated', (frame) => visited.push(new URL(frame.url()).pathname));
    await page.clock.install();
    await signInAnew(page, 'frontdesk', ...lightPage);
    await page.clock.fastForward('01:00:05');
    await expect(page).toHaveURL(/\/login/);
    await expect(page.getByText(expired)).toBeVisible();
    expect(visited).toContain('/logout');
    expect(await kept(page, 'session')).toBeNull();
    await page.reload();
    await expect(page.getByText(expired)).toBeVisible();
  });

  test('A session that was saved and expired since ends at start, and the login says so', async ({
    page,
  }) => {
    await signInAnew(page, 'other', ...lightPage);
    await page.evaluate(() => {
      const saved = JSON.parse(localStorage.getItem('mailcall.session') ?? '{}') as object;
      localStorage.setItem('mailcall.session', JSON.stringify({ ...saved, expiresAt: Date.now() - 1 }));
    });
    await page.goto('/scoreboard');
    await expect(page).toHaveURL(/\/login$/);
    await expect(page.getByText(expired)).toBeVisible();
  });

  test('However busy I am, after twelve hours the session expires', async ({ page }) => {
    await page.clock.install();
    const renewals = await issueInBrowserTime(page);
    await signInAnew(page, 'other', ...lightPage);
    const busyFor = '26:00';
    for (let step = 1; step <= 27; step += 1) {
      await page.keyboard.press('Shift');
      const renewed = page.waitForResponse((response) => response.url().endsWith('/oauth/token'));
      await page.clock.fastForward(busyFor);
      await renewed;
    }
    expect(renewals()).toBe(27);
    await expect(page.getByRole('heading', { level: 1, name: 'Settings' })).toBeVisible();
    await page.keyboard.press('Shift');
    await page.clock.fastForward(busyFor);
    await expect(page).toHaveURL(/\/login$/);
    await expect(page.getByText(expired)).toBeVisible();
  });

  test('Token sign-in replaces the session of another email; its failure leads to /login', async ({
    page,
  }) => {
    await signInAnew(page, 'other', ...lightPage);
    const link = new URL(await commandLine(page, 'sign-in-link', 'limited@demo.example'));
    const asked: string[] = [];
    page.on('request', (request) => asked.push(new URL(request.url()).pathname));
    const open = () => page.goto(`/scoreboard?${link.searchParams.toString()}`);
    await open();
    await expect(page.getByRole('heading', { name: 'You are already signed in' })).toBeVisible();
    await expect(page.getByText('Walt Brannigan (other@demo.example)')).toBeVisible();
    await expect(page.getByText('This link is for limited@demo.example.')).toBeVisible();
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Stay signed in' }).click();
    await expectScoreboard(page);
    await expect(page.getByText('Walt Brannigan')).toBeVisible();
    expect(asked).not.toContain('/api/identity/oauth/token');
    expect(asked).not.toContain('/api/identity/logout');
    await open();
    const ended = page.waitForRequest((request) => request.url().endsWith('/api/identity/logout'));
    await page.getByRole('button', { name: 'Logout and continue' }).click();
    await ended;
    await expectScoreboard(page);
    await expect(page.getByText('Theo Lindgren (Limited Access)')).toBeVisible();
    await page.goto('/scoreboard?email=nobody%40demo.example&token=wrong');
    await page.getByRole('button', { name: 'Logout and continue' }).click();
    await expect(page).toHaveURL(/\/login$/);
    await expect(page.getByText('Unauthorized access.')).toBeVisible();
    await page.goto('/scoreboard');
    await expect(page).toHaveURL(/\/login$/);
  });
});

test.describe('4.2 Login flow', () => {
  test('1 By password: success goes to the remembered path', async ({ page }) => {
    await signInAnew(page, 'owner', '/scoreboard?tab=all-calls&outcome=missed+call&range=year');
    await expect(page).toHaveURL(/outcome=missed\+call/);
    await expect(listTab(page, 'Missed Calls')).toHaveAttribute('aria-selected', 'true');
  });

  test('2 Without a password: a wrong code keeps the person on the form, a right one goes to the remembered path', async ({
    page,
  }) => {
    await askForCode(
      page,
      'frontdesk@demo.example',
      '/scoreboard?tab=all-calls&outcome=missed+call&range=year',
    );
    const field = page.getByLabel('Verification code', { exact: true }).and(page.locator('input'));
    const submit = page.getByRole('button', { name: 'Submit Code' });
    await expect(submit).toBeDisabled();
    await field.fill('000000');
    await submit.click();
    await expect(page.getByRole('alert')).toContainText('Invalid verification code');
    await page.getByRole('button', { name: 'Resend Email/Code' }).click();
    await expect(page.getByText('Resent verification successfully!')).toBeVisible();
    const { code } = await newestMessage(page, 'frontdesk@demo.example');
    await field.fill(code);
    await submit.click();
    await expect(page).toHaveURL(/outcome=missed\+call/);
    await expect(listTab(page, 'Missed Calls')).toHaveAttribute('aria-selected', 'true');
  });
});

test.describe('4.3 Account activation and setup', () => {
  const answer = (message: string) => ({ status: 422, json: { status: 'error', message, data: null } });

  test('4 Verify failure that says expire: Request New Link, which can fail and succeed', async ({
    page,
  }) => {
    await page.route('**/contacts/activate/verify', (route) =>
      route.fulfill(answer('This link has expired. Please request a new one.')),
    );
    await page.route('**/contacts/refresh-activation-link', (route) => route.fulfill(answer('no')), {
      times: 1,
    });
    await page.goto('/activation?email=new%40demo.example&code=old');
    const request = page.getByRole('button', { name: 'Request New Link' });
    await request.click();
    await expect(page.getByRole('alert')).toContainText(
      'There was a problem requesting the link, please contact us at support@mailcall.example',
    );
    await page.route('**/contacts/refresh-activation-link', (route) =>
      route.fulfill({ json: { status: 'success', data: { purpose: 'setup' } } }),
    );
    await request.click();
    await expect(page.getByText('New link successully sent!')).toBeVisible();
    await expect(page.getByText('Check your email for your new account activation link.')).toBeVisible();

    await page.unroute('**/contacts/activate/verify');
    await test.step('4 Verify failure otherwise: the activation error page', async () => {
      const verified = page.waitForRequest((sent) => sent.url().endsWith('/contacts/activate/verify'));
      await page.goto('/activation?email=new%40demo.example&code=wrong');
      await expect(page.getByRole('heading', { name: 'This link cannot be used' })).toBeVisible();
      expect((await verified).postDataJSON()).toEqual({ email: 'new@demo.example', code: 'wrong' });
    });
  });
});

test.describe('4.4 Account selection', () => {
  test('A change of accounts, dates or campaigns refreshes the list and goes to its first page', async ({
    page,
  }) => {
    await signIn(page, 'owner', '/scoreboard?tab=all-calls&outcome=all+calls');
    const changes = {
      campaigns: async () => {
        await page.getByRole('button', { name: /All Campaigns/ }).click();
        await page.getByRole('menuitemradio', { name: 'Mailing Campaigns', exact: true }).click();
        await expect(page).toHaveURL(/type=mvp-mail/);
      },
      accounts: async () => {
        await page.getByRole('button', { name: /^Accounts/ }).click();
        const modal = page.getByRole('dialog');
        await modal.getByRole('checkbox', { name: /Orthodontics/ }).uncheck();
        await modal.getByRole('button', { name: 'Apply' }).click();
        await expect(page).toHaveURL(/accounts=/);
      },
      dates: async () => {
        await page.getByRole('button', { name: /All Time/ }).click();
        await page.getByRole('menuitemradio', { name: 'Year', exact: true }).click();
        await expect(page).toHaveURL(/range=year/);
      },
    };
    for (const change of Object.values(changes)) {
      await page.getByRole('button', { name: 'Next page' }).click();
      await expect(page).toHaveURL(/page=2/);
      await expect(page.getByRole('status').filter({ hasText: '16 – 30 of' })).toBeVisible();
      const list = page.waitForResponse((response) => /\/api\/data\/calls\?/.test(response.url()));
      await change();
      expect((await list).status()).toBe(200);
      await expect(page).not.toHaveURL(/page=/);
      await expect(page.getByRole('status').filter({ hasText: '1 – 15 of' })).toBeVisible();
    }
    await page.getByRole('button', { name: 'Next page' }).click();
    await expect(page.getByRole('status').filter({ hasText: '16 – 30 of' })).toBeVisible();
    const held = Promise.withResolvers<void>();
    await page.route(/\/api\/data\/calls\?/, async (route) => {
      await held.promise;
      await route.continue();
    });
    await page.getByRole('button', { name: /Mailing Campaigns/ }).click();
    await page.getByRole('menuitemradio', { name: 'All Campaigns', exact: true }).click();
    await expect(page).not.toHaveURL(/type=/);
    await page.getByRole('button', { name: 'Next page' }).click();
    await expect(page).toHaveURL(/page=2/);
    held.resolve();
    await expect(page.getByRole('status').filter({ hasText: '16 – 30 of' })).toBeVisible();
  });

  test('With no accounts selected nothing is requested from the server', async ({ page }) => {
    await page.route('**/user/relatedAccounts', async (route) => {
      const answered = (await (await route.fetch()).json()) as { data: { accounts: unknown[] } };
      answered.data.accounts = [];
      await route.fulfill({ json: answered });
    });
    const asked: string[] = [];
    page.on('request', (request) => asked.push(new URL(request.url()).pathname));
    await signInAnew(page, 'owner');
    await expect(page.locator('[aria-busy="true"]')).toHaveCount(0);
    await page.goto('/scoreboard?tab=all-calls&outcome=all+calls');
    await expect(page.getByText('No data available')).toBeVisible();
    await expect(calls(page).getByRole('link')).toHaveCount(0);
    expect(asked.filter((path) => path.startsWith('/api/data/'))).toEqual([]);
  });
});

test.describe('4.5 Scoreboard grant', () => {
  test('A code is exchanged for a session and a grant, which goes with the accounts call; clearing removes all of it', async ({
    page,
    browser,
  }) => {
    await page.goto('/login');
    const offices = [officeIds.asheville, officeIds.boulder];
    const link = await commandLine(page, 'grant-scoreboard', 'frontdesk@demo.example', offices.join(','));
    await scanLink(browser, link);
    await signInAnew(page, 'other', ...lightPage);
    await page.goto(link);
    await expect(page.getByRole('heading', { name: 'Scoreboard access' })).toBeVisible();
    await expect(page.getByRole('listitem').filter({ hasText: 'Boulder' })).toBeVisible();
    await expectAccessible(page);
    const related = page.waitForRequest((request) => request.url().endsWith('/user/relatedAccounts'));
    const release = await hold(page, '/api/identity/auth/scoreboard/grant');
    await page.getByRole('button', { name: 'Logout and continue' }).click();
    await expect(page.getByText('Obtaining scoreboard access ...')).toBeVisible();
    release();
    await expectHome(page);
    await expect(page.getByText(/2\/2/).first()).toBeVisible();
    const { grants } = JSON.parse((await kept(page, 'session')) ?? '{}') as {
      grants: { scoreboard: { value: string; expires: number } };
    };
    expect((await related).headers()['x-grant-scoreboard']).toBe(grants.scoreboard.value);
    expect(grants.scoreboard.expires * 1000).toBeGreaterThan(Date.now());

    await page.goto(`/scoreboard?accounts=${officeIds.boulder}`);
    const callbacks = page.getByRole('region', { name: /Missed And Follow-up Calls/ });
    await expect(callbacks.getByRole('link', { name: /^Call \+1/ }).first()).toBeVisible();
    await expect(callbacks.getByRole('button', { name: /^Resolve/ })).toHaveCount(0);
    await callbacks.locator('[data-row]').first().click();
    await expect(page.getByRole('dialog', { name: 'Call Details' })).toBeVisible();
    await test.step('A guest opens what the granted accounts have, nothing that is refused, and nothing of the contact', async () => {
      const refused: string[] = [];
      page.on('response', (response) => {
        if ([401, 403].includes(response.status())) refused.push(response.url());
      });
      for (const [path, heading] of [
        ['/scoreboard?tab=front-desk', 'Scoreboard'],
        ['/scoreboard?tab=all-calls', 'Scoreboard'],
        ['/callbacks', 'Callbacks'],
        ['/tracking-lines', 'Tracking Lines'],
        ['/maps', 'Map IQ'],
      ] as const) {
        await page.goto(path);
        await expect(page.getByRole('heading', { level: 1, name: heading })).toBeVisible();
        await expect(page.locator('main [aria-busy="true"]')).toHaveCount(0);
      }
      await expect(page.getByRole('heading', { name: 'Patient Lists' })).toHaveCount(0);
      const menu = page.getByRole('navigation', { name: 'Main' });
      await expect(menu.getByText('(Scoreboard Link)')).toBeVisible();
      for (const name of ['Settings', 'Views']) await expect(menu.getByText(name)).toHaveCount(0);
      for (const path of ['/settings', `/campaigns/${officeIds.boulder}/design`, '/views/none']) {
        await page.goto(path);
        await expect(page.getByText('You opened a scoreboard link.')).toBeVisible();
      }
      expect(refused).toEqual([]);
    });
    await page.goto(`/scoreboard?accounts=${officeIds.asheville},${officeIds.boulder}`);

    await page.getByRole('button', { name: /^Accounts/ }).click();
    const modal = page.getByRole('dialog');
    await modal.getByRole('button', { name: /^Hide .*Boulder/ }).click();
    await modal.getByRole('button', { name: 'Apply' }).click();
    expect(await kept(page, 'hidden-accounts')).toContain(officeIds.boulder);
    await expect(
      page.getByRole('button', { name: /^Accounts: .*Asheville.*1 of 2 selected, 1 hidden/ }),
    ).toBeVisible();
    await page.goto('/logout');
    await expect(page).toHaveURL(/\/login$/);
    expect([await kept(page, 'session'), await kept(page, 'hidden-accounts')]).toEqual([null, null]);
  });
});
