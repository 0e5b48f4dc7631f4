import { expect, type Page } from '@playwright/test';
import { officeIds } from '../../demo/offices.ts';
import { givePassword, importFiles } from './own-record.ts';
import { newestMessage } from './person.ts';

export const ownPassword = 'Front-Desk-2026';

export interface OwnPerson {
  email: string;
  phone: string;
}

export async function addOwnPerson(name: string, phone: string): Promise<OwnPerson> {
  const email = `${name}@journeys.example`;
  await importFiles({ contacts: [{ id: name, name, email, phone, account_ids: officeIds.asheville }] });
  return { email, phone };
}

async function openSettings(page: Page, email: string): Promise<void> {
  await expect(page.getByRole('heading', { level: 1, name: 'Campaigns' })).toBeVisible();
  await page.getByRole('link', { name: 'Settings' }).click();
  await expect(page.getByLabel('Email Address')).toHaveValue(email);
}

export async function setFirstPassword(page: Page, { email }: OwnPerson): Promise<void> {
  await page.goto('/resetPassword');
  await page.getByLabel('Email').fill(email);
  await page.getByRole('button', { name: 'Reset password' }).click();
  await expect(page.getByText('Please check your email for the password reset link.')).toBeVisible();
  await page.goto((await newestMessage(page, email)).link);
  await page.getByLabel('Password', { exact: true }).fill(ownPassword);
  await page.getByRole('button', { name: 'Set password' }).click();
  await openSettings(page, email);
}

export async function openOwnSettings(page: Page, { email }: OwnPerson): Promise<void> {
  await givePassword(email, ownPassword);
  await signInAs(page, email, ownPassword);
  await openSettings(page, email);
}

export async function signInAs(page: Page, email: string, password: string): Promise<void> {
  await page.goto('/login');
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Sign In' }).click();
}
