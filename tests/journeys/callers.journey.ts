import { messages } from '@mailcall/contract/rules/messages.ts';
import { devices, expect, type Page, test } from '@playwright/test';
import { expectAccessible } from './accessibility.ts';
import { OwnOffice } from './own-office.ts';
import { importFiles } from './own-record.ts';
import { expectLoaded, expectNoSidewaysScroll, signIn } from './person.ts';
import { detailsOf } from './resolving.ts';

const number = '+13035550199';
const part = (page: Page, name: string | RegExp) => page.getByRole('region', { name });

const openOffice = () =>
  OwnOffice.open([
    { callerName: 'Nora Chavez', number, hoursAgo: 50, answeredBy: 'Staff', followUp: false },
    { callerName: 'Nora Chavez', number: '(303) 555-0199', hoursAgo: 2, recorded: true },
    { callerName: 'Somebody Else', hoursAgo: 1 },
    { callerName: 'Di Hidden', number: '', hoursAgo: 3 },
  ]);

test('I see everything of a caller: from a call, with the calls, what they wanted, mailings and appointments', async ({
  page,
}) => {
  const office = await openOffice();
  await importFiles({
    campaigns: [
      {
        id: `${office.id}-card`,
        account_id: office.id,
        name: 'MC-1',
        label: 'Spring Postcard',
        campaign_type: 'New Movers',
        delivery_date: '2026-03-02',
      },
    ],
    calls: [
      {
        id: office.callId(0),
        account_id: office.id,
        campaign_id: `${office.id}-card`,
        handler_id: `${office.id}-staff-0`,
      },
    ],
    appointments: [
      {
        id: `${office.id}-visit`,
        account_id: office.id,
        call_id: office.callId(0),
        first_name: 'Nora',
        last_name: 'Chavez',
        date_time: '2030-03-20T15:00:00Z',
      },
    ],
  });
  await office.enter(page, `/scoreboard/${office.callId(1)}?tab=all-calls&outcome=all+calls`);
  await detailsOf(page).getByRole('link', { name: 'Nora Chavez' }).press('Enter');
  await expect(page.getByRole('heading', { level: 1, name: 'Nora Chavez' })).toBeFocused();
  await expect(page).toHaveURL(new RegExp(`/callers/${office.callId(1)}`));
  expect(page.url()).not.toContain('5550199');
  const calls = part(page, 'Calls (2)').getByRole('listitem');
  await expect(calls).toHaveCount(2);
  await expect(calls.first()).toContainText('Nora Chavez asked for a cleaning.');
  await expect(part(page, 'Appointments')).toContainText('3/20/30 @ 9:00 am');
  await expect(part(page, 'Mailings that reached them')).toContainText('Spring Postcard');
  await expect(part(page, 'Who spoke with them')).toContainText('Maria Front');
  await expectLoaded(page);
  await expectAccessible(page);

  await calls
    .first()
    .getByRole('button', { name: /^Play recording/ })
    .press('Enter');
  await expect(detailsOf(page)).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('heading', { level: 1, name: 'Nora Chavez' })).toBeVisible();
  await page.getByRole('link', { name: 'Waits for a callback' }).press('Enter');
  await expect(page.getByRole('region', { name: 'Caller' })).toContainText('Nora Chavez');
  await page
    .getByRole('region', { name: 'Caller' })
    .getByRole('link', { name: 'Nora Chavez', exact: true })
    .press('Enter');
  await expect(part(page, 'Calls (2)')).toBeVisible();

  // a call without a number has no caller's page
  await page.goto(`/callers/${office.callId(3)}`);
  await expect(page.getByRole('alert')).toContainText('This caller was not found');
  await page.goto(`/scoreboard/${office.callId(3)}`);
  await expect(detailsOf(page)).toContainText('Di Hidden');
  await expect(detailsOf(page).getByRole('link', { name: 'Di Hidden' })).toHaveCount(0);
});

test('With limited access I see no caller', async ({ page }) => {
  await signIn(page, 'limited', '/callers/any', 'Caller');
  await expect(page.getByRole('main')).toContainText(messages.limitedAccess);
});

test.describe('on a phone', () => {
  const { defaultBrowserType: _browser, ...phone } = devices['iPhone 13'];
  test.use(phone);

  test('On my phone the page of a caller fits', async ({ page }) => {
    const office = await openOffice();
    await office.enter(page, `/callers/${office.callId(0)}`, 'Nora Chavez');
    await expect(part(page, 'Calls (2)')).toBeVisible();
    await expectNoSidewaysScroll(page);
    await page.setViewportSize({ width: 320, height: 640 });
    await expectNoSidewaysScroll(page);
    await expectAccessible(page);
  });
});
