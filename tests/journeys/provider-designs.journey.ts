import { expect, type Locator, type Page, test } from '@playwright/test';
import { PDFDocument, rgb } from 'pdf-lib';
import { expectAccessible } from './accessibility.ts';
import { OwnOffice } from './own-office.ts';
import { importFiles, makeTeamMember } from './own-record.ts';
import { expectNoSidewaysScroll } from './person.ts';
import { enterAsMember } from './scoring-office.ts';

const inch = 72;

/** Front and back of a jumbo postcard with bleed; version two has a larger logo. */
async function postcard(logo: number): Promise<Buffer> {
  const document = await PDFDocument.create();
  for (const color of [rgb(0.9, 0.9, 0.6), rgb(0.7, 0.85, 0.9)]) {
    const page = document.addPage([9.25 * inch, 6.25 * inch]);
    page.drawRectangle({ width: 9.25 * inch, height: 6.25 * inch, color });
  }
  document.getPage(0).drawRectangle({ x: 200, y: 180, width: logo, height: logo, color: rgb(0.1, 0.1, 0.4) });
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

test('I put a postcard in front of a client, they ask for a change, I send version two, they approve, I hear of it', async ({
  browser,
  page: client,
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
  const page = await (await browser.newContext({ reducedMotion: 'reduce' })).newPage();
  await enterAsMember(page, email, 'Designs');

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
  await expectAccessible(page);
  await press(page.getByRole('button', { name: 'Send to client' }));
  await expect(page.getByRole('heading', { level: 1, name: 'Spring postcard' })).toBeVisible();
  await expect(page.getByText(/Sent .* by Mia Desk to Nora Quill/)).toBeVisible();
  const designId = decodeURIComponent(page.url().split('/designs/')[1] ?? '');

  await office.enter(client, `/accounts/${office.id}/designs/${designId}`);
  await expect(client.getByRole('heading', { level: 1, name: 'Spring postcard' })).toBeVisible();
  await press(client.getByRole('button', { name: 'Pin a comment on the front' }));
  await client.getByLabel('Comment', { exact: true }).fill('A larger logo, please.');
  await client.getByLabel('Comment', { exact: true }).press('Control+Enter');
  await expect(client.getByText('A larger logo, please.')).toBeVisible();
  await press(client.getByRole('button', { name: 'Request changes' }));
  await press(client.getByRole('dialog').getByRole('button', { name: 'Request changes' }));
  await expect(client.getByText(/You asked for changes/)).toBeVisible();

  // the list hears of it by itself
  await press(page.getByRole('link', { name: 'Designs' }).last());
  await expect(page.getByRole('row', { name: /Spring postcard/ })).toContainText('1 comment to answer');
  await expectAccessible(page);
  await press(page.getByRole('link', { name: 'Spring postcard' }));
  const comments = page.getByRole('list', { name: 'Comments on version 1' });
  await expect(comments).toContainText('A larger logo, please.');
  await press(comments.getByRole('button', { name: 'Answer comment 1' }));
  await page.getByLabel('Answer to comment 1').fill('It will be twice as large.');
  await press(page.getByRole('button', { name: 'Accept with this answer' }));
  await expect(comments).toContainText('It will be twice as large.');
  await page.getByLabel('Format').selectOption('Jumbo postcard 6 × 9');
  await drop(page, 180);
  await expect(page.getByText('Front, 1 changed area')).toBeVisible();
  await expectAccessible(page);
  await press(page.getByRole('button', { name: 'Send version 2 to client' }));
  await expect(page.getByText('Outlined: what differs from version 1.')).toBeVisible();
  await page.setViewportSize({ width: 390, height: 844 });
  await expectNoSidewaysScroll(page);

  await expect(client.getByText('Version 2 is here.')).toBeVisible();
  await press(client.getByRole('button', { name: 'Approve', exact: false }).first());
  await press(client.getByRole('dialog').getByRole('button', { name: /Approve/ }));
  await expect(client.getByText(/was approved by Nora Quill/)).toBeVisible();
  await expect(page.getByText('Approved by Nora Quill.')).toBeVisible({ timeout: 30_000 });
});
