import { readFile } from 'node:fs/promises';
import { writeXlsx } from 'hucre/xlsx';
import { expect, type Locator, test } from '@playwright/test';
import { expectAccessible } from './accessibility.ts';
import { enterAsMember, ScoringOffice } from './scoring-office.ts';

async function press(target: Locator): Promise<void> {
  await target.focus();
  await target.press('Enter');
}

test('I drop our spreadsheet and correct what was rejected', async ({ page }) => {
  const office = await ScoringOffice.open();
  await enterAsMember(page, await office.addMember('Ava', 'account-manager'), 'Inbox');
  await press(
    page.getByRole('navigation', { name: 'Provider Desk' }).getByRole('link', { name: 'Spreadsheets' }),
  );
  await expect(page.getByRole('heading', { level: 1, name: 'Spreadsheets' })).toBeVisible();
  await expectAccessible(page);
  const drop = async (name: string, text: string | Buffer) =>
    page.getByLabel('CSV files').setInputFiles({ name, mimeType: 'text/csv', buffer: Buffer.from(text) });

  await drop('book.csv', Buffer.from('504b0304aabb', 'hex'));
  await expect(page.getByText('book.csv: This workbook cannot be read.')).toBeVisible();

  const workbook = await writeXlsx({
    sheets: [
      {
        name: 'Offices',
        rows: [
          ['id', 'name'],
          [office.id, 'Quill Dental'],
        ],
      },
      {
        name: 'Staff',
        rows: [
          ['id', 'account_id', 'name'],
          ['S-1', office.id, 'Maria Front'],
        ],
      },
    ],
  });
  await drop('book.xlsx', Buffer.from(workbook));
  await expect(page.getByText('book.xlsx has 2 sheets with rows. Each is listed below.')).toBeVisible();
  await expect(page.getByRole('link', { name: 'book.xlsx · Staff' })).toBeVisible();
  await expectAccessible(page);

  const mailing = (order: string, place: string, ordered: string) =>
    `${office.id}-${order},${place},Spring ${order},MVP Mail,2500,${ordered}`;
  await drop(
    'spring.csv',
    [
      'Order ID,Office ID,Mailing Name,Product,Pieces,Ordered on',
      mailing('1', office.id, '3/2/2026'),
      mailing('2', office.id, '2026-03-02'),
      mailing('3', office.id, 'after Easter'),
      mailing('4', 'somebody-elses', '3/2/2026'),
      mailing('1', office.id, '"March 3, 2026"'),
    ].join('\n'),
  );
  await expect(page.getByRole('heading', { level: 1, name: 'spring.csv' })).toBeVisible();
  await expect(page.getByRole('combobox', { name: 'The rows are' })).toHaveValue('campaigns');
  await expect(page.getByRole('combobox', { name: 'Meaning of Pieces' })).toHaveValue('quantity');
  await expectAccessible(page);
  await press(page.getByRole('button', { name: 'Check' }));

  const result = page.getByRole('region', { name: 'What the import would do' });
  await expect(page.getByRole('heading', { name: 'What the import would do' })).toBeFocused();
  await expect(result.getByText('order_date is not a date; write it like 2026-03-31.')).toBeVisible();
  await expect(result.getByText('account_id names an office that is not yours.')).toBeVisible();
  await expect(result.getByText('comes more than once')).toBeVisible();
  await expect(result.getByText('order_date: 2 cells like 3/2/2026, which is Mar 2, 2026')).toBeVisible();
  await expectAccessible(page);

  await press(page.getByRole('button', { name: 'Import 2 rows' }));
  await expect(page.getByRole('heading', { name: 'Imported' })).toBeFocused();
  const downloading = page.waitForEvent('download');
  await press(page.getByRole('button', { name: 'Download rejected rows' }));
  const rejected = await readFile(await (await downloading).path(), 'utf8');
  expect(rejected).toContain('Why it was not imported');

  await press(page.getByRole('link', { name: 'All spreadsheets' }));
  await expect(page.getByText('Imported, 2 rows rejected')).toBeVisible();
  await drop(
    'rejected-rows.csv',
    rejected.replace('after Easter', '4/6/2026').replace('somebody-elses', office.id),
  );
  await expect(page.getByRole('combobox', { name: 'Meaning of Why it was not imported' })).toHaveValue('');
  await press(page.getByRole('button', { name: 'Check' }));
  await press(page.getByRole('button', { name: 'Import 2 rows' }));
  await expect(page.getByRole('heading', { name: 'Imported' })).toBeFocused();
  await expect(page.getByRole('button', { name: 'Download rejected rows' })).toBeHidden();

  await press(page.getByRole('link', { name: 'Mailings' }));
  await page.getByRole('searchbox').fill(`Spring 4`);
  await expect(page.getByText('Spring 4').first()).toBeVisible();
});
