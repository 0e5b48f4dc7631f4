import { randomUUID } from 'node:crypto';
import { expect, type Locator, type Page, test } from '@playwright/test';
import { ownPassword, signInAs } from './own-person.ts';
import { givePassword, importFiles } from './own-record.ts';
import { expectHome, expectNoSidewaysScroll, signIn } from './person.ts';

/** Two offices of one journey's own: their owner is a primary contact, and Ann and Ben work in the eastern one. */
async function addOwnOffices() {
  const id = `alerts-${randomUUID()}`;
  const [east, west] = [`${id}-east`, `${id}-west`];
  const email = (name: string) => `${id}-${name}@journeys.example`;
  const person = (name: string, fullName: string, account_ids: string, phone: string, primary: string) => ({
    id: `${id}-${name}`,
    name: fullName,
    email: email(name),
    phone,
    account_ids,
    primary_account_ids: primary,
  });
  const both = `${east};${west}`;
  const digits = String(Math.floor(Math.random() * 1e6)).padStart(6, '0');
  await importFiles({
    accounts: [
      { id: east, name: 'Eastside Dental' },
      { id: west, name: 'Westside Dental' },
    ],
    contacts: [
      person('owner', 'Nora Owner', both, `+1720${digits}1`, both),
      person('ann', 'Ann Desk', east, '', ''),
      person('ben', 'Ben Desk', east, `+1720${digits}2`, ''),
    ],
  });
  for (const name of ['owner', 'ann']) await givePassword(email(name), ownPassword);
  return { east, owner: email('owner'), ann: email('ann') };
}

async function enterSettings(page: Page, email: string): Promise<void> {
  await signInAs(page, email, ownPassword);
  await expectHome(page);
  await page.goto('/settings');
}

const box = (place: Page | Locator, method: 'Email' | 'SMS', row: string) =>
  place.getByRole('checkbox', { name: `${method}: ${row}` });
const frequency = (place: Page | Locator, row: string) => place.getByLabel(`Frequency: ${row}`);
const save = (page: Page) => page.getByRole('button', { name: 'Save', exact: true });
const alertItem = (page: Page, name: string) =>
  page
    .getByRole('row')
    .or(page.getByRole('list', { name: 'Alerts' }).getByRole('listitem'))
    .filter({ hasText: name });
const discardQuestion = (page: Page) => page.getByRole('dialog', { name: 'Discard changes?' });

async function selectAccount(page: Page, searchText: string): Promise<void> {
  await page.getByRole('button', { name: /^Account:/ }).click();
  const dialog = page.getByRole('dialog', { name: 'Select account' });
  await expect(dialog.getByRole('radio')).toHaveCount(2);
  await dialog.getByLabel('Search accounts').fill(searchText);
  await expect(dialog.getByRole('radio')).toHaveCount(1);
  await dialog.getByRole('radio').focus();
  await page.keyboard.press('Space');
  await expect(dialog.getByRole('radio')).toBeChecked();
  await page.keyboard.press('Enter');
  await expect(dialog).toBeHidden();
}

async function chooseMyAlerts(page: Page): Promise<void> {
  await expect(alertItem(page, 'Missed Call Alert')).toContainText('Nobody');
  await box(page, 'Email', 'Missed Call Alert').check();
  await expect(frequency(page, 'Missed Call Alert')).toHaveValue('Real-time');
  await frequency(page, 'Missed Call Alert').selectOption('Daily');
  await box(page, 'SMS', 'Missed Call Alert').check();
  await box(page, 'Email', 'Performance Breakdown Alert').check();
  await expect(frequency(page, 'Performance Breakdown Alert')).toHaveValue('Weekly');
}

async function chooseReceivers(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Manage Receivers: Missed Call Alert' }).click();
  const dialog = page.getByRole('dialog', { name: 'Manage Receivers' });
  await expect(box(dialog, 'SMS', 'Ann Desk')).toBeDisabled();
  await expect(box(dialog, 'SMS', 'Ann Desk')).toHaveAccessibleName(/Text messages need a phone number\./);
  await box(dialog, 'SMS', 'Ben Desk').check();
  await frequency(dialog, 'Ben Desk').selectOption('Weekly');
  await page.keyboard.press('Escape');
  await discardQuestion(page).getByRole('button', { name: 'Keep editing' }).click();
  await expect(discardQuestion(page)).toBeHidden();
  await expect(box(dialog, 'SMS', 'Ben Desk')).toBeChecked();
  await dialog.getByRole('button', { name: 'Apply' }).click();
  await expect(dialog).toBeHidden();
  await expect(alertItem(page, 'Missed Call Alert')).toContainText('You and Ben Desk');
}

async function discardReceivers(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Manage Receivers: Missed Call Alert' }).click();
  const dialog = page.getByRole('dialog', { name: 'Manage Receivers' });
  await expect(frequency(dialog, 'Ben Desk')).toHaveValue('Weekly');
  await box(dialog, 'SMS', 'Ben Desk').uncheck();
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await discardQuestion(page).getByRole('button', { name: 'Discard changes' }).click();
  await expect(dialog).toBeHidden();
  await expect(page.getByRole('button', { name: 'Manage Receivers: Missed Call Alert' })).toBeFocused();
  await expect(alertItem(page, 'Missed Call Alert')).toContainText('You and Ben Desk');
}

test('As the primary contact I choose my alerts and who else gets them, on a desktop and on a phone', async ({
  page,
}) => {
  const { east, owner } = await addOwnOffices();
  await enterSettings(page, owner);
  await expect(page.getByRole('button', { name: 'Account: Eastside Dental' })).toBeVisible();
  await chooseMyAlerts(page);
  await chooseReceivers(page);

  await page.route('**/settings/contacts', (route) =>
    route.fulfill({ json: { status: 'success', message: '', data: { notification: [] } } }),
  );
  await save(page).click();
  await expect(page.getByText('Something went wrong', { exact: true })).toBeVisible();
  await page.unroute('**/settings/contacts');
  await save(page).click();
  await expect(page.getByText('Settings updated')).toBeVisible();
  await expect(save(page)).toBeDisabled();
  await page.setViewportSize({ width: 390, height: 844 });
  await page.reload();
  await expect(page.getByRole('list', { name: 'Alerts', exact: true })).toBeVisible();
  await expect(frequency(page, 'Missed Call Alert')).toHaveValue('Daily');
  await expect(box(page, 'SMS', 'Missed Call Alert')).toBeChecked();
  await discardReceivers(page);

  await box(page, 'Email', 'Performance Breakdown Alert').uncheck();
  await frequency(page, 'Missed Call Alert').selectOption('Weekly');
  await expect(save(page)).toBeEnabled();
  await page.getByRole('button', { name: 'Cancel' }).click();
  await expect(frequency(page, 'Missed Call Alert')).toHaveValue('Daily');
  await expect(box(page, 'Email', 'Performance Breakdown Alert')).toBeChecked();

  await box(page, 'Email', 'En Route Alert').check();
  await selectAccount(page, 'WEST');
  await discardQuestion(page).getByRole('button', { name: 'Keep editing' }).click();
  await expect(page.getByRole('button', { name: 'Account: Eastside Dental' })).toBeVisible();
  await expect(box(page, 'Email', 'En Route Alert')).toBeChecked();
  await selectAccount(page, 'west');
  await discardQuestion(page).getByRole('button', { name: 'Discard changes' }).click();
  await expect(page.getByRole('button', { name: 'Account: Westside Dental' })).toBeVisible();
  await expect(alertItem(page, 'Missed Call Alert')).toContainText('Nobody');
  await expect(box(page, 'Email', 'Missed Call Alert')).not.toBeChecked();
  await expect(save(page)).toBeDisabled();
  await page.goto(`/settings?account=${east}`);
  await expect(box(page, 'Email', 'En Route Alert')).not.toBeChecked();
  await expect(frequency(page, 'Missed Call Alert')).toHaveValue('Daily');
  await expectNoSidewaysScroll(page);
});

test('At the front desk I choose my own alerts, by email as long as I have no phone', async ({ page }) => {
  const { ann } = await addOwnOffices();
  await page.setViewportSize({ width: 390, height: 844 });
  await page.route('**/settings/account?*', (route) =>
    route.fulfill({ status: 500, json: { status: 'error', message: 'no', data: null } }),
  );
  await enterSettings(page, ann);
  await expect(page.getByText('Error fetching data')).toBeVisible();
  await page.unroute('**/settings/account?*');
  await page.getByRole('button', { name: 'Retry' }).click();
  const alerts = page.getByRole('list', { name: 'Alerts' }).getByRole('listitem');
  await expect(alerts).toHaveCount(5);
  await expect(alerts.filter({ hasText: 'Performance Breakdown Alert' })).toHaveCount(0);
  await expect(page.getByRole('button', { name: /^Manage Receivers/ })).toHaveCount(0);
  await expect(page.getByText('Text messages need a phone number.')).toBeVisible();
  await expect(box(page, 'SMS', 'En Route Alert')).toBeDisabled();
  await box(page, 'Email', 'En Route Alert').check();
  await expect(alerts.filter({ hasText: 'En Route Alert' })).toContainText('Weekly');
  await save(page).click();
  await expect(page.getByText('Settings updated')).toBeVisible();
  await page.reload();
  await expect(box(page, 'Email', 'En Route Alert')).toBeChecked();
  await expect(box(page, 'Email', 'Missed Call Alert')).not.toBeChecked();
  await page.goto('/settings?account=of-somebody-else');
  await expect(page.getByText('You do not have access to the account of this link.')).toBeVisible();
  await expect(page).toHaveURL(/\/settings$/);
  await expect(box(page, 'Email', 'En Route Alert')).toBeChecked();
  await page.setViewportSize({ width: 320, height: 640 });
  await expectNoSidewaysScroll(page);
});

test('I see the alerts that were sent, and open the call of one', async ({ page }) => {
  await signIn(page, 'owner', '/settings?account=silverwren-asheville', 'Settings');
  const sent = page.getByRole('table', { name: 'Sent alerts' });
  // which kinds of calls are on a page depends on the hour at which the story ends
  const link = sent.getByRole('link', { name: /^(Missed|New opportunity|New appointment) call, / });
  await expect(link.first()).toBeVisible();
  await page.getByRole('button', { name: 'Page 2' }).click();
  await expect(page).toHaveURL(/page=2/);
  await expect(page.getByText(/^16 – \d+ of/)).toBeVisible();
  const title = (await link.first().textContent()) ?? '';
  const time = /\d+:\d\d [ap]m/.exec(title)?.[0] ?? 'no time';
  await link.first().click();
  await expect(page).toHaveURL(/\/scoreboard\//);
  await expect(page.getByRole('dialog').getByText(time).first()).toBeVisible();

  await page.goto('/settings');
  await page.getByRole('button', { name: 'Account: Copper Kite Orthodontics' }).click();
  await page.getByRole('radio', { name: 'Silverwren Dental Group · group of 3' }).click();
  await page.getByRole('button', { name: 'Apply' }).click();
  await expect(page.getByRole('button', { name: 'Account: Silverwren Dental Group' })).toBeVisible();
  await expect(page.getByText('These alerts are about the group itself')).toBeVisible();
});
