import { randomUUID } from 'node:crypto';
import { expect, type Page, test } from '@playwright/test';
import { expectAccessible } from './accessibility.ts';
import { givePassword, importFiles } from './own-record.ts';
import { ownPassword, signInAs } from './own-person.ts';
import { expectNoSidewaysScroll } from './person.ts';

async function addGroup() {
  const id = `views-${randomUUID()}`;
  const [group, first, second] = [id, `${id}-a`, `${id}-b`];
  const [nora, theo] = [`${id}@views.example`, `${id}-theo@views.example`];
  await importFiles({
    accounts: [
      { id: group, name: 'Quill Group', parent_id: '', time_zone: 'America/Denver', industry: 'Dental' },
      { id: first, name: 'Quill North', parent_id: group, time_zone: 'America/Denver', industry: 'Dental' },
      { id: second, name: 'Quill South', parent_id: group, time_zone: 'America/Denver', industry: 'Dental' },
    ],
    contacts: [
      { id: `${id}-nora`, name: 'Nora Quill', email: nora, account_ids: group },
      { id: `${id}-theo`, name: 'Theo Front', email: theo, account_ids: first },
    ],
  });
  for (const email of [nora, theo]) await givePassword(email, ownPassword);
  return { first, second, nora, theo };
}

const dialog = (page: Page, name: string) => page.getByRole('dialog', { name });
const line = (page: Page) => page.getByRole('region', { name: 'View', exact: true });
const drawer = (page: Page) => dialog(page, 'Views');
const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name });
const press = async (page: Page, name: string) =>
  page.getByRole('button', { name, exact: true }).press('Enter');

async function saveView(page: Page, name: string, office?: string) {
  await press(page, 'More about this screen');
  await page.getByRole('menuitem', { name: 'Save view' }).press('Enter');
  const form = dialog(page, 'Save view');
  await expect(form.getByLabel('Name')).toBeFocused();
  await page.keyboard.press('Control+a');
  await page.keyboard.type(name);
  if (office !== undefined) {
    await page.keyboard.press('Tab');
    await page.keyboard.press('ArrowDown');
    await expect(form.getByRole('radio', { name: /^Shared with/ })).toBeChecked();
    const choice = form.getByRole('combobox', { name: 'Office' });
    if ((await choice.count()) > 0) {
      await choice.fill(office);
      await expect(page.getByRole('option')).toHaveText([new RegExp(`^${office}`)]);
      await page.keyboard.press('ArrowDown');
      await expect(choice).toHaveAttribute('aria-activedescendant', /./);
      await page.keyboard.press('Enter');
      await expect(choice).toHaveValue(new RegExp(office));
      await choice.press('Tab');
    }
  }
  return form;
}

test('I keep a screen as a view, share it, start with it and get its link by mail', async ({
  page,
  browser,
  baseURL,
}) => {
  const { first, second, nora, theo } = await addGroup();
  await page.goto(
    `/scoreboard?tab=all-calls&outcome=missed+call&range=last-30-days&accounts=${first},${second}`,
  );
  await page.getByLabel('Email').fill(nora);
  await page.getByLabel('Password', { exact: true }).fill(ownPassword);
  await page.getByRole('button', { name: 'Sign In' }).click();
  await expect(heading(page, 'Scoreboard')).toBeVisible();

  const form = await saveView(page, 'Missed lately', 'Quill North');
  await expect(form).toContainText('Missed Calls · 2 accounts · Last 30 days');
  await expectAccessible(page);
  await form.getByLabel('Name').press('Enter');
  await expect(form).toBeHidden();
  await expect(line(page)).toContainText('Missed lately');
  await expect(line(page).getByRole('status')).toHaveText('');

  await page.getByRole('tab', { name: /^Follow-up Calls/ }).click();
  await expect(line(page).getByRole('status')).toHaveText('Changed');
  await expectAccessible(page, 'section[aria-label="View"]');
  await line(page).getByRole('link', { name: 'Reset' }).press('Enter');
  await expect(page).toHaveURL(/outcome=missed\+call/);
  await expect(line(page).getByRole('status')).toHaveText('');
  await page.getByRole('tab', { name: /^Appointment Calls/ }).click();
  await line(page).getByRole('button', { name: 'Save changes' }).press('Enter');
  await expect(line(page).getByRole('status')).toHaveText('');

  await line(page).getByRole('button', { name: 'Settings of the view' }).press('Enter');
  const settings = dialog(page, 'View settings');
  await settings.getByRole('switch', { name: 'Start page' }).press('Space');
  await settings.getByLabel('Mail me the link').selectOption('Every week');
  await settings.getByLabel('Day of the week').selectOption('Friday');
  await expectAccessible(page);
  await settings.getByRole('button', { name: 'Save', exact: true }).press('Enter');
  await expect(settings).toBeHidden();

  await page.goto('/campaigns?range=year');
  await expect(heading(page, 'Campaigns')).toBeVisible();
  await expect(line(page)).toHaveCount(0);
  const other = await saveView(page, 'missed LATELY', 'Quill North');
  await other.getByRole('button', { name: 'Save', exact: true }).press('Enter');
  await expect(other.getByRole('alert')).toContainText(
    'is already shared with Quill North. Choose another name.',
  );
  await other.getByRole('radio', { name: 'Only me' }).press('Space');
  await other.getByRole('button', { name: 'Save', exact: true }).press('Enter');
  await expect(other).toBeHidden();

  await press(page, 'Views');
  await expect(drawer(page).getByRole('heading', { level: 3 })).toHaveText([
    'Only me',
    'Shared with Quill North',
  ]);
  await expect(drawer(page).getByRole('link', { name: /^Missed lately/ })).toContainText('Mailed on Fridays');
  await expectAccessible(page);
  await drawer(page).getByRole('button', { name: 'Settings of missed LATELY', exact: true }).press('Enter');
  await settings.getByRole('button', { name: 'Delete view' }).press('Enter');
  await settings.getByRole('button', { name: 'Delete', exact: true }).press('Enter');
  await expect(drawer(page).getByRole('listitem')).toHaveCount(1);
  await page.keyboard.press('Escape');
  await expect(drawer(page)).toBeHidden();
  await page.keyboard.press('Control+k');
  await expect(dialog(page, 'Search everything').getByRole('combobox')).toBeFocused();
  await page.keyboard.type('missed lat');
  const found = dialog(page, 'Search everything').getByRole('group', { name: 'Views' });
  await expect(found.getByRole('option', { selected: true })).toContainText('Missed lately');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/scoreboard\?.*outcome=appointment&?/);
  await expect(page).toHaveURL(/range=last-30-days/);

  const later = await browser.newPage({ baseURL: baseURL ?? '' });
  await signInAs(later, nora, ownPassword);
  await expect(later).toHaveURL(/\/scoreboard\?.*outcome=appointment/);
  await expect(line(later)).toContainText('Missed lately');
  await later.close();

  const phone = await browser.newPage({ baseURL: baseURL ?? '', viewport: { width: 390, height: 844 } });
  await signInAs(phone, theo, ownPassword);
  await expect(heading(phone, 'Campaigns')).toBeVisible();
  await phone.getByRole('button', { name: 'Open the menu' }).click();
  await phone.getByRole('button', { name: 'Views' }).click();
  await expect(drawer(phone).getByRole('link', { name: /^Missed lately/ })).toContainText('by Nora Quill');
  await expectNoSidewaysScroll(phone);
  await expectAccessible(phone);
  await drawer(phone)
    .getByRole('link', { name: /^Missed lately/ })
    .click();
  await expect(
    phone.getByText('1 account of this view is left out, because you do not have access to it.'),
  ).toBeVisible();
  await expect(phone).toHaveURL(new RegExp(`accounts=${first}(&|$)`));
  await expect(line(phone)).toContainText('Missed lately');
  await phone.getByRole('tab', { name: /^Missed Calls/ }).click();
  await expect(line(phone).getByRole('status')).toHaveText('Changed');
  await expect(line(phone).getByRole('button', { name: 'Save changes' })).toHaveCount(0);
  await expectNoSidewaysScroll(phone);
  await line(phone).getByRole('button', { name: 'Save as new view' }).click();
  const own = dialog(phone, 'Save view');
  await own.getByLabel('Name').fill('Missed, mine');
  await own.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(line(phone)).toContainText('Missed, mine');
  await phone.goto('/views/00000000-0000-4000-8000-000000000000');
  await expect(heading(phone, 'View not found')).toBeVisible();
  await phone.close();
});
