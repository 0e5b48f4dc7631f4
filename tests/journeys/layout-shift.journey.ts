import { type BrowserContext, expect, test } from '@playwright/test';
import { type Arrival, phone, watchLayoutShifts } from './layout-shift.ts';
import { OwnOffice } from './own-office.ts';
import { ownPassword, signInAs } from './own-person.ts';
import { givePassword, importFiles } from './own-record.ts';
import { enterAsMember, ScoringOffice } from './scoring-office.ts';
import { commandLine, lightPage, newestMessage, signIn } from './person.ts';

test.use(phone);

/** The most that may move while a page loads, as the sum of all shifts. */
const mostShift = 0.01;

/** Answers in two orders, for the offices with most to draw; on the other pages one answer after the other moves all that one order can. */
const bothArrivals: readonly Arrival[] = ['at once', 'one by one'];

const officePages = [
  '/today',
  '/scoreboard',
  '/scoreboard?tab=front-desk',
  '/scoreboard?tab=all-calls',
  '/campaigns',
  '/callbacks',
  '/callbacks?figures=true',
  '/tracking-lines',
  '/settings',
];

async function expectSteady(
  context: BrowserContext,
  addresses: readonly string[],
  arrivals: readonly Arrival[] = ['one by one'],
): Promise<void> {
  const moving: string[] = [];
  for (const arrival of arrivals) {
    const page = await context.newPage();
    const layoutShiftOf = await watchLayoutShifts(page, arrival);
    for (const address of addresses) {
      const { score, moved } = await layoutShiftOf(address);
      if (score > mostShift) moving.push(`${address}, ${arrival}: ${score.toFixed(4)}`, ...moved);
    }
    await page.close();
  }
  expect(moving).toEqual([]);
}

test('On my phone nothing moves while a page loads, before I am signed in', async ({ context }) => {
  await expectSteady(context, [
    '/login',
    '/resetPassword',
    '/setup',
    '/setup?email=a%40b.example&code=1',
    '/activation?email=a%40b.example&code=1',
    '/unsubscribe?token=none',
    '/withdraw?token=none',
    '/magic?email=nobody%40demo.example&otp=wrong',
    '/grant/scoreboard?code=wrong',
    '/scoreboard?email=nobody%40demo.example&token=wrong',
    '/logout',
  ]);
});

test('On my phone nothing moves while a page loads, with callers who wait', async ({ page, context }) => {
  await signIn(page, 'owner', ...lightPage);
  const addresses = [
    ...officePages,
    '/campaigns/avl-campaign-067',
    '/campaigns/avl-campaign-067/design',
    '/accounts/silverwren-asheville/designs/avl-campaign-067-design-1',
    '/design-concept-selection?designIds=avl-campaign-065-design-1,avl-campaign-066-design-1',
    '/maps',
    '/views/none',
    '/nowhere',
  ];
  await expectSteady(context, addresses, bothArrivals);
});

test('On my phone nothing moves while a page loads, when no caller waits', async ({ page, context }) => {
  const office = await OwnOffice.open([{ callerName: 'Ann Booked', answeredBy: 'Staff', followUp: false }]);
  await office.enter(page);
  await expect(page.getByText('Nothing to call back or approve')).toBeVisible();
  await expectSteady(context, [...officePages, `/scoreboard/${office.callId()}`]);
});

test('On my phone nothing moves while a page loads, when I score calls', async ({ page, context }) => {
  const office = await ScoringOffice.open('Ann First', 'Bo Second');
  await enterAsMember(page, await office.addMember('Nora'));
  await expectSteady(context, ['/scoring', '/scoring/call', '/scoring/rubric']);
});

test('On my phone nothing moves while a page loads, before the first call', async ({ page, context }) => {
  await (await OwnOffice.open([])).enter(page);
  await expectSteady(context, officePages);
});

test('On my phone nothing moves while a page loads, with limited access and for an operator', async ({
  page,
  context,
  browser,
}) => {
  await signIn(page, 'limited', '/scoreboard');
  await expectSteady(context, [
    '/scoreboard',
    '/scoreboard?tab=front-desk',
    '/campaigns',
    '/calls',
    '/callbacks',
  ]);
  const email = 'otto@journeys.example';
  await importFiles({ contacts: [{ id: 'otto', name: 'Otto Operator', email, account_ids: '' }] });
  await givePassword(email, ownPassword);
  await commandLine(page, 'roles', email, '--add', 'operator');
  const operator = await browser.newContext(phone);
  const entrance = await operator.newPage();
  await entrance.goto('/login');
  await signInAs(entrance, email, ownPassword);
  await entrance.getByRole('button', { name: 'Mail me a code' }).click();
  const code = entrance.getByLabel('Code from the email');
  await expect(code).toBeFocused();
  await code.fill((await newestMessage(entrance, email)).code);
  await code.press('Enter');
  await expect(entrance.getByRole('heading', { level: 1, name: 'Connections' })).toBeVisible();
  await expectSteady(operator, ['/provider/system']);
  await operator.close();
});
