import { expect, test } from '@playwright/test';
import { expectAccessible } from './accessibility.ts';
import { enterAsMember, ScoringOffice } from './scoring-office.ts';

test('I see what my client sees, change nothing, and come back', async ({ page }) => {
  const office = await ScoringOffice.open('Carla Caller');
  await office.addPerson('Clio');
  await enterAsMember(page, await office.addMember('Ava', 'account-manager'), 'Inbox');
  await page
    .getByRole('navigation', { name: 'Provider Desk' })
    .getByRole('link', { name: 'View as Client' })
    .press('Enter');
  await expect(page.getByRole('heading', { level: 1, name: 'View as Client' })).toBeVisible();
  await expectAccessible(page);
  const search = page.getByRole('searchbox', { name: 'Name or email of the client' });
  await search.fill('nobody');
  await expect(page.getByText('None of your clients has this name or email.')).toBeVisible();
  await search.fill('Clio');
  const view = page.getByRole('button', { name: 'View as Clio' });
  await expect(page.getByText('Quill Dental')).toBeVisible();
  await view.focus();
  await page.keyboard.press('Enter');

  const bar = page.getByRole('complementary', { name: 'View as Client' });
  await expect(bar).toContainText('You see what Clio sees.');
  await expect(page.getByRole('heading', { level: 1, name: 'Campaigns' })).toBeVisible();
  await page.goto(`/scoreboard/${office.id}-call-0`);
  await expect(page.getByRole('dialog')).toContainText('Carla Caller');
  await expect(bar).toBeVisible();
  await expectAccessible(page);

  await page.goto('/settings');
  await expect(page.getByText('You view as a client. Nothing can be changed').first()).toBeVisible();
  await page.reload();
  await expect(bar).toContainText('You see what Clio sees.');

  await bar.getByRole('button', { name: 'End view' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'View as Client' })).toBeVisible();
  await expect(bar).toBeHidden();
  await expect(search).toHaveValue('Clio');
});
