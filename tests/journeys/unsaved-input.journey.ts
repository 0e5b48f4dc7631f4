import { expect, type Page, test } from '@playwright/test';
import { expectAccessibleAsShown } from './accessibility.ts';
import { signIn } from './person.ts';

const question = (page: Page) => page.getByRole('dialog', { name: 'Discard changes?' });
const dialog = (page: Page, name: string) => page.getByRole('dialog', { name, exact: true });
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });

async function answer(page: Page, discards: boolean): Promise<void> {
  await expect(question(page)).toHaveCount(1);
  await expect(question(page).getByRole('button', { name: 'Keep editing' })).toBeFocused();
  if (discards) await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await expect(question(page)).toBeHidden();
}

async function closeWindow(page: Page): Promise<string> {
  const [asked] = await Promise.all([page.waitForEvent('dialog'), page.close({ runBeforeUnload: true })]);
  await asked.dismiss();
  return asked.type();
}

test('I am asked before what I typed is lost', async ({ page }) => {
  await signIn(page, 'owner', '/tracking-lines', 'Tracking Lines');
  await page.getByRole('link', { name: 'Settings' }).click();
  await test.step('Email and password: by a link, Back, the window, the button of the form', async () => {
    const email = page.getByLabel('Email Address');
    await email.fill('half-typed@demo.example');
    await page.getByRole('link', { name: 'Scoreboard' }).press('Enter');
    await answer(page, false);
    await expect(page.getByRole('link', { name: 'Scoreboard' })).toBeFocused();
    await button(page, 'Change Password').press('Enter');
    const password = page.getByLabel('New Password', { exact: true });
    await password.fill('Half-typed-2026');
    await page.goBack();
    await answer(page, false);
    await expect(password).toBeFocused();
    await expect(page).toHaveURL(/settings/);
    expect(await closeWindow(page)).toBe('beforeunload');
    await button(page, 'Change Password').press('Enter');
    await answer(page, true);
    await expect(password).toBeHidden();
    await expect(button(page, 'Change Password')).toBeFocused();
    await expect(email).toHaveValue('half-typed@demo.example');
    await email.fill('owner@demo.example');
  });

  await test.step('The name of a view: by Escape, and by a press beside the dialog', async () => {
    await page.getByRole('link', { name: 'Scoreboard' }).click();
    await button(page, 'More about this screen').press('Enter');
    await page.getByRole('menuitem', { name: 'Save view' }).press('Enter');
    const name = dialog(page, 'Save view').getByLabel('Name');
    await name.fill('Half a na');
    await page.keyboard.press('Escape');
    await expect(question(page)).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(question(page)).toBeHidden();
    await expect(name).toBeFocused();
    await page.mouse.click(5, 5);
    await answer(page, true);
    await expect(dialog(page, 'Save view')).toBeHidden();
    await expect(button(page, 'More about this screen')).toBeFocused();
  });

  await test.step('The name of a mailing: not by Escape, but by the drawer', async () => {
    await page.goto('/campaigns/avl-campaign-067');
    const drawer = page.getByRole('dialog').filter({ hasText: 'Details' });
    const field = drawer.getByRole('textbox', { name: /^Name of / });
    await drawer.getByRole('button', { name: /^Rename / }).press('Enter');
    await field.fill('Half a na');
    await page.keyboard.press('Escape');
    await expect(field).toBeHidden();
    await drawer.getByRole('button', { name: /^Rename / }).press('Enter');
    await field.fill('Half a na');
    await drawer.getByRole('tab', { name: 'Design' }).press('Enter');
    await drawer.getByRole('button', { name: 'Close', exact: true }).press('Enter');
    await answer(page, false);
    await expect(field).toHaveValue('Half a na');
    await drawer.getByRole('button', { name: 'Close', exact: true }).press('Enter');
    await answer(page, true);
    await expect(drawer).toBeHidden();
  });

  await test.step('A comment: by Escape and the menu', async () => {
    await page.goto('/accounts/silverwren-asheville/designs/avl-campaign-067-design-1');
    await page.getByRole('button', { name: 'Pin a comment on the front' }).press('Enter');
    const comment = page.getByLabel('Comment', { exact: true });
    await comment.fill('Please make the num');
    await page.keyboard.press('Escape');
    await answer(page, false);
    await expect(comment).toBeFocused();
    await page.getByRole('link', { name: 'Scoreboard' }).press('Enter');
    await expect(question(page)).toBeVisible();
    await expectAccessibleAsShown(page);
    await answer(page, false);
    await expect(comment).toHaveValue('Please make the num');
    await comment.press('Escape');
    await answer(page, true);
    await expect(comment).toBeHidden();
  });

  await test.step('The columns of an upload: by the icon and another file', async () => {
    await page.goto('/maps?range=all');
    await button(page, 'Upload patient list').press('Enter');
    const upload = dialog(page, 'Upload patient list');
    await upload.getByRole('combobox', { name: 'Office' }).click();
    await page.getByRole('option', { name: 'Silverwren Dental Asheville' }).click();
    // a header that no other upload has: what it meant would be remembered
    const buffer = Buffer.from('Surname,First Name,Started\nJourneyman,Ann,3/1/2026');
    await upload.getByLabel('CSV file').setInputFiles({ name: 'half.csv', mimeType: 'text/csv', buffer });
    await upload.getByLabel('Meaning of Started').selectOption('First visit');
    await upload.getByRole('button', { name: 'Close', exact: true }).press('Enter');
    await answer(page, false);
    await expect(upload.getByLabel('Meaning of Started')).not.toHaveValue('');
    await upload.getByRole('button', { name: 'Choose another file' }).press('Enter');
    await answer(page, true);
    await expect(upload.getByRole('button', { name: 'Choose a workbook or CSV file' })).toBeVisible();
    await upload.getByRole('button', { name: 'Close', exact: true }).press('Escape');
    await expect(upload).toBeHidden();
  });

  await test.step('A logout says what it loses, and asks once', async () => {
    await page.goto('/settings');
    await button(page, 'Logout').press('Enter');
    await expect(dialog(page, 'Logout')).toContainText('Are you sure you want to logout?');
    await expect(dialog(page, 'Logout')).not.toContainText('will be lost');
    await page.keyboard.press('Escape');
    await page.getByLabel('Email Address').fill('half-typed@demo.example');
    await button(page, 'Logout').press('Enter');
    await expect(dialog(page, 'Logout')).toContainText('What you have not saved will be lost.');
    await dialog(page, 'Logout').getByRole('button', { name: 'Cancel' }).press('Enter');
    await expect(page.getByLabel('Email Address')).toHaveValue('half-typed@demo.example');
  });
});
