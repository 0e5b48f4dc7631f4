import { type Browser, expect, type Page, test } from '@playwright/test';
import { expectAccessible } from './accessibility.ts';
import { givePassword } from './own-record.ts';
import { addOwnPerson, ownPassword, type OwnPerson } from './own-person.ts';
import { expectHome, expectNoSidewaysScroll } from './person.ts';
import { freeAddress, type PortalProgram, startPortal } from './portal-program.ts';

/** Browsers have passkeys on https and at localhost: another web process of the journeys' portal is there. */
let url: string;
let portal: PortalProgram | undefined;
test.beforeAll(async () => {
  url = (await freeAddress()).replace('127.0.0.1', 'localhost');
  portal = await startPortal(url, { DATA_DIR: process.env['MAILCALL_JOURNEYS_DATA'] ?? '', ROLE: 'web' });
});
test.afterAll(() => portal?.stop());

async function addDevice(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page);
  await session.send('WebAuthn.enable');
  await session.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
}

async function signIn(page: Page, { email }: OwnPerson): Promise<void> {
  await page.goto(`${url}/login`);
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(ownPassword);
  await page.getByLabel('Password', { exact: true }).press('Enter');
  await expectHome(page);
}

async function signInElsewhere(browser: Browser, person: OwnPerson): Promise<Page> {
  const page = await (await browser.newContext()).newPage();
  await signIn(page, person);
  await page.goto(`${url}/settings`);
  await expect(page.getByRole('region', { name: 'Sessions' })).toBeVisible();
  return page;
}

test('I add a passkey, log in with it next time, and sign out elsewhere, all by keyboard', async ({
  page,
  browser,
}) => {
  const person = await addOwnPerson('passkey-owner', '+12025550177');
  await givePassword(person.email, ownPassword);
  await addDevice(page);
  await signIn(page, person);
  await page.goto(`${url}/settings`);
  const passkeys = page.getByRole('region', { name: 'Passkeys' });
  await passkeys.getByRole('button', { name: 'Add a passkey' }).press('Enter');
  await passkeys.getByLabel('Name').fill('My laptop');
  await passkeys.getByRole('button', { name: 'Cancel' }).press('Enter');
  await page.getByRole('button', { name: 'Keep editing' }).press('Enter');
  await expect(passkeys.getByRole('button', { name: 'Cancel' })).toBeFocused();
  await passkeys.getByLabel('Current Password').fill(ownPassword);
  await expectAccessible(page);
  await page.keyboard.press('Enter');
  await expect(page.getByText('Your passkey was added')).toBeVisible();
  await expect(passkeys.getByRole('listitem')).toContainText('My laptop');
  await expect(passkeys.getByRole('heading')).toBeFocused();

  // the browser offers it in the field for the email, where this device accepts at once
  await page.goto(`${url}/logout`);
  await expectHome(page);
  await page.addInitScript(() => {
    PublicKeyCredential.isConditionalMediationAvailable = () => Promise.resolve(false);
  });
  await page.goto(`${url}/logout`);
  await page.getByRole('button', { name: 'with a passkey' }).press('Enter');
  await expectHome(page);

  const elsewhere = await signInElsewhere(browser, person);
  await page.goto(`${url}/settings`);
  const sessions = page.getByRole('region', { name: 'Sessions' });
  await expect(sessions.getByRole('listitem')).toHaveCount(2);
  await expect(sessions.getByRole('listitem').first()).toContainText(/This device.*by passkey/s);
  await expectAccessible(page);
  await page.setViewportSize({ width: 390, height: 844 });
  await expectNoSidewaysScroll(page);
  await sessions.getByRole('button', { name: 'Sign out there' }).press('Enter');
  await expect(page.getByText('You are signed out there.')).toBeVisible();
  await expect(sessions.getByRole('listitem')).toHaveCount(1);
  await elsewhere.reload();
  await expect(elsewhere.getByText('You have been logged out')).toBeVisible();
  await elsewhere.context().close();

  await passkeys.getByRole('button', { name: 'Remove' }).press('Enter');
  await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).press('Enter');
  await expect(page.getByText('Your passkey was removed')).toBeVisible();
  await expect(passkeys.getByRole('listitem')).toHaveCount(0);
});
