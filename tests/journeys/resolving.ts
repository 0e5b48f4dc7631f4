import type { Locator, Page } from '@playwright/test';

/** The drawer of a call that waits. */
export const drawerOf = (page: Page): Locator => page.getByRole('dialog', { name: 'Missed & Opportunity' });

/** The drawer with the details of a call. */
export const detailsOf = (page: Page): Locator => page.getByRole('dialog', { name: 'Call Details' });

/** The panel of the calls that wait to be called back. */
export const waiting = (page: Page): Locator =>
  page.getByRole('region', { name: /Missed And Follow-up Calls/ });

/** Fills in the result of a callback. */
export async function fillOutcome(drawer: Locator, summary = 'Will come on Friday.'): Promise<void> {
  await drawer.getByLabel('Callback handler').selectOption({ label: 'Maria Front' });
  await drawer.getByLabel('Callback result').selectOption('Spoke With Caller');
  await drawer.getByLabel('Opportunity result').selectOption('New Patient Opportunity');
  await drawer.getByRole('textbox', { name: 'Summary' }).fill(summary);
}

/** Fills in an appointment of a patient with the last name Lee. */
export async function fillAppointment(
  form: Locator,
  firstName: string,
  clientLabel = 'Patient',
): Promise<void> {
  await form.getByLabel(`${clientLabel} first name`).fill(firstName);
  await form.getByLabel(`${clientLabel} last name`).fill('Lee');
  await form.getByLabel('Appointment date').fill('2030-03-20');
  await form.getByLabel(/Appointment time/).selectOption({ label: '9:15 am' });
}

/** The server does what the next request to an address says, and its answer is lost. */
export const loseAnswer = (page: Page, address: string) =>
  page.route(
    address,
    async (route) => {
      await route.fetch();
      await route.abort();
    },
    { times: 1 },
  );
