import { expect, test } from '@playwright/test';
import { expectAccessible } from './accessibility.ts';
import { enterAsMember, ScoringOffice } from './scoring-office.ts';

test('I add an office, and its people see it', async ({ page, browser }) => {
  const office = await ScoringOffice.open();
  const email = await office.addPerson('Olive');
  await enterAsMember(page, await office.addMember('Ava', 'account-manager'), 'Inbox');
  await page
    .getByRole('navigation', { name: 'Provider Desk' })
    .getByRole('link', { name: 'Offices' })
    .focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1, name: 'Offices' })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Quill Dental' })).toBeVisible();
  await expectAccessible(page);

  await page.getByRole('button', { name: 'New office' }).press('Enter');
  const form = page.getByRole('form', { name: 'Office' });
  await form.getByRole('button', { name: 'Create' }).press('Enter');
  await expect(form.getByText('Name must not be empty.')).toBeVisible();
  await expect(form.getByRole('textbox', { name: 'Name', exact: true })).toBeFocused();
  await page.keyboard.type('Quill Phoenix');
  await form.getByRole('combobox', { name: 'Group' }).focus();
  await page.keyboard.type('Quill');
  await page.getByRole('option', { name: 'Quill Dental' }).waitFor();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await form.getByRole('textbox', { name: 'Address' }).focus();
  await page.keyboard.type('12 Main St, Phoenix, AZ 85004');
  await expect(form.getByText('The office is shown at the center of its ZIP code.')).toBeVisible();
  await expect(form.getByRole('combobox', { name: 'Time zone' })).toHaveValue(/Phoenix/);
  await form.getByRole('textbox', { name: 'Latitude' }).fill('95');
  await form.getByRole('button', { name: 'Set hours' }).press('Enter');
  await form.getByRole('button', { name: 'Create' }).press('Enter');
  await expect(form.getByText(/^Latitude must be/)).toBeVisible();
  await expectAccessible(page);
  await form.getByRole('textbox', { name: 'Latitude' }).fill('33.452');
  await form.getByRole('textbox', { name: 'Longitude' }).fill('-112.07');
  await form.getByRole('button', { name: 'Create' }).press('Enter');
  await expect(page.getByRole('heading', { level: 1, name: 'Quill Phoenix' })).toBeVisible();
  await expect(form.getByText('The office is where its coordinates are.')).toBeVisible();

  await page.getByRole('button', { name: 'Add a member of staff' }).press('Enter');
  const member = page.getByRole('dialog', { name: 'Add a member of staff' });
  await member.getByRole('textbox', { name: 'Name' }).fill('Beatrice Smith');
  await member.getByRole('textbox', { name: 'Also called' }).fill('Bea; B. Smith');
  await expectAccessible(page);
  await member.getByRole('button', { name: 'Add' }).press('Enter');
  await expect(page.getByRole('cell', { name: 'Bea; B. Smith' })).toBeVisible();

  await page.getByRole('link', { name: 'Offices' }).first().press('Enter');
  await page.getByRole('button', { name: 'Edit industry of Quill Phoenix' }).press('Enter');
  await page.getByRole('combobox', { name: 'Industry of Quill Phoenix' }).fill('Orthodontics');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('button', { name: 'Edit industry of Quill Phoenix' })).toBeFocused();
  await expect(page.getByRole('cell', { name: 'Orthodontics' })).toBeVisible();
  await expectAccessible(page);

  const hers = await browser.newPage();
  await hers.goto('/login');
  await hers.getByLabel('Email').fill(email);
  await hers.getByLabel('Password', { exact: true }).fill('Own-Scorer-2026');
  await hers.getByRole('button', { name: 'Sign In' }).click();
  await hers
    .getByRole('button', { name: /Quill|All/ })
    .first()
    .click();
  await expect(hers.getByText('Quill Phoenix').first()).toBeVisible();
  await hers.close();
});
