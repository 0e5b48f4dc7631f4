import { randomUUID } from 'node:crypto';
import { expect, type Page, test } from '@playwright/test';
import { startCallrailServer } from '../support/callrail-server.ts';
import { expectAccessible } from './accessibility.ts';
import { withDatabase } from './own-record.ts';
import { enterAsMember, ScoringOffice } from './scoring-office.ts';

const pressed = async (page: Page, name: string | RegExp) => {
  await page.getByRole('button', { name }).focus();
  await page.keyboard.press('Enter');
};

test('I connect the companies of our agency with one key, and confirm their offices first', async ({
  page,
}) => {
  const office = await ScoringOffice.open();
  const name = `agency-${randomUUID().slice(0, 8)}`;
  const server = await startCallrailServer();
  server.companies = [
    { id: 'COM1', name: 'Quill on Main Street', status: 'active', numbers: ['+13035550101'] },
    { id: 'COM2', name: 'Bakery', status: 'active', numbers: [] },
  ];
  try {
    await enterAsMember(page, await office.addMember('Oda', 'operator'), 'Inbox');
    await page.goto('/provider/connections');
    await expect(page.getByRole('heading', { level: 1, name: 'Connections' })).toBeVisible();
    await expectAccessible(page);
    await pressed(page, 'Add connection');
    const dialog = page.getByRole('dialog', { name: 'Add a connection' });
    await dialog.getByLabel('Name').focus();
    await page.keyboard.type('No Name');
    await dialog.getByLabel('Account').focus();
    await page.keyboard.type(server.account);
    await dialog.getByLabel('API key').first().focus();
    await page.keyboard.type(server.key);
    await pressed(page, /^Add$/);
    await expect(dialog.getByText('Use 2 to 40 small letters, digits and hyphens.')).toBeVisible();
    await expectAccessible(page);
    await dialog.getByLabel('Name').fill(name);
    await pressed(page, /^Add$/);
    await expect(page.getByRole('heading', { level: 1, name })).toBeVisible();
    await withDatabase(({ pool }) =>
      pool.query('update connections set origin = $1 where name = $2', [server.origin, name]),
    );
    await pressed(page, 'Look again');
    const table = page.getByRole('table', { name: 'companies' });
    await expect(table.getByRole('row', { name: /Quill on Main Street/ })).toBeVisible();
    expect(server.asked.some((path) => path.includes('/calls'))).toBe(false);
    await pressed(page, /office of Quill on Main Street$/);
    await page.keyboard.type(office.id);
    await pressed(page, new RegExp(`^Quill Dental.*${office.id}`));
    await page.getByLabel('Decision for Bakery').selectOption('Leave out');
    await page.getByLabel('Signing key of Quill on Main Street').fill('key-of-quill');
    await expectAccessible(page);
    await pressed(page, 'Save 2 companies');
    await expect(page.getByText('3 changes saved.')).toBeVisible();
    await expect(table.getByRole('row', { name: /Quill on Main Street.*Quill Dental.*Read/ })).toBeVisible();
    await expect(page.getByLabel('Signing key of Quill on Main Street')).toHaveAttribute(
      'placeholder',
      /^Set on /,
    );
    await expect(page.getByText('Oda (operator) confirmed COM1')).toBeVisible();
    await pressed(page, 'Change API key');
    const rotate = page.getByRole('dialog', { name: 'Change the API key' });
    await rotate.getByLabel('New API key').first().fill('another-api-key');
    await pressed(page, /^Store$/);
    await expect(rotate.getByText(`Type ${name} to confirm.`)).toBeVisible();
    await expect(rotate.getByLabel('New API key').first()).toHaveValue('another-api-key');
    await expectAccessible(page);
    await rotate.getByLabel(`Type ${name} to confirm`).fill(name);
    await pressed(page, /^Store$/);
    await expect(page.getByText('Stored. It is not shown again.')).toBeVisible();
    expect(await page.content()).not.toContain('another-api-key');
  } finally {
    await withDatabase(({ pool }) =>
      pool.query('update connections set paused_at = now() where name = $1', [name]),
    );
    await server.close();
  }
});
