import { expect, test } from '@playwright/test';
import { expectAccessible } from './accessibility.ts';
import { newestMessage } from './person.ts';
import { enterAsMember, ScoringOffice } from './scoring-office.ts';

test('I add a colleague, and they begin at their desk; I change their work, and they leave', async ({
  page,
  browser,
}) => {
  const office = await ScoringOffice.open();
  const email = `mia-${office.id}@team.example`;
  const odalys = await office.addMember('Odalys', 'operator');
  await enterAsMember(page, odalys, 'Inbox');
  await page.getByRole('navigation', { name: 'Provider Desk' }).getByRole('link', { name: 'Team' }).focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1, name: 'Team' })).toBeVisible();
  await page.getByRole('searchbox').fill(office.id);
  // other journeys have people of this name
  await expect(page.getByRole('button', { name: 'Odalys' })).toHaveCount(1);
  await page.getByRole('button', { name: 'Odalys' }).press('Enter');
  await expect(page.getByRole('dialog', { name: 'Odalys' })).toContainText('This is you.');
  await page.keyboard.press('Escape');

  await page.getByRole('button', { name: 'Invite a colleague' }).focus();
  await page.keyboard.press('Enter');
  const form = page.getByRole('form', { name: 'Member of the team' });
  await form.getByRole('textbox', { name: 'Name' }).fill('Mia Manager');
  await form.getByRole('textbox', { name: 'Email' }).fill(odalys);
  await form.getByRole('button', { name: 'Invite' }).press('Enter');
  await expect(form.getByText('Choose a role.')).toBeVisible();
  await form.getByRole('checkbox', { name: 'Account manager' }).press('Space');
  await form.getByRole('combobox', { name: 'Accounts' }).focus();
  await page.keyboard.type('Quill');
  await page.getByRole('option', { name: 'Quill Dental' }).waitFor();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await form.getByRole('button', { name: 'Invite' }).press('Enter');
  await expect(form.getByText(`${odalys} is in the team already.`)).toBeVisible();
  await expectAccessible(page);
  await form.getByRole('textbox', { name: 'Email' }).fill(email);
  await form.getByRole('button', { name: 'Invite' }).press('Enter');
  await expect(form).toBeHidden();
  const table = page.getByRole('table', { name: 'Team' });
  const row = table.getByRole('row', { name: 'Mia Manager' });
  await expect(row).toContainText('account manager');
  await expect(row).toContainText('Quill Dental');
  await expect(row).toContainText('Invited until');
  await expectAccessible(page);

  const { link } = await newestMessage(page, email);
  const theirs = await (await browser.newContext()).newPage();
  await theirs.goto(link);
  await theirs.getByLabel('Password', { exact: true }).fill('Own-Scorer-2026');
  await theirs.getByRole('button', { name: 'Set password' }).click();
  await expect(theirs.getByRole('heading', { level: 1 })).toBeVisible();
  await theirs.close();
  const desk = await (await browser.newContext()).newPage();
  await enterAsMember(desk, email, 'Inbox');
  const sections = desk.getByRole('navigation', { name: 'Provider Desk' });
  await expect(sections.getByRole('link', { name: 'People' })).toBeVisible();
  await expect(sections.getByRole('link', { name: 'Team' })).toBeHidden();

  await page.getByRole('button', { name: 'Mia Manager' }).press('Enter');
  const drawer = page.getByRole('dialog', { name: 'Mia Manager' });
  await drawer.getByRole('checkbox', { name: 'Designer' }).press('Space');
  await drawer.getByRole('button', { name: 'Save' }).press('Enter');
  await expect(drawer).toBeHidden();
  await expect(row).toContainText('account manager, designer');
  await page.getByRole('button', { name: 'Mia Manager' }).press('Enter');
  await expectAccessible(page);
  await drawer.getByRole('button', { name: 'Leaves the Provider' }).press('Enter');
  await page
    .getByRole('dialog', { name: 'Mia Manager leaves the provider?' })
    .getByRole('button', { name: 'End everything' })
    .press('Enter');
  await expect(row).toBeHidden();
  await desk.reload();
  await expect(desk.getByLabel('Email')).toBeVisible();
  await desk.context().close();
});
