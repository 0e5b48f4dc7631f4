import { expect, test } from '@playwright/test';
import { expectAccessible } from './accessibility.ts';
import { newestMessage } from './person.ts';
import { enterAsMember, ScoringOffice } from './scoring-office.ts';

test('a new receptionist begins on Monday: I invite her, she signs in; the old one leaves', async ({
  page,
  browser,
}) => {
  const office = await ScoringOffice.open();
  const oldEmail = await office.addPerson('Olive');
  const newEmail = `nell-${office.id}@own.example`;
  await enterAsMember(page, await office.addMember('Ava', 'account-manager'), 'Inbox');
  await page.getByRole('navigation', { name: 'Provider Desk' }).getByRole('link', { name: 'People' }).focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1, name: 'People' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Olive' })).toBeVisible();
  await expectAccessible(page);

  await page.getByRole('button', { name: 'Invite people' }).focus();
  await page.keyboard.press('Enter');
  const form = page.getByRole('form', { name: 'Invite people' });
  const list = form.getByRole('textbox', { name: 'People' });
  await list.fill(`Nell Park <${newEmail}>\nnobody at all\nOlive, ${oldEmail}`);
  await expect(form.getByText('Line 2 has no email address.')).toBeVisible();
  await form.getByRole('combobox', { name: 'Offices' }).focus();
  await page.keyboard.type('Quill');
  await page.getByRole('option', { name: 'Quill Dental' }).waitFor();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await form.getByRole('checkbox', { name: 'Primary contact of these offices' }).click();
  await form.getByRole('button', { name: 'Invite 2 people' }).press('Enter');
  await expect(form.getByText('Correct or remove the marked lines.')).toBeVisible();
  await list.fill(`Nell Park <${newEmail}>\nOlive, ${oldEmail}`);
  await form.getByRole('button', { name: 'Invite 2 people' }).press('Enter');
  await expect(
    form.getByText(`Line 2, ${oldEmail}: email is the address of somebody who is here already.`),
  ).toBeVisible();
  await expectAccessible(page);
  await list.fill(`Nell Park <${newEmail}>`);
  await form.getByRole('button', { name: 'Invite', exact: true }).press('Enter');
  await expect(form).toBeHidden();
  await expect(page.getByText('Invited until')).toBeVisible();

  const { link } = await newestMessage(page, newEmail);
  const hers = await browser.newPage();
  await hers.goto(link);
  await hers.getByLabel('Password', { exact: true }).fill('Own-Scorer-2026');
  await hers.getByRole('button', { name: 'Set password' }).click();
  await expect(hers.getByRole('heading', { level: 1, name: 'Campaigns' })).toBeVisible();
  await hers.close();

  await page.getByRole('searchbox').fill('Olive');
  await expect(page.getByRole('button', { name: 'Nell Park' })).toBeHidden();
  await page.getByRole('button', { name: 'Olive' }).press('Enter');
  const drawer = page.getByRole('dialog', { name: 'Olive' });
  await drawer.getByRole('textbox', { name: 'Phone' }).fill('12');
  await drawer.getByRole('button', { name: 'Save' }).press('Enter');
  await expect(drawer.getByText('must be a number in E.164 form')).toBeVisible();
  await expectAccessible(page);
  await drawer.getByRole('textbox', { name: 'Phone' }).fill('');
  await drawer.getByRole('button', { name: 'Remove', exact: true }).press('Enter');
  const question = page.getByRole('dialog', { name: 'Remove Olive?' });
  await question.getByRole('button', { name: 'Remove' }).press('Enter');
  await expect(page.getByText('Nobody matches.')).toBeVisible();
});
