import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, type Page, test } from '@playwright/test';
import { demoPeople } from '../../demo/people.ts';
import { expectScoreboard, figureOf } from './person.ts';
import { freeAddress, makeDataFolder, type PortalProgram, runToEnd, startPortal } from './portal-program.ts';

/** A provider's own tenant (IDENTITY_ISSUER): a second Mailcall with people, keys and database of its own. */

const owner = demoPeople.find(({ email }) => email === 'owner@demo.example');
const atTenant = { email: 'dana@tenant.example', name: 'Dana of the Tenant', password: 'Tenant-Only-2018' };

let tenantFolder: string;
let tenantUrl: string;
let portalUrl: string;
const running: PortalProgram[] = [];

async function fillTenant(settings: Record<string, string>): Promise<void> {
  await writeFile(join(tenantFolder, 'accounts.csv'), 'id,name\ntenant,Tenant\n');
  const people = [
    ['id', 'name', 'email', 'account_ids'],
    [owner?.id, atTenant.name, atTenant.email, 'tenant'],
  ];
  await writeFile(join(tenantFolder, 'contacts.csv'), `${people.map((row) => row.join(',')).join('\n')}\n`);
  await runToEnd('server/import.ts', settings, tenantFolder, '--strict');
  const link = new URL(await runToEnd('server/cli.ts', settings, 'setup-link', atTenant.email));
  const activated = await fetch(`${tenantUrl}/api/identity/contacts/activate`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ ...Object.fromEntries(link.searchParams), password: atTenant.password }),
  });
  expect(activated.status).toBe(200);
}

test.describe.configure({ mode: 'default' });

test.beforeAll(async () => {
  test.setTimeout(180_000);
  tenantFolder = await makeDataFolder();
  [tenantUrl, portalUrl] = [await freeAddress(), await freeAddress()];
  const tenant = {
    DATA_DIR: tenantFolder,
    MAILCALL_DEMO: 'off',
    IDENTITY_AUDIENCE: 'their-portal',
    IDENTITY_ORIGINS: portalUrl,
  };
  running.push(await startPortal(tenantUrl, tenant));
  await fillTenant(tenant);
  const portal = {
    DATA_DIR: process.env['MAILCALL_JOURNEYS_DATA'] ?? '',
    ROLE: 'web',
    IDENTITY_ISSUER: `${tenantUrl}/api/identity`,
    IDENTITY_AUDIENCE: 'their-portal',
  };
  running.push(await startPortal(portalUrl, portal));
});

test.afterAll(async () => {
  await Promise.all(running.map((program) => program.stop()));
  await rm(tenantFolder, { recursive: true, force: true });
});

async function submit(page: Page, email: string, password: string) {
  await page.goto(`${portalUrl}/scoreboard`);
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Sign In' }).click();
}

test('I sign in at my provider’s own tenant and see my figures in the portal', async ({ page }) => {
  const asked: string[] = [];
  page.on('request', (request) => asked.push(request.url()));
  await submit(page, atTenant.email, atTenant.password);
  await expectScoreboard(page);
  await expect(page.getByText(atTenant.name)).toBeVisible();
  expect(await figureOf(page, 'All Calls')).toBeGreaterThan(1000);
  expect(asked).toContain(`${tenantUrl}/api/identity/oauth/token`);
  expect(asked).not.toContain(`${portalUrl}/api/identity/oauth/token`);
  await page.reload();
  await expectScoreboard(page);
  await page.goto(`${portalUrl}/logout`);
  await expect(page).toHaveURL(`${portalUrl}/login`);
});

test('My password in the portal’s own record opens nothing there', async ({ page }) => {
  await submit(page, owner?.email ?? '', owner?.password ?? '');
  await expect(page.getByRole('alert')).toContainText('Invalid email/password combination');
});
