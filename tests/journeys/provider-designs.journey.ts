import { expect, type Locator, type Page, test } from '@playwright/test';
import { cmyk, PDFDocument } from 'pdf-lib';
import { expectAccessible } from './accessibility.ts';
import { OwnOffice } from './own-office.ts';
import { importFiles, makeTeamMember } from './own-record.ts';
import { newestMessage, openOutbox } from './person.ts';
import { enterAsMember } from './scoring-office.ts';

const inch = 72;

/** Front and back of a jumbo postcard with bleed; version two has a larger logo. */
async function postcard(logo: number): Promise<Buffer> {
  const document = await PDFDocument.create();
  for (const color of [cmyk(0.1, 0.1, 0.4, 0), cmyk(0.3, 0.1, 0, 0)]) {
    const page = document.addPage([9.25 * inch, 6.25 * inch]);
    page.drawRectangle({ width: 9.25 * inch, height: 6.25 * inch, color });
  }
  document
    .getPage(0)
    .drawRectangle({ x: 200, y: 180, width: logo, height: logo, color: cmyk(0.9, 0.9, 0.2, 0.3) });
  return Buffer.from(await document.save());
}

const drop = async (page: Page, logo: number) =>
  page.getByLabel('PDF or pictures').setInputFiles({
    name: 'spring.pdf',
    mimeType: 'application/pdf',
    buffer: await postcard(logo),
  });

async function press(target: Locator, key = 'Enter'): Promise<void> {
  await target.focus();
  await target.press(key);
}

async function choose(page: Page, label: string, text: string): Promise<void> {
  const field = page.getByRole('combobox', { name: label });
  await field.fill(text);
  await expect(page.getByRole('option', { name: text }).first()).toBeVisible();
  await field.press('ArrowDown');
  await field.press('Enter');
  await field.press('Escape');
}

/** Waits until the real outbox has the mail, and returns the path of its button. */
async function mailedPath(page: Page, recipient: string, subject: string): Promise<string> {
  const outbox = await openOutbox(page);
  const mail = outbox.locator(`article[data-recipient="${recipient}"]`).filter({ hasText: subject });
  await expect(async () => {
    await outbox.reload();
    await expect(mail.first()).toBeVisible({ timeout: 1000 });
  }).toPass();
  await outbox.close();
  return new URL((await newestMessage(page, recipient)).link).pathname;
}

const pressButton = (page: Page, name: string) =>
  press(page.getByRole('button', { name, exact: true }).last());

test('I put a postcard in front of a client, they ask for a change, I send version two, they approve, I hear of it', async ({
  page,
  browser,
}) => {
  const office = await OwnOffice.open([]);
  await importFiles({
    campaigns: [
      { id: `${office.id}-spring`, account_id: office.id, name: 'Spring mailing', campaign_type: 'Mail' },
    ],
  });
  const email = `mia-${office.id}@team.example`;
  await makeTeamMember({
    id: `mia-${office.id}`,
    name: 'Mia Desk',
    email,
    password: 'Own-Scorer-2026',
    accountId: office.id,
    role: 'account-manager',
  });
  await enterAsMember(page, email, 'Inbox');
  await press(page.getByRole('navigation', { name: 'Provider Desk' }).getByRole('link', { name: 'Designs' }));

  await press(page.getByRole('link', { name: 'New design' }));
  await expect(page.getByRole('heading', { level: 1, name: 'New design' })).toBeVisible();
  await choose(page, 'Office', 'Quill Dental');
  await page.getByRole('textbox', { name: 'Name' }).fill('Spring postcard');
  await choose(page, 'Mailings', 'Spring mailing');
  await page.getByLabel('Format').selectOption('Jumbo postcard 6 × 9');
  await page.getByLabel('PDF or pictures').setInputFiles({
    name: 'letter.pdf',
    mimeType: 'application/pdf',
    buffer: Buffer.from('Dear printer, the design follows.'),
  });
  await expect(page.getByRole('alert')).toContainText('letter.pdf: This file is not a PNG, JPEG or PDF.');
  await drop(page, 90);
  await expect(page.getByRole('img', { name: 'Back, as the client will see it' })).toBeVisible();
  await expect(page.getByText('Size, bleed, resolution and colors fit Jumbo postcard 6 × 9.')).toBeVisible();
  await expect(page.getByText('Nora Quill').first()).toBeVisible();
  const due = new Date(Date.now() + 7 * 86_400_000).toISOString().slice(0, 10);
  await page.getByLabel('Due on').fill(due);
  await page.getByLabel('Remind them').selectOption('2 days before');
  await expectAccessible(page);
  await press(page.getByRole('button', { name: 'Send to client' }));
  await expect(page.getByRole('heading', { level: 1, name: 'Spring postcard' })).toBeVisible();
  await expect(page.getByText(/Sent .* by Mia Desk to Nora Quill/)).toBeVisible();
  await expect(page.getByText(/with a reminder 2 days before/)).toBeVisible();

  const nora = await (await browser.newContext()).newPage();
  const mailOfNora = `${office.id}@own.example`;
  const asked = await mailedPath(page, mailOfNora, '“Spring postcard” waits for your review');
  await office.enter(nora, asked, 'Spring postcard');
  await nora.getByRole('button', { name: 'Show the whole face' }).focus();
  await nora.keyboard.press('Tab');
  await nora.keyboard.press('Enter');
  await nora.keyboard.type('A larger logo, please.');
  await nora.keyboard.press('Control+Enter');
  await expect(nora.getByRole('listitem').filter({ hasText: 'A larger logo' })).toBeVisible();
  await pressButton(nora, 'Request changes');
  await press(nora.getByRole('dialog').getByRole('button', { name: 'Request changes' }));
  await expect(nora.getByText('You asked for changes').first()).toBeVisible();

  const told = await mailedPath(page, email, 'Quill Dental asks for changes to “Spring postcard”');
  await page.goto(told);
  await expect(page.getByText('A larger logo, please.')).toBeVisible();
  await drop(page, 150);
  await pressButton(page, 'Send version 2 to client');
  await expect(page.getByText('With the client · version 2')).toBeVisible();
  await expectAccessible(page);

  const again = await mailedPath(page, mailOfNora, 'Version 2 of “Spring postcard” waits for your review');
  await nora.goto(again);
  await pressButton(nora, 'Approve design');
  await press(nora.getByRole('dialog').getByRole('button', { name: 'Approve design' }));
  await expect(nora.getByText(/^This design was approved by Nora Quill/)).toBeVisible();
  await page.goto(await mailedPath(page, email, 'Quill Dental approved “Spring postcard”'));
  await expect(page.getByText('Approved by Nora Quill.')).toBeVisible();

  await nora.goto('/settings');
  const sms = nora.getByLabel(/^SMS: Design to Review Alert/);
  await expect(sms).toBeDisabled();
  const mails = nora.getByLabel('Email: Design to Review Alert');
  await expect(mails).toBeChecked();
  await press(mails, 'Space');
  await expect(nora.getByText('Design to Review Alert is off.')).toBeVisible();
  await nora.reload();
  await expect(mails).not.toBeChecked();
  await expectAccessible(nora);
});
