import { expect, test } from '@playwright/test';
import { expectAccessible } from './accessibility.ts';
import { OwnOffice } from './own-office.ts';
import { expectLoaded } from './person.ts';
import { detailsOf, drawerOf, fillAppointment, loseAnswer } from './resolving.ts';

test('I resolve a call from its details, by keyboard, and Back brings me out', async ({ page }) => {
  const office = await OwnOffice.open([{ callerName: 'Ann Waits', followUp: false }]);
  await office.enter(page, `/scoreboard/${office.callId()}?tab=all-calls&outcome=all+calls`);
  const details = detailsOf(page);
  await expect(details.getByText('Non-Opportunity Call')).toBeVisible();
  await expect(details.getByText('The call was missed and is waiting for a callback.')).toBeVisible();
  await expect(details.getByText('Missed Call', { exact: true })).toBeVisible();
  await details.getByRole('button', { name: 'Resolve' }).press('Enter');
  const drawer = drawerOf(page);
  await expect(drawer.getByLabel('Callback handler')).toBeVisible();
  const address = page.url();
  await page.goBack();
  await expect(drawer).toBeHidden();
  await expect(details).toBeVisible();
  await page.goForward();
  await expect(drawer).toBeVisible();
  await page.reload();
  await expect(drawer.getByLabel('Callback handler')).toBeVisible();
  expect(page.url()).toBe(address);
  await expectLoaded(page);
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await expect(drawer).toBeHidden();
  await expect(details).toBeVisible();

  await details.getByRole('button', { name: 'Resolve' }).press('Enter');
  await expect(drawer.getByLabel('Callback handler')).toBeVisible();
  await expect(drawer.getByLabel('Callback handler')).toContainText('Jo Desk');
  await drawer.getByLabel('Callback handler').focus();
  await page.keyboard.type('Jo');
  await page.keyboard.press('Tab');
  await page.keyboard.type('No Answer Left');
  await page.keyboard.press('Tab');
  await page.keyboard.type('Spam');
  await page.keyboard.press('Tab');
  await page.keyboard.type('A salesman.');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Tab');
  await expect(drawer.getByRole('button', { name: 'Resolve' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(drawer).toBeHidden();
  await expect(details.getByRole('region', { name: 'Callback Outcome' })).toContainText('A salesman.');
  await expect(details.locator('[data-content="call-details"]')).toBeFocused();
  await expect(details.getByRole('list', { name: 'History, newest first' })).toContainText(
    'Jo Desk called back',
  );
});

test('I add an appointment to a call that I answered; when that fails I try again', async ({ page }) => {
  const office = await OwnOffice.open(
    [{ callerName: 'Cal Answered', answeredBy: 'Staff', followUp: false }],
    {
      industry: 'Home Services',
      client_label: 'Customer',
    },
  );
  await office.enter(page, `/scoreboard/${office.callId()}?tab=all-calls&outcome=all+calls`);
  const details = detailsOf(page);
  const section = details.getByRole('region', { name: 'Scheduled Appointments' });
  await expect(section).toContainText('No appointment set');
  await expect(details.getByRole('region', { name: 'History' })).toContainText('No activity yet');
  await section.getByRole('button', { name: 'Add appointment' }).click();
  await section.getByRole('button', { name: 'Save' }).click();
  await expect(section.getByText('Customer first name is required')).toBeVisible();
  await fillAppointment(section, 'Cal', 'Customer');
  await expect(section.getByLabel('Appointment time (Mountain Time)')).toHaveValue('555');
  const date = section.getByLabel('Appointment date');
  await date.fill('2024-03-20');
  await section.getByRole('button', { name: 'Save' }).click();
  const question = page.getByRole('dialog', { name: 'Is the date right?' });
  await expect(question).toContainText('Mar 20, 2024 is in the past.');
  await expectAccessible(page);
  await question.getByRole('button', { name: 'Change date' }).click();
  await expect(question).toBeHidden();
  await expect(date).toBeFocused();
  await date.fill('2030-03-20');

  const gate = Promise.withResolvers<void>();
  await page.route(
    '**/appointments',
    async (route) => {
      await gate.promise;
      await route.abort();
    },
    { times: 1 },
  );
  await section.getByRole('button', { name: 'Save' }).click();
  await expect(section.getByText('Saving...')).toBeVisible();
  gate.resolve();
  await expect(section.getByRole('alert')).toContainText('Failed to create new appointment');
  // it may or may not have been booked, so the form stays, also after a reload
  await page.reload();
  await expect(section.getByRole('alert')).toContainText('could not be reached');
  await expect(section.getByRole('alert')).toContainText(
    'It may be booked already: Retry does not book it twice.',
  );
  await expect(section.getByRole('button', { name: /^Delete/ })).toHaveCount(0);
  await expectLoaded(page);
  await expectAccessible(page);
  await section.getByRole('button', { name: 'Edit the appointment of Cal Lee' }).press('Enter');
  await expect(section.getByRole('button', { name: /^Retry|^Delete/ })).toHaveCount(0);
  await section.getByLabel('Customer last name').fill('Lane');
  await section.getByLabel('Appointment date').fill('2024-03-20');
  await loseAnswer(page, '**/appointments');
  await section.getByRole('button', { name: 'Update' }).press('Enter');
  await question.getByRole('button', { name: 'Update anyway' }).click();
  await section.getByRole('button', { name: 'Edit the appointment of Cal Lane' }).press('Enter');
  await section.getByLabel('Customer last name').fill('Long');
  await section.getByRole('button', { name: 'Update' }).press('Enter');
  await question.getByRole('button', { name: 'Update anyway' }).click();
  await expect(page.getByText('It was booked before, as Cal Lane, 3/20/24 @ 9:15 am.')).toBeVisible();
  await expect(section.getByRole('table')).toContainText('3/20/24 @ 9:15 am');
  await expect(section.getByRole('table').getByRole('row')).toHaveCount(2);
  await expect(details.getByRole('list', { name: 'History, newest first' })).toContainText('Cal Lane');
  await page.keyboard.press('Escape');
  await expect(
    page.getByRole('tablist', { name: 'Lists of calls' }).getByRole('tab', { name: /^Appointments/ }),
  ).toContainText('1');
});
