import { emptyScore } from '@mailcall/contract/rules/score-values.ts';
import { expect, type Locator, type Page, test } from '@playwright/test';
import { expectAccessible } from './accessibility.ts';
import { openScoredOffice } from './own-lead.ts';
import { withDatabase } from './own-record.ts';
import { expectLoaded, listTab, numberIn, signIn } from './person.ts';
import { detailsOf } from './resolving.ts';

const frontDesk = '/scoreboard?tab=front-desk';

const board = (page: Page) => page.getByRole('region', { name: 'Leaderboard' });
const rows = (page: Page) =>
  board(page)
    .getByRole('table')
    .getByRole('row')
    .filter({ has: page.getByRole('button') });
/** The rows below the headings, which have buttons too. */
const staff = (page: Page) => rows(page).filter({ has: page.getByRole('cell') });
const panel = (page: Page) => board(page).getByRole('region', { name: /^Details of/ });
const card = (page: Page, name: string) => page.getByRole('region', { name, exact: true });

async function expectGradeBands(page: Page, question: Locator, bands: string) {
  await question.click();
  const explained = page.getByRole('dialog', { name: /^How is this counted/ });
  await expect(explained).toContainText(bands);
  await page.keyboard.press('Escape');
  await expect(explained).toBeHidden();
}

test('By keyboard I see who leads and how a colleague handled calls; I rank and sort the staff, and open their calls', async ({
  page,
}) => {
  await signIn(page, 'owner', `${frontDesk}&range=all`);
  const heading = (name: string) => board(page).getByRole('columnheader', { name });
  // what is drawn last: the page has taken its focus, and the keys are heard
  await expect(panel(page)).toContainText('Rank 1');
  await expect(staff(page).first().getByRole('button')).toHaveAttribute('aria-pressed', 'true');
  await expect(page.getByRole('combobox', { name: 'Rank by' })).toHaveValue('appointments');

  await test.step('I step through the staff, and what I chose stays until I go back', async () => {
    const second = staff(page).nth(1).getByRole('button');
    await page.keyboard.press('j');
    await expect(staff(page).first().getByRole('button')).toBeFocused();
    await page.keyboard.press('j');
    await page.keyboard.press('Enter');
    await expect(second).toHaveAttribute('aria-pressed', 'true');
    const name = (await second.getAttribute('title')) ?? '';
    await expect(panel(page).getByRole('heading', { name })).toBeVisible();
    await expectGradeBands(
      page,
      panel(page).getByRole('button', { name: 'How is this counted? Asked For Source' }),
      'Graded A 85% and above, B 70 – 84%, C 30 – 69%, D 0 – 29%',
    );
    await page.reload();
    await expect(panel(page).getByRole('heading', { name })).toBeVisible();
    await page.goBack();
    await expect(staff(page).first().getByRole('button')).toHaveAttribute('aria-pressed', 'true');
  });

  await test.step('I ask how the leaderboard is counted', async () => {
    await page.getByRole('button', { name: 'How is this counted? Leaderboard' }).click();
    const counted = page.getByRole('dialog', { name: 'How is this counted? Leaderboard' });
    await expect(counted).toContainText('calls with an appointment / opportunity calls');
    await expect(counted).toContainText(/Divided by opportunity calls[\d,]+/);
    await page.keyboard.press('Escape');
    await expect(counted).toBeHidden();
  });

  await test.step('I sort by name, once more the other way, and by rank again', async () => {
    await expect(heading('Rank')).toHaveAttribute('aria-sort', 'ascending');
    await heading('Name').getByRole('button').click();
    await expect(heading('Name')).toHaveAttribute('aria-sort', 'ascending');
    await expect(heading('Rank')).toHaveAttribute('aria-sort', 'none');
    // the previous order stays until the new one has arrived
    await expect
      .poll(async () => {
        const names = await staff(page).getByRole('button').allTextContents();
        return names.join() === names.toSorted((a, b) => a.localeCompare(b, 'en')).join();
      })
      .toBe(true);
    await heading('Name').getByRole('button').click();
    await expect(heading('Name')).toHaveAttribute('aria-sort', 'descending');
    await heading('Rank').getByRole('button').click();
    await expect(heading('Name')).toHaveAttribute('aria-sort', 'none');
    await page.goBack();
    await expect(heading('Name')).toHaveAttribute('aria-sort', 'descending');
    await page.goForward();
    await expect(heading('Rank')).toHaveAttribute('aria-sort', 'ascending');
  });

  await test.step('I rank the staff by another figure, and the first row is selected again', async () => {
    await staff(page).nth(2).getByRole('button').click();
    await expect(page).toHaveURL(/staff=/);
    await page.getByRole('combobox', { name: 'Rank by' }).selectOption('Calls');
    await expect(page).toHaveURL(/rank=calls/);
    await expect(page).not.toHaveURL(/staff=/);
    await expect(staff(page).first().getByRole('button')).toHaveAttribute('aria-pressed', 'true');
    const calls = () =>
      staff(page).evaluateAll((found) =>
        found.map((row) => Number(row.querySelectorAll('td')[1]?.textContent?.replaceAll(',', ''))),
      );
    await expect
      .poll(async () => {
        const now = await calls();
        return now.length > 1 && now.every((count, place) => place === 0 || count <= (now[place - 1] ?? 0));
      })
      .toBe(true);
  });

  await test.step('I go from somebody’s opportunities to all their calls', async () => {
    await expect(panel(page)).toContainText('Rank 1');
    const calls = numberIn(await staff(page).first().getByRole('cell').nth(1).textContent());
    await panel(page)
      .getByRole('button', { name: /Opportunities: view all calls/ })
      .click();
    await expect(page).toHaveURL(/callHandlerId=/);
    await expect(listTab(page, 'All Calls')).toHaveAttribute('aria-selected', 'true');
    await expect(page.getByRole('navigation', { name: 'Pages' })).toContainText(
      `of ${calls.toLocaleString('en-US')}`,
    );
  });
});

const indicators = [
  ['Asked For Appointment', 'Graded A 86% and above, B 70 – 85%, C 60 – 69%, D 0 – 59%'],
  ['Asked For Source', 'Graded A 86% and above, B 70 – 85%, C 60 – 69%, D 0 – 59%'],
  ['Good First Impression', 'Graded A 86% and above, B 70 – 85%, C 60 – 69%, D 0 – 59%'],
  ['Asked For Additional Appointments', 'Graded A 86% and above, B 70 – 85%, C 60 – 69%, D 0 – 59%'],
  ['Staff Placed Caller On Hold', 'Graded A 85% and above, B 70 – 84%, C 30 – 69%, D 0 – 29%'],
  ['Staff Asked To Place On Hold', 'Graded A 85% and above, B 70 – 84%, C 30 – 69%, D 0 – 29%'],
  ['Hold Time', 'Graded A up to 30 secs, B up to 1 min, C up to 2 mins, D longer'],
] as const;

test('I see each indicator with its grade, of each member of staff only when I open it, and their calls', async ({
  page,
}) => {
  let requests = 0;
  page.on('request', (request) => {
    if (request.url().includes('/calls/metrics/')) requests += 1;
  });
  await signIn(page, 'owner', `${frontDesk}&range=all`);
  await expect(staff(page).first()).toBeVisible();
  await expectLoaded(page);
  await expectAccessible(page);
  for (const [title, grades] of indicators) {
    const indicator = card(page, title);
    await expectGradeBands(page, indicator.getByRole('button', { name: /^How is this counted/ }), grades);
    await expect(indicator.getByText(/^Grade [ABCD], \d+/)).toBeVisible();
  }
  await test.step('The IVR card is there while callers went through a menu', async () => {
    const ivr = card(page, 'Caller Interacted With IVR');
    await expect(ivr.getByText(/^\d+%$/)).toBeVisible();
    await expect(ivr.getByRole('button', { name: /Individual Metric/ })).toHaveCount(0);
  });
  expect(requests).toBe(0);
  const requested: number[] = [];
  for (const [title] of indicators) {
    requests = 0;
    await card(page, title).getByRole('button', { name: 'See Individual Metric' }).click();
    await expect(page).toHaveURL(/metric=/);
    const drawer = page.getByRole('dialog', { name: title });
    await expect(drawer.getByRole('row', { name: /^All Staff/ })).toBeVisible();
    await expect(drawer.getByRole('row').nth(1)).toContainText(/Grade [ABCD]/);
    requested.push(requests);
    await page.keyboard.press('Escape');
    await expect(drawer).toBeHidden();
    await expect(page).not.toHaveURL(/metric=/);
  }
  expect(requested).toEqual(indicators.map(() => 1));

  await test.step('I open the calls of somebody whose metric I see', async () => {
    await card(page, 'Asked For Source').getByRole('button', { name: 'See Individual Metric' }).click();
    const drawer = page.getByRole('dialog', { name: 'Asked For Source' });
    await expect(drawer.getByRole('row').nth(1)).toBeVisible();
    await expectAccessible(page);
    await drawer
      .getByRole('row')
      .nth(1)
      .getByRole('button', { name: /^Grade/ })
      .click();
    await expect(page).toHaveURL(/callHandlerId=/);
    await page.goBack();
    await expect(drawer).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(drawer).toBeHidden();
  });

  await test.step('I read how an indicator is counted and open the calls on hold', async () => {
    const onHold = card(page, 'Staff Placed Caller On Hold');
    await onHold.getByRole('button', { name: /How is this counted/ }).click();
    const counted = page.getByRole('dialog', { name: /How is this counted/ });
    const open = counted.getByRole('button', { name: /view Calls placed on hold/ });
    const count = numberIn(await open.textContent());
    await open.click();
    await expect(page).toHaveURL(/onHold=1/);
    await expect(page.getByRole('navigation', { name: 'Pages' })).toContainText(
      `of ${count.toLocaleString('en-US')}`,
    );
  });
});

test('I read who converts and what price answers brought, as charts and as tables, and a pro tip full screen', async ({
  page,
}) => {
  await signIn(page, 'owner', `${frontDesk}&range=all`);
  await test.step('I read the conversion rates as a chart and as a table', async () => {
    const conversion = card(page, 'Conversion Rate By Staff');
    const chart = conversion.getByRole('figure', { name: /Conversion Rate By Staff.*leads with \d+%/ });
    await expect(chart.getByText('100%', { exact: true }).first()).toBeVisible();
    await conversion.getByText('Table', { exact: true }).click();
    const rates = await conversion
      .getByRole('row')
      .filter({ has: page.getByRole('rowheader') })
      .evaluateAll((found) =>
        found.map((row) => Number.parseInt(row.lastElementChild?.textContent ?? '', 10)),
      );
    expect(rates.length).toBeGreaterThan(1);
    expect(rates).toEqual(rates.toSorted((a, b) => b - a));
  });

  await test.step('I see what was answered about the price and what came of it', async () => {
    const pricing = card(page, 'Pricing Related Answers');
    await expect(
      pricing.getByText(/^[\d,]+ of [\d,]+ calls? with a price question ended with an appointment/),
    ).toBeVisible();
    await expectGradeBands(
      page,
      pricing.getByRole('button', { name: /^How is this counted/ }),
      'Graded A 85% and above, B 70 – 84%, C 30 – 69%, D 0 – 29%',
    );
    await expect(pricing.getByText('Without appointment')).toBeVisible();
    await expect(pricing.getByText(/calls we scored since \d\d\/\d\d\/\d{4}/)).toBeVisible();
    await pricing.getByText('Table', { exact: true }).click();
    await expect(pricing.getByRole('row').nth(1)).toContainText(/Grade [ABCD]/);
  });

  await test.step('I read a pro tip full screen, download it, and leave by Escape or the close icon', async () => {
    const open = card(page, 'Hold Time').getByRole('button', { name: 'Pro Tip Training: Hold Time' });
    await open.click();
    const tip = page.getByRole('dialog', { name: 'Pro Tip Training: Hold Time' });
    await expect(tip.getByRole('img', { name: /Hold Time/ })).toBeVisible();
    await expect(tip.getByText(/Keep hold time under one minute/)).toHaveCount(1);
    await expect(page).toHaveURL(/proTip=hold-time/);
    const download = page.waitForEvent('download');
    await tip.getByRole('button', { name: 'DOWNLOAD' }).click();
    expect((await download).suggestedFilename()).toMatch(/\.pdf$/);
    await page.keyboard.press('Escape');
    await expect(tip).toBeHidden();
    await expect(open).toBeFocused();
    await open.click();
    await tip.getByRole('button', { name: 'Close' }).click();
    await expect(tip).toBeHidden();
  });
});

test('Before there were calls every card says so in its own words', async ({ page }) => {
  await signIn(page, 'owner', `${frontDesk}&from=2010-01-01&to=2010-01-02`);
  await expect(board(page).getByText('No data available')).toBeVisible();
  for (const [title, text] of empties) await expect(card(page, title).getByText(text)).toBeVisible();
  for (const [title, text] of [empties[0], empties[6]]) {
    await card(page, title).getByRole('button', { name: 'See Individual Metric' }).click();
    await expect(page.getByRole('dialog', { name: title }).getByText(text)).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog')).toHaveCount(0);
  }
  await expect(card(page, 'Caller Interacted With IVR')).toHaveCount(0);
});

const empties = [
  ['Good First Impression', 'Staff good impression list is empty'],
  ['Asked For Source', 'Staff asked for source list is empty'],
  ['Asked For Appointment', 'Staff asked for appointment list is empty'],
  ['Asked For Additional Appointments', 'Staff asked for additional appointment list is empty'],
  ['Staff Placed Caller On Hold', 'Staff placed caller on hold list is empty'],
  ['Staff Asked To Place On Hold', 'Staff properly requested to place caller on hold list is empty'],
  ['Hold Time', 'Staff average hold time list is empty'],
] as const;

test('A leaderboard that cannot be loaded says so and is there after Retry; its headings wait for nothing', async ({
  page,
}) => {
  await page.route('**/api/data/get-team-leaderboard*', (route) => route.abort(), { times: 1 });
  await signIn(page, 'owner', `${frontDesk}&range=all`);
  await expect(board(page).getByRole('alert')).toContainText('could not be');
  await board(page).getByRole('button', { name: 'Retry' }).click();
  await expect(staff(page).first()).toBeVisible();

  let answer = () => {};
  const isAsked = new Promise<void>((resolve) => {
    answer = resolve;
  });
  await page.route('**/api/data/get-team-leaderboard*', async (route) => {
    await isAsked;
    await route.continue();
  });
  const name = board(page).getByRole('columnheader', { name: 'Name' });
  await name.getByRole('button').click();
  await expect(board(page).getByText('Loading data. Please wait...').last()).toBeVisible();
  await expect(name).toHaveAttribute('aria-sort', 'ascending');
  await name.getByRole('button').click();
  await expect(name).toHaveAttribute('aria-sort', 'descending');
  const body = board(page).locator('tbody');
  await expect(body).toHaveCSS('pointer-events', 'none');
  answer();
  await expect(body).toHaveCSS('pointer-events', 'auto');
});

test('With limited access I read the front desk but not its calls', async ({ page }) => {
  await signIn(page, 'limited', `${frontDesk}&range=all`);
  await panel(page)
    .getByRole('button', { name: /Opportunities: view all calls/ })
    .click();
  await expect(page.getByText('Ask support@mailcall.example for full access')).toBeVisible();
});

test('By keyboard I go from a colleague’s grade to the second of a call in which it was heard', async ({
  page,
}) => {
  const office = await openScoredOffice('Ann Asked');
  await withDatabase(({ pool }) =>
    pool.query(
      `insert into score_versions (account_id, call_id, number, reason, score, marks, role, rubric, made_at)
       values ($1, $2, 1, 'scored', $4, $3, 'scorer', '1', now())`,
      [
        office.id,
        office.callId(0),
        JSON.stringify([
          { field: 'askedForAppointment', from: 1000, to: null },
          { field: 'goodImpression', from: 2000, to: null },
        ]),
        JSON.stringify({
          ...emptyScore,
          answeredBy: 'Staff',
          patientType: 'New Patient Opportunity',
          opportunity: true,
        }),
      ],
    ),
  );
  await office.enter(page, frontDesk);
  const grade = panel(page).getByRole('button', { name: /^Asked For Appointment/ });
  await grade.focus();
  await expectAccessible(page);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/tab=all-calls/);
  await expectLoaded(page);
  await page.getByRole('link', { name: /Ann Asked$/ }).focus();
  await page.keyboard.press('Enter');
  const details = detailsOf(page);
  const play = details.getByRole('button', { name: 'Play Asked for appointment at 0:01' });
  await expect(play).toBeVisible();
  await expect(details.getByRole('button', { name: /^Play Good/ })).toHaveCount(0);
  await expectAccessible(page);
  await play.focus();
  await page.keyboard.press('Enter');
  await expect(details.getByRole('button', { name: 'Pause' })).toBeVisible();
  await expect(details.getByRole('slider', { name: 'Position in the recording' })).not.toHaveAttribute(
    'aria-valuenow',
    '0',
  );
});
