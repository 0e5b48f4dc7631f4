import { type Browser, expect, type Page, test } from '@playwright/test';
import { expectAccessible } from './accessibility.ts';
import { importFiles } from './own-record.ts';
import { enterAsMember, ScoringOffice } from './scoring-office.ts';

async function openOffices(page: Page, email: string): Promise<void> {
  await enterAsMember(page, email, 'Inbox');
  await page
    .getByRole('navigation', { name: 'Provider Desk' })
    .getByRole('link', { name: 'Offices' })
    .press('Enter');
  await expect(page.getByRole('link', { name: 'Quill Dental' })).toBeVisible();
}

async function colleague(browser: Browser, email: string): Promise<Page> {
  const page = await browser.newPage();
  await openOffices(page, email);
  return page;
}

async function edit(page: Page, field: string, value: string): Promise<void> {
  await page.getByRole('button', { name: new RegExp(`^Edit ${field} of`) }).press('Enter');
  await page.getByRole('textbox', { name: new RegExp(`${field} of`, 'i') }).fill(value);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('button', { name: new RegExp(`^Edit ${field} of`) })).toBeFocused();
}

test('What a colleague changes shows on my desk at once', async ({ page, browser }) => {
  const office = await ScoringOffice.open();
  const followed = page.waitForResponse('**/api/data/provider/live');
  await openOffices(page, await office.addMember('Ava', 'account-manager'));
  await followed;
  const theirs = await colleague(browser, await office.addMember('Ben', 'account-manager'));

  await edit(theirs, 'name', 'Quill Smiles');
  await expect(page.getByRole('link', { name: 'Quill Smiles' })).toBeVisible();

  await page.getByRole('link', { name: 'Quill Smiles' }).press('Enter');
  const form = page.getByRole('form', { name: 'Office' });
  await form.getByRole('textbox', { name: 'Address' }).fill('12 Main St, Denver, CO 80203');
  await edit(theirs, 'address', '7 Elm St, Denver, CO 80203');
  await expect(form.getByText('Changed meanwhile to 7 Elm St, Denver, CO 80203.')).toBeVisible();
  await expect(form.getByRole('textbox', { name: 'Address' })).toHaveValue('12 Main St, Denver, CO 80203');
  await expectAccessible(page);

  await importFiles({ accounts: [{ id: office.id, name: 'Quill of the Feed' }] });
  await expect(page.getByRole('heading', { level: 1, name: 'Quill of the Feed' })).toBeVisible();
  await expect(form.getByRole('textbox', { name: 'Address' })).toHaveValue('12 Main St, Denver, CO 80203');
  await theirs.close();
});
