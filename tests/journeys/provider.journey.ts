import { expect, test } from '@playwright/test';
import { expectAccessible } from './accessibility.ts';
import { enterAgain, enterAsMember, ScoringOffice } from './scoring-office.ts';

test('as an operator of the team I find what /operate showed on the provider’s desk', async ({ page }) => {
  const office = await ScoringOffice.open();
  await enterAsMember(page, await office.addMember('Oda', 'operator'), 'Inbox');
  const sections = page.getByRole('navigation', { name: 'Provider Desk' }).getByRole('link');
  for (const section of await sections.all()) await expect(section).toBeInViewport({ ratio: 1 });
  await sections.filter({ hasText: 'System' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'System' })).toBeVisible();
  await page.goto('/operate?q=Quill');
  await expect(page).toHaveURL(/\/provider\/system\?q=Quill/);
  await expect(page.getByRole('searchbox', { name: 'Search accounts and contacts' })).toHaveValue('Quill');
  await expectAccessible(page);
  await page.setViewportSize({ width: 390, height: 844 });
  await page.reload();
  await expect(sections.filter({ hasText: 'System' })).toBeInViewport({ ratio: 1 });
  await page.goto('/provider/no-such-section');
  await expect(page).toHaveURL(/\/provider\/inbox$/);
});

test('as an operator I sign a person out everywhere, and find it in the access log', async ({
  page,
  browser,
}) => {
  const office = await ScoringOffice.open();
  const email = await office.addPerson('Lost');
  const other = await (await browser.newContext()).newPage();
  await other.goto('/login');
  await enterAgain(other, email);
  await expect(other.getByRole('heading', { level: 1, name: 'Campaigns' })).toBeVisible();
  await enterAsMember(page, await office.addMember('Otis', 'operator'), 'Inbox');
  await page.goto(`/provider/system?q=${encodeURIComponent(email)}`);
  await page.getByRole('button', { name: 'Sign out: Lost' }).click();
  await expectAccessible(page);
  await page.keyboard.press('Enter');
  await expect(page.getByText('Lost is signed out everywhere.')).toBeVisible();
  await expect(page.getByRole('table', { name: 'Access log' })).toContainText(`sessions Lost-${office.id}`);
  await other.reload();
  await expect(other.getByLabel('Email')).toBeVisible();
  await other.context().close();
});
