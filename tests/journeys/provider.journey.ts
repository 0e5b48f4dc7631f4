import { expect, test } from '@playwright/test';
import { expectAccessible } from './accessibility.ts';
import { enterAsMember, ScoringOffice } from './scoring-office.ts';

test('as an operator of the team I find what /operate showed on the provider’s desk', async ({ page }) => {
  const office = await ScoringOffice.open();
  await enterAsMember(page, await office.addMember('Oda', 'operator'), 'View as Client');
  await page.getByRole('navigation', { name: 'Provider Desk' }).getByRole('link', { name: 'System' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'System' })).toBeVisible();
  await page.goto('/operate?q=Quill');
  await expect(page).toHaveURL(/\/provider\/system\?q=Quill/);
  await expect(page.getByRole('searchbox', { name: 'Search accounts and contacts' })).toHaveValue('Quill');
  await expectAccessible(page);
  await page.goto('/provider/no-such-section');
  await expect(page).toHaveURL(/\/provider\/view-as$/);
});
