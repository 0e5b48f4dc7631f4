import { messages } from '@mailcall/contract/rules/messages.ts';
import { expect, test } from '@playwright/test';
import sharp from 'sharp';
import { expectAccessible } from './accessibility.ts';
import { newestMessage } from './person.ts';
import { enterAsMember, ScoringOffice } from './scoring-office.ts';

const logo = () =>
  sharp({ create: { width: 300, height: 90, channels: 3, background: '#1b5e20' } })
    .png()
    .toBuffer();

test('I give a brand its look, and its clients see it', async ({ page, browser, baseURL }) => {
  const origin = `http://north.localhost:${new URL(baseURL ?? '').port}`;
  const office = await ScoringOffice.open();
  const ann = await office.addPerson('Ann');
  const name = `North Mail ${office.id.slice(-6)}`;
  await enterAsMember(page, await office.addMember('Odalys', 'operator'), 'Inbox');
  await page
    .getByRole('navigation', { name: 'Provider Desk' })
    .getByRole('link', { name: 'Branding' })
    .press('Enter');
  await expect(page.getByRole('link', { name: 'Mailcall' })).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Add brand' }).press('Enter');

  const form = page.getByRole('form', { name: 'Brand' });
  await form.getByRole('button', { name: 'Add' }).press('Enter');
  await expect(form.getByText('Enter a name.')).toBeVisible();
  await expect(form.getByRole('textbox', { name: 'Name', exact: true })).toBeFocused();
  await page.keyboard.type(name);
  await form.getByRole('combobox', { name: 'Address' }).selectOption(origin);
  await form.getByRole('textbox', { name: 'Color' }).fill('#ffdd00');
  await expect(
    form.getByText('has a contrast of 1.3 to 1. It needs 4.5 to 1, as #857300 has.'),
  ).toBeVisible();
  await form.getByRole('textbox', { name: 'Color' }).fill('#1b5e20');
  await expect(form.getByText('White text on it has a contrast of 7.8 to 1.')).toBeVisible();
  await form.locator('input[type="file"]').setInputFiles({
    name: 'logo.svg',
    mimeType: 'image/png',
    buffer: Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>'),
  });
  await expect(form.getByText('This file is SVG.')).toBeVisible();
  await form
    .locator('input[type="file"]')
    .setInputFiles({ name: 'logo.png', mimeType: 'image/png', buffer: await logo() });
  await expect(form.getByRole('img', { name: 'The logo' })).toBeVisible();
  await form.getByRole('textbox', { name: 'Sender’s address' }).fill('mail@north.example');
  await form.getByRole('textbox', { name: 'Support address' }).fill('help@north.example');
  await form.getByRole('combobox', { name: 'Offer to clients' }).selectOption('None');
  await expect(page.getByText(`Log in to ${name}`)).toBeVisible();
  await expect(page.getByText(`From: ${name} <mail@north.example>`)).toBeVisible();
  const mail = page.frameLocator('iframe[title="Mail"]');
  await expect(mail.getByText('Questions? Write to help@north.example.')).toBeVisible();
  await expect(mail.getByRole('link', { name: 'View the mailing' })).toHaveCSS(
    'background-color',
    'rgb(27, 94, 32)',
  );
  await expectAccessible(page);
  await form.getByRole('button', { name: 'Add' }).press('Enter');
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible();
  await expect(page.getByText('0 offices, and those below them in a group.')).toBeVisible();

  await page.goto(`/provider/offices/${office.id}`);
  await page.getByRole('combobox', { name: 'Brand' }).selectOption(name);
  await expect(page.getByText('Saved')).toBeVisible();
  await expectAccessible(page);

  const theirs = await (await browser.newContext()).newPage();
  await theirs.goto(`${origin}/login`);
  await expect(theirs.getByRole('heading', { level: 1, name: `Log in to ${name}` })).toBeVisible();
  await expect(theirs).toHaveTitle(`Log in · ${name}`);
  await theirs.getByRole('link', { name: 'Forgot your password?' }).click();
  await expect(theirs.getByRole('heading', { level: 1, name: 'Forgot your password?' })).toBeVisible();
  await theirs.getByLabel('Email').fill(ann);
  await theirs.getByRole('button', { name: 'Reset password' }).click();
  await expect(theirs.getByText(messages.resetSent)).toBeVisible();
  const { link } = await newestMessage(page, ann);
  expect(new URL(link).origin).toBe(origin);
  await theirs.goto(link);
  await theirs.getByLabel('Password', { exact: true }).fill('Own-Scorer-2027');
  await theirs.getByRole('button', { name: 'Set password' }).click();
  await expect(theirs.getByRole('navigation', { name: 'Main' })).toContainText(name);
  await expect(theirs.getByRole('button', { name: 'Sign In' })).toBeHidden();
  await theirs.close();

  await page.goto('/provider/branding');
  await page.getByRole('link', { name }).press('Enter');
  await page.getByRole('button', { name: 'Remove', exact: true }).press('Enter');
  await expect(
    page.getByText('1 office will have the brand of their group, or the provider’s own.'),
  ).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).press('Enter');
  await expect(page.getByRole('heading', { level: 1, name: 'Branding' })).toBeVisible();
  await expect(page.getByRole('link', { name })).toBeHidden();
});
