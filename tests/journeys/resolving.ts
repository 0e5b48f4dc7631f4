import type { Locator, Page } from '@playwright/test';

export const drawerOf = (page: Page): Locator => page.getByRole('dialog', { name: /^Call back/ });

export const detailsOf = (page: Page): Locator => page.getByRole('dialog', { name: 'Call Details' });

export const waiting = (page: Page): Locator =>
  page.getByRole('region', { name: /Missed And Follow-up Calls/ });

export async function fillOutcome(drawer: Locator, summary = 'Will come on Friday.'): Promise<void> {
  await drawer.getByLabel('Callback handler').selectOption({ label: 'Maria Front' });
  await drawer.getByLabel('Callback result').selectOption('Spoke With Caller');
  await drawer.getByLabel('Opportunity result').selectOption('New Patient Opportunity');
  await drawer.getByRole('textbox', { name: 'Summary' }).fill(summary);
}

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
