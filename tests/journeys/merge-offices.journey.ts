import { expect, test } from '@playwright/test';
import { expectAccessible } from './accessibility.ts';
import { OwnOffice } from './own-office.ts';
import { enterAsMember, ScoringOffice } from './scoring-office.ts';
import { importFiles } from './own-record.ts';

test('I merge an office that exists twice', async ({ page, browser }) => {
  const client = await OwnOffice.open([{ callerName: 'Wanda Twice' }], { name: 'Twice Dental' });
  const office = await ScoringOffice.open('Carl Caller');
  const name = `Stays ${office.id.slice(-8)}`;
  await importFiles({ accounts: [{ id: office.id, name, address: '12 Main St, Denver, CO 80203' }] });
  const oda = await office.addMember('Oda', 'operator');
  // an operator of both offices
  await importFiles({ accounts: [{ id: client.id, name: 'Twice Dental', parent_id: office.id }] });
  await enterAsMember(page, oda, 'Inbox');
  await page.goto(`/provider/offices/${client.id}`);
  await expect(page.getByRole('heading', { level: 1, name: 'Twice Dental' })).toBeVisible();
  await page.getByRole('button', { name: 'Merge into another office…' }).press('Enter');
  await expect(page.getByText('This cannot be undone.').first()).toBeVisible();
  await page.getByRole('combobox', { name: 'Office that stays' }).focus();
  await page.keyboard.type(name);
  await page.getByRole('option', { name }).waitFor();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await expect(page.getByText('Nora Quill,')).toBeVisible();
  await expect(page.getByText(`Sees what ${name} had from now on.`)).toBeVisible();
  await expect(page.getByText(`1 call and 1 person to ${name}.`)).toBeVisible();
  await expectAccessible(page);

  await page
    .getByRole('radiogroup', { name: 'Name' })
    .getByRole('radio', { name: 'Twice Dental' })
    .press('Space');
  const merge = page.getByRole('button', { name: `Merge Into ${name}` });
  await expect(merge).toHaveAttribute('aria-disabled', 'true');
  for (const box of await page.getByRole('checkbox').all()) await box.press('Space');
  await expect(merge).not.toHaveAttribute('aria-disabled', 'true');
  await merge.press('Enter');
  await expect(page).toHaveURL(new RegExp(`/provider/offices/${office.id}$`));
  await expect(page.getByRole('heading', { level: 1, name: 'Twice Dental' })).toBeVisible();

  await page.goto(`/provider/offices/${client.id}`);
  await expect(page).toHaveURL(new RegExp(`/provider/offices/${office.id}$`));
  const hers = await browser.newPage();
  await client.enter(hers, `/scoreboard?accounts=${client.id}&range=all&tab=all-calls&outcome=all+calls`);
  await expect(hers.getByText('Wanda Twice').first()).toBeVisible();
  await expect(hers.getByText('Carl Caller').first()).toBeVisible();
  await hers.close();
});
