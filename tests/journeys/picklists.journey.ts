import { expect, test } from '@playwright/test';
import { expectAccessible } from './accessibility.ts';
import { importFiles, withDatabase } from './own-record.ts';
import { enterAsMember, ScoringOffice } from './scoring-office.ts';

test('I put a type of mailing that nobody knew where it belongs', async ({ page }) => {
  const office = await ScoringOffice.open();
  const type = `Direct Mail ${office.id.slice(-6)}`;
  await importFiles({
    campaigns: [1, 2].map((place) => ({
      id: `${office.id}-${place}`,
      account_id: office.id,
      name: `471${place}`,
      campaign_type: type,
    })),
  });
  const email = await office.addMember('Oda', 'operator');
  await withDatabase(({ pool }) =>
    pool.query('update team_members set all_accounts = true where contact_id = $1', [office.idOf('Oda')]),
  );
  await enterAsMember(page, email, 'Inbox');
  await page
    .getByRole('navigation', { name: 'Provider Desk' })
    .getByRole('link', { name: 'Picklists' })
    .press('Enter');
  await expect(page.getByText(`${type} 2 mailings`)).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: `A Mailing: ${type}` }).press('Enter');
  const table = page.getByRole('table', { name: 'Campaign type' });
  await expect(table.getByRole('row', { name: `${type} ${type} A mailing` })).toBeVisible();
  await expect(page.getByText(`${type} 2 mailings`)).toBeHidden();

  await page.getByRole('button', { name: `Edit: ${type}` }).press('Enter');
  const dialog = page.getByRole('dialog', { name: `Change ${type}` });
  await dialog.getByRole('textbox', { name: 'Shown as' }).fill(`Cards ${type}`);
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Save' }).press('Enter');
  await page.getByRole('button', { name: `Edit: Cards ${type}` }).press('Enter');
  await page
    .getByRole('dialog', { name: `Change Cards ${type}` })
    .getByRole('button', { name: 'Retire' })
    .press('Enter');
  await expect(page.getByRole('cell', { name: `Cards ${type} (retired)` })).toBeVisible();
});
