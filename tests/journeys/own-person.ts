import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { expect, type Page } from '@playwright/test';
import { officeIds } from '../../demo/offices.ts';
import { newestMessage } from './person.ts';

/** The password that an own person chooses. */
export const ownPassword = 'Front-Desk-2026';

/** Somebody whom one journey has to itself and may change as it likes. */
export interface OwnPerson {
  email: string;
  phone: string;
}

/** Brings a person of this journey's own into the portal, as a provider does: by a feed that names them. */
export async function bringPerson(name: string, phone: string): Promise<OwnPerson> {
  const email = `${name}@journeys.example`;
  const folder = await mkdtemp(join(tmpdir(), 'mailcall-feed-'));
  try {
    await writeFile(
      join(folder, 'contacts.csv'),
      `id,name,email,phone,account_ids\n${name},${name},${email},${phone},${officeIds.asheville}\n`,
    );
    await promisify(execFile)('npm', ['run', '--silent', 'import', '--', folder, '--strict'], {
      cwd: resolve(import.meta.dirname, '../..'),
      env: { ...process.env, DATA_DIR: process.env['MAILCALL_JOURNEYS_DATA'] },
    });
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
  return { email, phone };
}

/** Sets the person's first password by a mailed link, which signs them in, and opens their settings. */
export async function openOwnSettings(page: Page, { email }: OwnPerson): Promise<void> {
  await page.goto('/resetPassword');
  await page.getByLabel('Email').fill(email);
  await page.getByRole('button', { name: 'Reset Password' }).click();
  await expect(page.getByText('Please check your email for the password reset link.')).toBeVisible();
  await page.goto((await newestMessage(page, email)).link);
  await page.getByLabel('Password', { exact: true }).fill(ownPassword);
  await page.getByRole('button', { name: 'Set Password' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Campaigns' })).toBeVisible();
  await page.getByRole('link', { name: 'Settings' }).click();
  await expect(page.getByLabel('Email Address')).toHaveValue(email);
}

/** Signs in by password, from an empty browser. */
export async function signInAs(page: Page, email: string, password: string): Promise<void> {
  await page.goto('/login');
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Sign In' }).click();
}
