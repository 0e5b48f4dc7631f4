import { expect, test } from '@playwright/test';
import { OwnOffice } from './own-office.ts';
import { figureOf } from './person.ts';
import { drawerOf, fillAppointment, fillOutcome, loseAnswer, waiting } from './resolving.ts';

test('A colleague was faster: I read who it was, see what they did, and keep what I typed', async ({
  page,
  browser,
  baseURL,
}) => {
  const office = await OwnOffice.open([{ callerName: 'Ann Waits' }]);
  await office.enter(page, `/scoreboard?resolve=${office.callId()}`);
  const drawer = drawerOf(page);
  await fillOutcome(drawer, 'My own words.');

  const other = await browser.newPage({ baseURL: baseURL ?? '' });
  await office.enter(other, `/scoreboard?resolve=${office.callId()}`);
  await fillOutcome(drawerOf(other), 'Theirs came first.');
  await drawerOf(other).getByRole('button', { name: 'Resolve' }).click();
  await expect(drawerOf(other)).toBeHidden();
  await other.close();

  const call = `**/api/data/calls/${office.callId()}?**`;
  await page.route(call, (route) => route.abort());
  const reload = page.waitForEvent('requestfailed', (request) => request.url().includes(office.callId()));
  await drawer.getByRole('button', { name: 'Resolve' }).click();
  await reload;
  await expect(drawer.getByRole('alert')).toContainText('Failed to resolve missed call.');
  await expect(drawer.getByRole('textbox', { name: 'Summary' })).toHaveValue('My own words.');
  await page.unroute(call);
  await drawer.getByRole('button', { name: 'Resolve' }).click();
  await expect(drawer.getByRole('alert')).toContainText(
    /This call was already resolved by Nora Quill on [A-Z][a-z]+ \d+, \d{4}/,
  );
  await expect(drawer.getByRole('region', { name: 'Callback Outcome' })).toContainText('Theirs came first.');
  await expect(drawer.getByRole('textbox', { name: 'Summary' })).toHaveValue('My own words.');
  await expect(drawer.getByRole('textbox', { name: 'Summary' })).not.toBeEditable();
  for (const field of ['Callback handler', 'Callback result', 'Opportunity result'])
    await expect(drawer.getByLabel(field)).toBeDisabled();
  await expect(drawer.getByRole('button', { name: 'Add appointment' })).toHaveCount(0);
  await expect(drawer.getByRole('button', { name: 'Resolve' })).toHaveCount(0);
  await expect(drawer.getByRole('button', { name: 'Discard' })).toBeFocused();
  await drawer.getByRole('button', { name: 'Discard' }).click();
  await expect(drawer.getByRole('textbox', { name: 'Summary' })).toHaveCount(0);
});

test('The connection breaks and my access changes meanwhile: nothing that I typed is lost', async ({
  page,
}) => {
  const office = await OwnOffice.open([{ callerName: 'Ann Waits' }]);
  await office.enter(page, `/scoreboard?resolve=${office.callId()}`);
  const drawer = drawerOf(page);
  await fillOutcome(drawer);
  await drawer.getByRole('button', { name: 'Add appointment' }).click();
  await fillAppointment(drawer, 'Ann');
  await drawer.getByRole('button', { name: 'Save' }).click();

  await page.route('**/resolve', (route) => route.abort(), { times: 1 });
  await drawer.getByRole('button', { name: 'Resolve' }).click();
  await expect(drawer.getByRole('alert')).toContainText('Failed to resolve missed call.');
  await expect(drawer.getByRole('alert')).toContainText('could not be reached');
  await page.keyboard.press('Escape');
  await expect(drawer).toBeHidden();
  await waiting(page).getByRole('row').filter({ hasText: 'Ann Waits' }).click();
  await expect(drawer.getByRole('textbox', { name: 'Summary' })).toHaveValue('Will come on Friday.');

  await office.growBy('Quill Dental South');
  const session = () => page.evaluate(() => localStorage.getItem('mailcall.session'));
  const stale = await session();
  await drawer.getByRole('button', { name: 'Resolve' }).click();
  await expect(drawer.getByRole('alert')).toContainText('Your access has changed.');
  await expect(drawer.getByRole('textbox', { name: 'Summary' })).toHaveValue('Will come on Friday.');
  await expect(drawer.getByRole('list', { name: 'Appointments to be made' })).toContainText('Ann Lee');
  // with the stale session, what the reloaded page reads would lead to the scoreboard
  await expect.poll(session).not.toBe(stale);
  await page.reload();
  await expect(drawer.getByRole('textbox', { name: 'Summary' })).toHaveValue('Will come on Friday.');
  await expect(drawer.getByRole('list', { name: 'Appointments to be made' })).toContainText('Ann Lee');

  await loseAnswer(page, '**/resolve');
  await drawer.getByRole('button', { name: 'Resolve' }).click();
  await expect(drawer.getByRole('alert')).toContainText('could not be reached');
  await drawer.getByRole('button', { name: 'Resolve' }).click();
  await expect(drawer).toBeHidden();
  await expect.poll(() => figureOf(page, 'Appointments')).toBe(1);
});
