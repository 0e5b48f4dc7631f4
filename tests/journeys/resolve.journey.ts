import { expect, type Page, test } from '@playwright/test';
import { expectAccessible, expectAccessibleAsShown } from './accessibility.ts';
import { OwnOffice } from './own-office.ts';
import { expectLoaded, expectNoSidewaysScroll, figureOf } from './person.ts';
import { detailsOf, drawerOf, fillAppointment, fillOutcome, waiting } from './resolving.ts';

const resolveButton = (page: Page, caller: string) =>
  waiting(page).getByRole('button', { name: `Resolve the call of ${caller}` });

test('I work off a call that waits: I record the result of calling back, with the appointments made', async ({
  page,
}) => {
  const office = await OwnOffice.open([{ callerName: 'Ann Waits' }, { callerName: 'Bo Waits' }]);
  await office.enter(page);
  expect(await figureOf(page, 'Follow-up Opportunities')).toBe(2);
  const toDo = page.getByRole('region', { name: 'To do' });
  await expect(toDo).toHaveText('Call back 2 people');
  await waiting(page).getByRole('row').filter({ hasText: 'Ann Waits' }).click();
  const drawer = drawerOf(page);
  await expect(drawer).toContainText('Ann Waits asked for a cleaning.');
  await expect(page).toHaveURL(new RegExp(`resolve=${office.callId()}`));

  const resolve = drawer.getByRole('button', { name: /Resolve$/ });
  await expect(resolve).toHaveText('Resolve');
  const add = drawer.getByRole('button', { name: 'Add appointment' });
  await add.click();
  await expect(drawer.getByLabel('Patient first name')).toHaveValue('Ann');
  await expect(drawer.getByLabel('Patient last name')).toHaveValue('Waits');
  await expect(drawer.getByLabel('Appointment date')).toBeFocused();
  await drawer.getByLabel('Patient first name').fill('');
  await expect(resolve).toHaveText('Book and Resolve');
  await resolve.click();
  await expect(drawer.getByRole('alert')).toHaveText('Please complete the required fields.');
  for (const problem of [
    'Choose who called back',
    'Choose the result',
    'Choose the type of caller',
    'Write a summary',
    'Patient first name is required',
    'Appointment date is required',
    'Appointment time is required',
  ])
    await expect(drawer.getByText(problem).last()).toBeVisible();
  await expect(drawer.getByLabel('Callback handler')).toBeFocused();
  await expectLoaded(page);
  await expectAccessible(page);
  await fillOutcome(drawer, 'x'.repeat(149));
  await drawer.getByRole('textbox', { name: 'Summary' }).pressSequentially('yz');
  await expect(drawer.getByRole('textbox', { name: 'Summary' })).toHaveValue(`${'x'.repeat(149)}y`);
  await expect(drawer.getByText('150 of 150 characters')).toBeVisible();
  await drawer.getByRole('textbox', { name: 'Summary' }).fill('Will come on Friday.');
  await expect(drawer.getByRole('alert')).toHaveCount(0);

  const times = drawer.getByLabel(/Appointment time/).locator('option');
  await expect(times).toHaveCount(50);
  expect((await times.allTextContents()).slice(1, 3)).toEqual(['7:00 am', '7:15 am']);
  expect((await times.allTextContents()).at(-1)).toBe('7:00 pm');
  await fillAppointment(drawer, 'Ann');
  await drawer.getByRole('button', { name: 'Save' }).click();
  await expect(add).toBeFocused();
  const made = drawer.getByRole('list', { name: 'Appointments to be made' });
  await expect(made).toContainText('Ann Lee, 3/20/30 @ 9:15 am');
  await add.click();
  await fillAppointment(drawer, 'Bea');
  await drawer.getByRole('button', { name: 'Save' }).click();
  await drawer.getByRole('button', { name: 'Edit the appointment of Ann Lee' }).click();
  await drawer.getByLabel('Patient first name').fill('Anna');
  await drawer.getByRole('button', { name: 'Update' }).click();
  await expect(made).toContainText('Anna Lee');
  await drawer.getByRole('button', { name: 'Edit the appointment of Bea Lee' }).click();
  await drawer.getByRole('button', { name: 'Delete' }).click();
  await expect(made.getByRole('listitem')).toHaveCount(1);

  const gate = Promise.withResolvers<void>();
  await page.route('**/resolve', async (route) => {
    await gate.promise;
    await route.continue();
  });
  await drawer.getByRole('button', { name: 'Resolve' }).click();
  await expect(drawer.getByRole('button', { name: 'Saving...' })).toBeVisible();
  gate.resolve();
  await expect(drawer).toBeHidden();
  await expect(page.getByText('Booked: Mar 20, 9:15 am')).toBeVisible();
  await expect(page).not.toHaveURL(/resolve=/);

  await expect(waiting(page).getByRole('row').filter({ hasText: 'Ann Waits' })).toHaveCount(0);
  await expect(waiting(page).getByRole('row').filter({ hasText: 'Bo Waits' })).toHaveCount(1);
  await expect(resolveButton(page, 'Bo Waits')).toBeFocused();
  await expect.poll(() => figureOf(page, 'Follow-up Opportunities')).toBe(1);
  await expect(toDo).toHaveText('Call back 1 person');
  expect(await figureOf(page, 'Appointments')).toBe(1);
  expect(await figureOf(page, 'Missed Calls')).toBe(2);
  await page.goto(`/scoreboard/${office.callId()}`);
  const details = detailsOf(page);
  await expect(details.getByText('Resolved Missed / Follow-up Call')).toBeVisible();
  const outcome = details.getByRole('region', { name: 'Callback Outcome' });
  for (const text of ['Maria Front', 'Spoke With Caller', 'New Patient Opportunity', 'Will come on Friday.'])
    await expect(outcome).toContainText(text);
  await expect(details.getByRole('region', { name: 'Scheduled Appointments' })).toContainText('Anna Lee');
  const history = details.getByRole('list', { name: 'History, newest first' });
  await expect(history.getByRole('listitem')).toHaveText([
    /Resolved by Nora Quill.*Maria Front called back: Spoke With Caller/,
    /Appointment added by Nora Quill.*Anna Lee, 3\/20\/30 @ 9:15 am/,
  ]);
  await expect(details.getByRole('button', { name: 'Resolve' })).toHaveCount(0);
  await page.goto('/scoreboard?tab=all-calls&outcome=missed+call');
  const missed = (name: string) => page.getByRole('row').filter({ hasText: name });
  await expect(missed('Ann Waits')).toContainText('Resolved');
  await expect(missed('Bo Waits')).toContainText('Missed Call');
  await expect(missed('Bo Waits')).not.toContainText('Resolved');
});

test.describe('with motion', () => {
  test.use({ contextOptions: { reducedMotion: 'no-preference' } });

  test('I work off call after call: each leaves the list, the counts fall, and I go on with the next', async ({
    page,
  }) => {
    const names = ['Ann', 'Bo', 'Cy', 'Di', 'Ed', 'Flo'].map((name) => `${name} Waits`);
    const office = await OwnOffice.open(
      names.map((callerName, index) => ({ callerName, hoursAgo: 5 + index })),
    );
    await office.enter(page);
    const rows = waiting(page).locator('tbody tr');
    const moves = () => page.evaluate(() => (window as unknown as { moves: string[] }).moves);
    await expect(rows).toHaveCount(5);
    await expect(rows.nth(4)).toContainText('Ed Waits');
    await page.evaluate(() => {
      const seen: string[] = [];
      Object.assign(window, { moves: seen });
      const animate = Element.prototype.animate;
      Element.prototype.animate = function (keyframes, options) {
        const animation = animate.call(this, keyframes, options);
        const [start = 0, halfway = 0, end = 0] = [0, 80, 159.9].map((time) => {
          animation.currentTime = time;
          return this.clientHeight;
        });
        animation.currentTime = 0;
        const closes = start > halfway && halfway > end;
        seen.push(`${this.tagName}${closes ? ' closes' : ''} ${this.textContent}`);
        return animation;
      };
    });
    const resolve = async (caller: string) => {
      await resolveButton(page, caller).click();
      // the handler of the previous call is filled in
      if (caller !== 'Bo Waits')
        await expect(drawerOf(page).getByLabel('Callback handler')).toHaveValue(`${office.id}-staff-0`);
      await fillOutcome(drawerOf(page));
      await drawerOf(page).getByRole('button', { name: 'Resolve' }).click();
      await expect(drawerOf(page)).toBeHidden();
    };
    for (const [resolved, next, left] of [
      ['Bo Waits', 'Cy Waits', 5],
      ['Flo Waits', 'Ed Waits', 4],
      ['Ann Waits', 'Cy Waits', 3],
    ] as const) {
      await resolve(resolved);
      await expect(rows.filter({ hasText: resolved })).toHaveCount(0);
      await expect(rows).toHaveCount(left);
      await expect(page.getByRole('region', { name: 'To do' })).toHaveText(`Call back ${left} people`);
      expect(await figureOf(page, 'Follow-up Opportunities')).toBe(left);
      await expect(resolveButton(page, next)).toBeFocused();
    }
    for (const caller of ['Cy Waits', 'Di Waits', 'Ed Waits']) await resolve(caller);
    await expect(waiting(page)).toBeHidden();
    // the content below the row, or below the panel, moved up to its place, and the counts appeared
    const moved = await moves();
    for (const text of [
      /^TR Cy Waits/,
      /^TR Flo Waits/,
      /^DIV closes .*Di Waits/,
      /^DIV closes $/,
      /^SPAN Call back 5 people/,
      /^SPAN 3$/,
    ])
      expect(moved).toContainEqual(expect.stringMatching(text));
    expect(moved).not.toContainEqual(expect.stringMatching(/^TR Bo Waits/));
  });
});

test.describe('on my phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });

  test('I resolve a call with an appointment, and nothing sticks out', async ({ page }) => {
    const office = await OwnOffice.open([{ callerName: 'Ann Waits With A Rather Long Name To Show' }]);
    await office.enter(page);
    await waiting(page)
      .getByRole('listitem')
      .getByRole('link', { name: /^Ann Waits/ })
      .tap();
    const drawer = drawerOf(page);
    await page.setViewportSize({ width: 568, height: 320 });
    await drawer.getByRole('button', { name: 'Resolve' }).tap();
    await expect(drawer.getByLabel('Callback handler')).toBeFocused();
    await expect(drawer.getByLabel('Callback handler')).toBeInViewport({ ratio: 1 });
    await page.setViewportSize({ width: 390, height: 844 });
    await fillOutcome(drawer);
    expect((await drawer.boundingBox())?.width).toBe(390);
    await drawer.getByRole('button', { name: 'Add appointment' }).tap();
    await fillAppointment(drawer, 'Ann');
    await expectNoSidewaysScroll(page);
    await page.setViewportSize({ width: 320, height: 640 });
    await expectNoSidewaysScroll(page);
    const sideways = await drawer.evaluate((node) => node.scrollWidth - node.clientWidth);
    expect(sideways).toBeLessThanOrEqual(0);
    await page.setViewportSize({ width: 390, height: 844 });
    await expectAccessibleAsShown(page);
    await drawer.getByRole('button', { name: 'Book and Resolve' }).tap();
    await expect(page.getByText('Booked: Mar 20, 9:15 am')).toBeVisible();
    await expect(drawer).toBeHidden();
    await expect(waiting(page)).toBeHidden();
    await page.goto('/scoreboard?tab=all-calls&outcome=missed+call');
    await expect(page.getByRole('listitem').filter({ hasText: 'Ann Waits' })).toContainText('Resolved');
    await page.setViewportSize({ width: 320, height: 640 });
    await expectNoSidewaysScroll(page);
    await expectAccessibleAsShown(page);
  });
});
