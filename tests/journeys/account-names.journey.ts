import { expect, type Locator, type Page, test } from '@playwright/test';
import { OwnOffice } from './own-office.ts';
import { importFiles, type Row } from './own-record.ts';
import { expectNoSidewaysScroll } from './person.ts';

const name = 'Quill Family Dentistry and Orthodontics';
const boulder = `${name} (Boulder, CO)`;
const salem = `${name} (Salem, OR)`;

async function fill(accountId: string, city: string, number: string): Promise<void> {
  const own = (what: string): Row => ({ id: `${accountId}-${what}`, account_id: accountId });
  const staff = own('answering');
  await importFiles({
    staff: [{ ...staff, name: `Ada of ${city}` }],
    campaigns: [{ ...own('mailing'), name: `Order ${city}`, campaign_type: 'MVP Mail', status: 'ordered' }],
    'tracking-lines': [{ ...own('line'), number, friendly_name: `Line ${city}` }],
    calls: [
      {
        ...own('answered'),
        call_date_time: new Date(Date.now() - 60 * 60 * 1000).toISOString(),
        duration_seconds: '60',
        caller_name: `Zoe ${city}`,
        caller_phone_number: '+13035550166',
        call_answered_by: 'Staff',
        handler_id: staff['id'] ?? '',
        opportunity: 'true',
      },
      {
        ...own('missed'),
        call_date_time: new Date(Date.now() - 2 * 60 * 60 * 1000).toISOString(),
        duration_seconds: '20',
        caller_name: `Quincy ${city}`,
        caller_phone_number: '+13035550177',
        call_answered_by: 'Voicemail',
        handler_id: '',
        opportunity: 'true',
      },
    ],
  });
}

async function expectEndShown(text: Locator): Promise<void> {
  await expect(text).toBeVisible();
  const pixelsCut = await text.evaluate((element) => {
    const range = document.createRange();
    range.selectNodeContents(element);
    const end = [...range.getClientRects()].at(-1)?.right ?? Number.POSITIVE_INFINITY;
    const rights: number[] = [];
    for (let box: Element | null = element; box; box = box.parentElement)
      if (getComputedStyle(box).overflowX !== 'visible') rights.push(box.getBoundingClientRect().right);
    return end - Math.min(...rights, innerWidth);
  });
  expect(pixelsCut, `pixels cut of ${await text.textContent()}`).toBeLessThan(1);
}

async function expectBoth(page: Page, path: string, heading: string): Promise<void> {
  for (const size of [
    { width: 1440, height: 900 },
    { width: 390, height: 844 },
  ]) {
    await page.setViewportSize(size);
    await page.goto(path);
    await expect(page.getByRole('heading', { level: 1, name: heading })).toBeVisible();
    for (const place of [boulder, salem])
      await expectEndShown(page.getByRole('main').getByText(place).first());
    await expectNoSidewaysScroll(page);
  }
}

test('I tell my two offices of the same name apart wherever I read them', async ({ page }) => {
  const office = await OwnOffice.open([], { name, address: '1 Elm St, Boulder, CO 80302' });
  const second = await office.growBy(name, { address: '2 Oak St, Salem, OR 97301' });
  await fill(office.id, 'Boulder', '+13035550991');
  await fill(second, 'Salem', '+13035550992');
  await office.enter(page, '/scoreboard?range=all');

  await test.step('in the accounts to choose, which find a place', async () => {
    await page.getByRole('button', { name: /^Accounts/ }).click();
    const dialog = page.getByRole('dialog');
    await expect(dialog.getByRole('checkbox', { name: boulder })).toBeVisible();
    await dialog.getByRole('textbox', { name: 'Search accounts' }).fill('salem');
    await expect(dialog.getByRole('checkbox')).toHaveCount(1);
    await expect(dialog.getByRole('checkbox', { name: salem })).toBeVisible();
    await dialog.getByRole('button', { name: 'Cancel' }).click();
  });

  await test.step('in the lists', async () => {
    await expectBoth(page, '/scoreboard?range=all&tab=all-calls&outcome=all+calls', 'Scoreboard');
    await expectBoth(page, '/scoreboard?range=all&tab=front-desk', 'Scoreboard');
    await expectBoth(page, '/callbacks', 'Callbacks');
    await expectBoth(page, '/campaigns?range=all', 'Campaigns');
    await expectBoth(page, '/tracking-lines', 'Tracking Lines');
  });

  await test.step('in a call, and before I approve a mailing', async () => {
    await page.setViewportSize({ width: 1440, height: 900 });
    await page.goto(`/scoreboard/${second}-answered?range=all`);
    await expect(page.getByRole('dialog', { name: 'Call Details' }).getByText(salem)).toBeVisible();
    await page.goto(`/campaigns/${office.id}-mailing?range=all`);
    await expect(page.getByRole('dialog').getByText(boulder).first()).toBeVisible();
  });

  await test.step('in the search of everything', async () => {
    await page.goto('/settings');
    await expect(page.getByRole('heading', { level: 1, name: 'Settings' })).toBeVisible();
    await page.keyboard.press('Control+k');
    const search = page.getByRole('dialog', { name: 'Search everything' });
    await search.getByRole('combobox').fill('quill boulder');
    await expect(search.getByRole('group', { name: 'Offices' }).getByRole('option')).toHaveText([boulder]);
    await search.getByRole('combobox').fill('quincy salem');
    await expect(search.getByRole('group', { name: 'Callers' }).getByRole('option')).toContainText(salem);
  });
});
