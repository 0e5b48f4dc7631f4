import { readFile } from 'node:fs/promises';
import { expect, test } from '@playwright/test';
import { countClients } from '../../server/features/client-health/index.ts';
import { systemClock } from '../../server/platform/clock.ts';
import { expectAccessible } from './accessibility.ts';
import { importFiles, journeysEnvironment, withDatabase } from './own-record.ts';
import { enterAsMember, ScoringOffice } from './scoring-office.ts';

const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000);

test('I see whom to call today, what to say, and take the list with me', async ({ page }) => {
  const office = await ScoringOffice.open();
  const { id } = office;
  await importFiles(
    {
      campaigns: [
        {
          id: `${id}-mailing`,
          account_id: id,
          name: 'Q-1',
          campaign_type: 'MVP Mail',
          status: 'delivered',
          delivery_date: daysAgo(20).toISOString().slice(0, 10),
        },
      ],
      calls: [
        {
          id: `${id}-missed`,
          account_id: id,
          call_date_time: daysAgo(3).toISOString(),
          caller_phone_number: '+13035550177',
          call_answered_by: 'No Answer',
          patient_type: 'New Patient Opportunity',
        },
      ],
    },
    {},
    { callbacksFrom: null },
  );
  await withDatabase((database) =>
    countClients({ database, clock: systemClock, environment: journeysEnvironment() }, { age: 0 }),
  );
  await enterAsMember(page, await office.addMember('Ava', 'account-manager'), 'Inbox');
  await page
    .getByRole('navigation', { name: 'Provider Desk' })
    .getByRole('link', { name: 'Client Health' })
    .focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1, name: 'Client Health' })).toBeVisible();
  const table = page.getByRole('table', { name: 'Client health' });
  const row = table.getByRole('row', { name: 'Quill Dental' });
  await expect(row).toContainText('One of your mailings was delivered ten days ago or earlier');
  await expect(row).toContainText('1 caller waits too long for your call back. Who can call today?');
  await expect(row).toContainText('100% of 1');
  await expect(page.getByText(/^Counted \d/)).toBeVisible();
  await expectAccessible(page);

  await page.getByRole('searchbox', { name: 'Find an office' }).fill('No such office');
  await expect(page.getByText('No office matches.')).toBeVisible();
  await page.getByRole('searchbox', { name: 'Find an office' }).fill('quill');
  await expect(row).toBeVisible();
  const saved = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download CSV' }).press('Enter');
  const download = await saved;
  expect(download.suggestedFilename()).toMatch(/^client-health-\d{4}-\d\d-\d\d\.csv$/);
  expect(await readFile(await download.path(), 'utf8')).toContain(`,${id},`);
});
