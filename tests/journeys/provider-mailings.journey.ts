import { expect, type Page, test } from '@playwright/test';
import { expectAccessible } from './accessibility.ts';
import { importFiles } from './own-record.ts';
import { signInAs } from './own-person.ts';
import { enterAsMember, ScoringOffice } from './scoring-office.ts';

const clientPassword = 'Own-Scorer-2026';

async function addMailing(office: ScoringOffice): Promise<void> {
  await importFiles({
    campaigns: [
      {
        id: `${office.id}-spring`,
        account_id: office.id,
        name: '4711',
        label: 'Spring card',
        campaign_type: 'MVP Mail',
        status: 'ordered',
        order_date: '2026-01-05',
        quantity: '5000',
      },
    ],
  });
}

async function openMailings(page: Page, office: ScoringOffice): Promise<void> {
  await enterAsMember(page, await office.addMember('Ava', 'account-manager'), 'Inbox');
  await page
    .getByRole('navigation', { name: 'Provider Desk' })
    .getByRole('link', { name: 'Mailings' })
    .press('Enter');
  await expect(page.getByRole('heading', { level: 1, name: 'Mailings' })).toBeVisible();
}

/** By the keyboard alone. */
async function moveByMenu(page: Page, menu: string, step: string, day: string): Promise<void> {
  await page.getByRole('button', { name: menu }).press('Enter');
  await page.getByRole('menuitem', { name: step, exact: true }).press('Enter');
  const dialog = page.getByRole('dialog', { name: `Move Spring card to ${step}` });
  await dialog.getByLabel(`${step} on`).fill(day);
  await dialog.getByRole('button', { name: 'Move', exact: true }).press('Enter');
  await expect(dialog).toBeHidden();
}

test('I move a mailing from ordered to delivered, and my client sees each step', async ({
  page,
  browser,
}) => {
  const office = await ScoringOffice.open();
  await addMailing(office);
  const email = await office.addPerson('Olga');
  const client = await browser.newPage();
  await signInAs(client, email, clientPassword);
  const days = [
    ['Approved', '2026-01-06', 'Jan 6, 2026'],
    ['Printed', '2026-01-07', 'Jan 7, 2026'],
    ['Shipped', '2026-01-08', 'Jan 8, 2026'],
    ['Delivered', '2026-01-12', 'Jan 12, 2026'],
  ] as const;
  await openMailings(page, office);
  const table = page.getByRole('table', { name: 'Mailings' });
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Move Spring card' }).press('Enter');
  await expect(page.getByRole('menuitem', { name: /^Printed/ })).toContainText('It is not approved');
  await expectAccessible(page, '[role="menu"]');
  await page.keyboard.press('Escape');
  for (const [step, day, shown] of days) {
    await moveByMenu(page, 'Move Spring card', step, day);
    await expect(table.getByRole('row', { name: /Spring card/ })).toContainText(`${step}${shown}`);
    await client.goto(`/campaigns/${office.id}-spring`);
    await expect(client.getByRole('button', { name: `${step} on ${shown}` })).toBeVisible();
  }
  await client.close();
});

test('I order a mailing for an office, correct it, and find it on the board', async ({ page }) => {
  const office = await ScoringOffice.open();
  await addMailing(office);
  await openMailings(page, office);
  await page.getByRole('button', { name: 'New mailing' }).press('Enter');
  const drawer = page.getByRole('dialog', { name: 'New mailing' });
  await drawer.getByRole('button', { name: 'Create' }).press('Enter');
  await expect(drawer.getByText('Choose an office.')).toBeVisible();
  await expect(drawer.getByText('Type must not be empty.')).toBeVisible();
  await drawer.getByRole('combobox', { name: 'Office' }).fill('Quill');
  await page.getByRole('option', { name: /Quill Dental/ }).click();
  await drawer.getByLabel('Order number').fill('5001');
  await drawer.getByLabel('Quantity').fill('many');
  const type = drawer.getByLabel('Type');
  if (await type.evaluate((element) => element instanceof HTMLSelectElement))
    await type.selectOption('MVP Mail');
  else await type.fill('MVP Mail');
  await drawer.getByRole('button', { name: 'Create' }).press('Enter');
  await expect(drawer.getByText(/^Quantity must be/)).toBeVisible();
  await expect(drawer.getByLabel('Order number')).toHaveValue('5001');
  await expectAccessible(page);
  await drawer.getByLabel('Quantity').fill('2500');
  await drawer.getByRole('button', { name: 'Create' }).press('Enter');
  const made = page.getByRole('dialog', { name: '5001' });
  await made.getByLabel('Label').fill('Summer card');
  await made.getByRole('button', { name: 'Save' }).press('Enter');
  await expect(page.getByRole('dialog', { name: 'Summer card' })).toBeVisible();
  await expectAccessible(page);
  await page
    .getByRole('dialog', { name: 'Summer card' })
    .getByRole('button', { name: 'Close' })
    .first()
    .press('Enter');

  await page.getByText('Board', { exact: true }).click();
  await page.getByRole('searchbox', { name: 'Mailing, order number or office' }).fill('summer');
  const ordered = page.getByRole('region', { name: 'Ordered' });
  await expect(ordered.getByRole('listitem')).toHaveCount(1);
  await expectAccessible(page);
  await ordered.getByRole('button', { name: 'Summer card', exact: true }).press('Shift+ArrowRight');
  await page.getByRole('dialog').getByRole('button', { name: 'Move', exact: true }).press('Enter');
  await expect(page.getByRole('region', { name: 'Approved' }).getByRole('listitem')).toHaveCount(1);
  await page
    .getByRole('region', { name: 'Approved' })
    .getByRole('listitem')
    .dragTo(page.getByRole('region', { name: 'Printed' }));
  await page.getByRole('dialog').getByRole('button', { name: 'Move', exact: true }).press('Enter');
  await expect(page.getByRole('region', { name: 'Printed' }).getByRole('listitem')).toHaveCount(1);
});
