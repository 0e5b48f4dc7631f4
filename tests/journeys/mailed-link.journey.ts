import { expect, test } from '@playwright/test';
import { officeIds } from '../../demo/offices.ts';
import { openUnsubscribeLinks } from '../../server/features/alerts/unsubscribe.ts';
import { expectAccessible } from './accessibility.ts';
import {
  bringSession,
  commandLine,
  expectHome,
  expectNoSidewaysScroll,
  expectScoreboard,
  newestMessage,
  scanLink,
} from './person.ts';

test.describe.configure({ mode: 'serial' });

test('I am new: a mailed token shows me my figures, and from there I get my setup link', async ({
  page,
  browser,
}) => {
  await page.goto('/login');
  const link = new URL(await commandLine(page, 'sign-in-link', 'new@demo.example'));
  await scanLink(browser, link.href);
  await page.goto(`/scoreboard?range=year&${link.searchParams.toString()}`);
  await expectScoreboard(page);
  expect(page.url()).not.toContain('token');
  await expect(page.getByText('Priya Raman (Limited Access)')).toBeVisible();
  await page.goto('/calls');
  await page.getByRole('button', { name: 'Send setup link' }).click();
  await expect(page.getByText('Setup link sent. Please check your email.')).toBeVisible();
  const message = await newestMessage(page, 'new@demo.example');
  await scanLink(browser, message.link);
  await page.goto(message.link);
  const field = page.getByLabel('Password', { exact: true });
  const submit = page.locator('button[type=submit]');
  await expect(submit).toBeDisabled();
  await field.fill('Front-Desk-1');
  await submit.click();
  await expectHome(page);
  await expect(page.getByRole('navigation', { name: 'Main' }).getByText('Priya Raman')).toBeVisible();
  await page.goto('/logout');
  await expect(page).toHaveURL(/\/login/);
  await page.goto(message.link);
  await expect(page).toHaveURL(/\/login/);
  await expect(page.getByText(/already activated/)).toBeVisible();
});

test('I forgot my password: a mailed link lets me choose another, once', async ({ page, browser }) => {
  await page.goto('/login');
  await page.getByRole('link', { name: 'Forgot your password?' }).click();
  await expect(page).toHaveURL(/\/resetPassword$/);
  const submit = page.getByRole('button', { name: 'Reset password' });
  await expect(submit).toBeDisabled();
  await page.getByLabel('Email').fill('new');
  await submit.click();
  await expect(page.getByText('Invalid Email')).toBeVisible();
  await page.getByLabel('Email').fill('new@demo.example');
  await submit.click();
  await expect(page.getByText('Please check your email for the password reset link.')).toBeVisible();
  const { link } = await newestMessage(page, 'new@demo.example');
  await scanLink(browser, link);
  await page.goto(link);
  await page.getByLabel('Password', { exact: true }).fill('Front-Desk-2');
  await page.locator('button[type=submit]').click();
  await expectHome(page);
  await page.goto('/logout');
  await expect(page).toHaveURL(/\/login/);
  await page.goto(link);
  await expect(page.getByText('This link to choose a new password was used')).toBeVisible();
  await page.getByRole('button', { name: 'Request New Link' }).click();
  await expect(page.getByText('Please check your email for the password reset link.')).toBeVisible();
  const another = await newestMessage(page, 'new@demo.example');
  expect(another.link).not.toBe(link);
  await bringSession(page, 'owner');
  await page.goto(another.link);
  await expect(page.getByText('Dana Whitfield (owner@demo.example)')).toBeVisible();
  await expect(page.getByText('This link is for new@demo.example.')).toBeVisible();
  await page.getByRole('button', { name: 'Stay signed in' }).click();
  await expectHome(page);
  await expect(page.getByText('Dana Whitfield')).toBeVisible();
});

test('I stop the emails of an alert without signing in', async ({ page, browser, baseURL }) => {
  const links = await openUnsubscribeLinks({
    dataFolder: process.env['MAILCALL_JOURNEYS_DATA'] ?? '',
  });
  const link = links.urlOf(baseURL ?? '', {
    accountId: officeIds.homeServices,
    contactId: 'demo-other',
    alertType: 'New Opportunity Call Alert',
  });
  await scanLink(browser, link);
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto(link);
  await expect(page).toHaveURL(/\/unsubscribe\?token=/);
  await expect(page.getByRole('heading', { name: 'Stop these emails?' })).toBeVisible();
  await expect(page.getByText('You get the New Opportunity Call Alert of')).toBeVisible();
  await expectNoSidewaysScroll(page);
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Stop emails' }).press('Enter');
  const stopped = page.getByRole('heading', { name: 'You will no longer get these emails' });
  await expect(stopped).toBeVisible();
  await page.goto(link);
  await expect(stopped).toBeVisible();
  await page.getByRole('link', { name: 'Open settings' }).click();
  await expect(page).toHaveURL(/\/login$/);
});
