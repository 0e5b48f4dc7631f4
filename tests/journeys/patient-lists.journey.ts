import { readFile } from 'node:fs/promises';
import { expect, test } from '@playwright/test';
import { expectAccessible } from './accessibility.ts';
import { signIn } from './person.ts';

const file = [
  'Walk-ins of the autumn',
  'Surname,First Name,Street,City,ST,Zip,Cell,Joined,Billed',
  'Journeyman,Ann,12 Main St,Asheville,NC,28801,(828) 555-0131,3/1/2026,"$1,250.00"',
  'Journeyman,Bob,12 main street,Asheville,NC,28801-1234,828-555-0132,3/2/26,100',
  'Wanderer,Cid,44 Oak Rd #4,Asheville,NC,28806,12,3/3/26,',
  ',,,Asheville,NC,28806,,3/4/26,90',
  'Total,,,,,,,,"$1,440.00"',
]
  .join('\n')
  // one byte of Windows-1252
  .replace('Oak', 'Pe\u00f1a');

test('I upload a patient list, see what could not be read, correct it, download its audit and delete it', async ({
  page,
}) => {
  await signIn(page, 'owner', '/maps?range=all', 'Map IQ');
  const upload = page.getByRole('button', { name: 'Upload patient list' });
  const dialog = page.getByRole('dialog', { name: 'Upload patient list' });
  const send = async (name: string) => {
    await upload.press('Enter');
    await dialog.getByRole('combobox', { name: 'Office' }).click();
    await page.getByRole('option', { name: 'Silverwren Dental Asheville' }).click();
    await dialog
      .getByLabel('CSV file')
      .setInputFiles({ name, mimeType: 'text/csv', buffer: Buffer.from(file, 'latin1') });
    await expect(dialog.getByText('4 rows for Silverwren Dental Asheville')).toBeFocused();
  };
  await send('walk-ins.csv');

  const headerLine = dialog.getByRole('combobox', { name: 'Header line' });
  await expect(headerLine).toHaveValue('2');
  await headerLine.selectOption({ label: 'Line 1: Walk-ins of the autumn' });
  await expect(dialog.getByRole('combobox', { name: 'Meaning of Walk-ins of the autumn' })).toBeVisible();
  // the answer about the header comes after the next choice
  const held = Promise.withResolvers<void>();
  await page.route(
    '**/patient-lists/uploads/*/layout',
    (route) => held.promise.then(() => route.continue()),
    {
      times: 1,
    },
  );
  await headerLine.selectOption('2');
  const encoding = dialog.getByRole('combobox', { name: 'Encoding' });
  await encoding.focus();
  await encoding.selectOption('Mac OS Roman');
  held.resolve();
  await expect(dialog.getByRole('cell', { name: '44 Pe\u00d2a Rd #4' })).toBeVisible();
  await encoding.selectOption('Windows-1252');
  await expect(dialog.getByRole('cell', { name: '44 Pe\u00f1a Rd #4' })).toBeVisible();
  await expect(encoding).toBeFocused();

  await expect(dialog.getByRole('combobox', { name: 'Meaning of Surname' })).toHaveValue('lastName');
  await dialog.getByRole('combobox', { name: 'Meaning of Joined' }).selectOption('First visit');
  await dialog.getByRole('combobox', { name: 'Meaning of Billed' }).selectOption('Production');
  const wrong = dialog.getByText('This is not a US phone number.');
  await expect(wrong).toContainText('It is left empty.');
  await expect(dialog.getByText('Cells in these columns cannot be read: Cell.')).toBeVisible();
  await expect(dialog.getByText('Read as Windows-1252 with commas between the columns.')).toBeVisible();

  const lines = dialog.getByRole('region', { name: '2 lines are not patients' });
  await expect(lines.getByRole('listitem').first()).toContainText('Line 1');
  await expect(lines.getByText('This line looks like a total.')).toBeVisible();
  await lines.getByRole('button', { name: 'Include line 7' }).press('Enter');
  await expect(lines.getByRole('button', { name: 'Leave out line 7' })).toBeFocused();
  await expect(dialog.getByRole('button', { name: 'Import 5 rows' })).toBeVisible();
  await expectAccessible(page);
  await page.keyboard.press('Enter');
  await dialog.getByRole('textbox', { name: 'Name of the list' }).fill('Walk-ins');
  await dialog.getByRole('button', { name: 'Import 4 rows' }).press('Enter');
  await expect(
    dialog.getByText(
      '3 rows were imported. 3 rows were left out, 1 cell could not be read and was left empty.',
    ),
  ).toBeVisible();
  // nobody of this list was mailed to
  await expect(dialog.getByText('No match with a mailing yet')).toBeVisible();
  await expect(dialog.getByRole('button', { name: 'Close' }).last()).toBeFocused();
  await dialog.getByRole('button', { name: 'Show what could not be read' }).press('Enter');
  await expect(dialog.getByRole('list', { name: 'Rows left out' }).getByRole('listitem')).toHaveText([
    /^Row 1This line is above the names of the columns/,
    'Row 6The row has no name, no phone and no address.',
    /^Row 7This line looks like a total/,
  ]);
  await expect(dialog.getByRole('list', { name: 'Cells left empty' }).getByRole('listitem')).toHaveText([
    /^Row 5, Cell.?12.?This is not a US phone number/,
  ]);
  const report = page.waitForEvent('download');
  await dialog.getByRole('button', { name: 'Download report' }).click();
  expect(await readFile(await (await report).path(), 'utf8')).toContain(
    '5,Cell,12,This is not a US phone number. Write it like (303) 555-0123.,Cell left empty',
  );

  await dialog.getByRole('button', { name: 'Show on the map' }).click();
  await expect(page).toHaveURL(/lists=/);
  const list = page
    .getByRole('list', { name: 'Patient lists' })
    .getByRole('listitem')
    .filter({ hasText: 'Walk-ins' });
  await expect(list).toContainText('2 households');
  await expect(list.getByRole('button', { name: 'Show Walk-ins on the map' })).toHaveAttribute(
    'aria-pressed',
    'true',
  );

  await send('november.csv');
  const replace = dialog.getByRole('radio', { name: 'Replace the rows of Walk-ins' });
  await expect(replace).toBeHidden();
  await dialog.getByRole('textbox', { name: 'Name of the list' }).fill('walk-ins');
  await expect(replace).toBeChecked();
  await expect(dialog.getByText(/changed \w+ \d+, \d+, uploaded by/)).toBeVisible();
  await dialog.getByRole('button', { name: 'Choose another file' }).press('Enter');
  await page.getByRole('button', { name: 'Discard changes' }).press('Enter');
  await expect(dialog.getByRole('combobox', { name: 'Office' })).toBeFocused();
  await dialog.getByRole('button', { name: 'Close' }).press('Escape');
  await expect(dialog).toBeHidden();
  await expect(upload).toBeFocused();

  const actions = list.getByRole('button', { name: 'Actions for Walk-ins' });
  const choose = async (action: string) => {
    await actions.press('Enter');
    await expect(page.getByRole('menuitem', { name: 'Download audit' })).toBeFocused();
    await page.getByRole('menuitem', { name: action }).press('Enter');
  };
  await choose('What could not be read');
  const unread = page.getByRole('dialog', { name: 'What could not be read of Walk-ins' });
  await expect(unread.getByText('3 rows were left out, 1 cell could not be read')).toBeVisible();
  await expect(unread.getByRole('listitem')).toHaveCount(4);
  await page.keyboard.press('Escape');
  await expect(unread).toBeHidden();
  await expect(actions).toBeFocused();
  await choose('Download audit');
  const consent = page.getByRole('dialog', { name: 'Download audit' });
  await expect(consent.getByText(/^Walk-ins of Silverwren Dental Asheville \(changed/)).toBeVisible();
  await consent.getByLabel('I accept the terms and conditions.').check();
  await consent.getByLabel('I am an authorized receiver of the data.').check();
  const audit = page.waitForEvent('download');
  await consent.getByRole('button', { name: 'Download' }).click();
  expect(await readFile(await (await audit).path(), 'utf8')).toContain('Ann,Journeyman,12 Main St');
  await expect(consent).toBeHidden();
  await expect(actions).toBeFocused();

  await choose('Delete');
  await page
    .getByRole('dialog', { name: 'Delete patient list' })
    .getByRole('button', { name: 'Delete list' })
    .click();
  await expect(list).toBeHidden();
  await expect(page).not.toHaveURL(/lists=/);
  await expect(upload).toBeFocused();
});
