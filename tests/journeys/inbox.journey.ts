import { expect, type Page, test } from '@playwright/test';
import { saveEditedRows } from '../../server/features/ingest/index.ts';
import { folderFileStore } from '../../server/platform/folder-files.ts';
import { expectAccessible } from './accessibility.ts';
import { OwnOffice } from './own-office.ts';
import { importFiles, makeTeamMember, withDatabase } from './own-record.ts';
import { enterAsMember, ScoringOffice } from './scoring-office.ts';

const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString();

/** Designs that the client looks at; each was sent some days ago. */
async function sendDesigns(
  page: Page,
  office: OwnOffice,
  designs: Readonly<Record<string, number>>,
): Promise<void> {
  await page.goto('/login');
  const names = Object.keys(designs);
  const idOf = (name: string) => `${office.id}-${name.toLowerCase()}`;
  await importFiles(
    {
      designs: names.map((name) => ({
        id: idOf(name),
        account_id: office.id,
        name: `${name} Postcard`,
        next_review: 'CustomerReview',
        current_approval_level: 'Marketing Review',
        marketing_review_version: '1',
      })),
      'design-versions': names.map((name) => ({
        id: `${idOf(name)}-1`,
        account_id: office.id,
        design_id: idOf(name),
        version: '1',
        status: 'InReview',
        created_at: daysAgo(designs[name] ?? 0),
        front: 'front.png',
      })),
    },
    { 'front.png': await page.screenshot() },
  );
}

async function reviewAsClient(page: Page, office: OwnOffice, name: string, decide: string): Promise<void> {
  await page.goto(`/accounts/${office.id}/designs/${office.id}-${name.toLowerCase()}`);
  const face = page.getByRole('button', { name: 'Pin a comment on the front' });
  await expect(face).toBeVisible();
  if (decide === 'Request changes') {
    await face.click({ position: { x: 40, y: 40 } });
    await page.getByLabel('Comment', { exact: true }).fill('Please make the logo larger.');
    await page.getByRole('button', { name: 'Pin comment' }).click();
    await expect(page.getByText('Please make the logo larger.').first()).toBeVisible();
  }
  const review = page.getByRole('region', { name: 'Your review' });
  await review.getByRole('button', { name: decide }).click();
  const dialog = page.getByRole('dialog');
  // again, if the import of the design ends meanwhile
  await expect(async () => {
    await dialog.getByRole('button', { name: decide }).click();
    await expect(dialog).toBeHidden({ timeout: 4000 });
  }).toPass();
}

/** The feed sends a person with the email of one whom Ava added. */
async function askAboutPerson(office: OwnOffice, contactId: string): Promise<void> {
  const email = `pat-${office.id}@own.example`;
  await withDatabase((database) =>
    saveEditedRows(
      { database, files: folderFileStore('/nonexistent') },
      {
        file: 'contacts',
        changes: [{ id: null, accountId: null, values: { name: 'Pat Lee', email, account_ids: office.id } }],
        by: { contactId, at: new Date() },
      },
    ),
  );
  await importFiles({
    contacts: [{ id: `feed-${office.id}`, name: 'Patricia Lee', email, account_ids: office.id }],
  });
}

test('I begin my day with what waits for me', async ({ page, browser }) => {
  const office = await OwnOffice.open([]);
  const email = `ava-${office.id}@team.example`;
  await makeTeamMember({
    id: `ava-${office.id}`,
    name: 'Ava Desk',
    email,
    password: 'Own-Scorer-2026',
    accountId: office.id,
    role: 'account-manager',
  });
  await sendDesigns(page, office, { Spring: 2, Summer: 1, Winter: 5 });
  await askAboutPerson(office, `ava-${office.id}`);
  const client = await (await browser.newContext()).newPage();
  await office.enter(client);
  await reviewAsClient(client, office, 'Spring', 'Request changes');
  await reviewAsClient(client, office, 'Summer', 'Approve');

  await enterAsMember(page, email, 'Inbox');
  const inbox = page.getByRole('navigation', { name: 'Provider Desk' }).getByRole('link', { name: /^Inbox/ });
  await expect(inbox).toHaveAccessibleName('Inbox 4 items');
  const entries = page.getByRole('list', { name: 'Oldest first' }).getByRole('listitem');
  await expect(entries).toHaveCount(4);
  await expect(entries.first()).toContainText('Winter Postcard Quill Dental');
  await expect(entries.first()).toContainText('Not opened · 5 days');
  await expect(page.getByRole('table', { name: `Both rows of pat-${office.id}@own.example` })).toContainText(
    'Patricia Lee',
  );
  await expectAccessible(page);

  const same = `Same person: pat-${office.id}@own.example`;
  const twoPeople = page.getByRole('button', { name: `Two people: pat-${office.id}@own.example` });
  await twoPeople.press('Enter');
  await expect(page.getByRole('alert')).toHaveText('Both have the same email. Change one of them first.');
  await expectAccessible(page);
  await page.getByRole('button', { name: same }).press('Enter');
  await expect(entries).toHaveCount(3);
  await expect(page.locator(':focus')).toHaveAccessibleName(/Spring Postcard$/);

  await page.getByRole('button', { name: 'Remind in 3 Days: Winter Postcard' }).press('Enter');
  await expect(entries).toHaveCount(2);
  await expect(page.locator(':focus')).toHaveAccessibleName(/Spring Postcard$/);
  await expect(entries.last()).toContainText('Nora Quill approved this design.');
  await page.getByRole('button', { name: 'Got it: Summer Postcard' }).press('Enter');
  await expect(entries).toHaveCount(1);
  await expect(inbox).toHaveAccessibleName('Inbox 1 item');
  await expect(entries.first()).toContainText('1 comment without an answer');
  await page.getByRole('link', { name: 'Open design: Spring Postcard' }).press('Enter');
  await expect(page.getByRole('heading', { level: 1, name: 'Spring Postcard' })).toBeVisible();
  await expect(page.getByText('Please make the logo larger.').first()).toBeVisible();
  await client.context().close();
});

test('What the machine could not do waits for me, and one press moves it', async ({ page }) => {
  const office = await ScoringOffice.open();
  const rail = `rail-${office.id.slice(-12)}`;
  const number = `+1303${String(Date.now()).slice(-7)}`;
  await importFiles({
    'tracking-lines': [
      {
        id: `${office.id}-line`,
        account_id: office.id,
        number: '+13035550142',
        friendly_name: `Spring ${rail}`,
      },
    ],
  });
  await withDatabase(async ({ pool }) => {
    await pool.query(`insert into connections (name, kind, created_at) values ($1, 'callrail', now())`, [
      rail,
    ]);
    await pool.query(
      `insert into connection_parked (connection, reference, item, parked_at) values ($1, $2, 'call-1', now() - interval '2 days')`,
      [rail, number],
    );
    await pool.query(
      `insert into outbox (channel, recipient, subject, written_at, expires_at, failed_at, failure, abandoned_at)
       values ('email', $1, 'Your weekly figures', now() - interval '5 days', now() - interval '2 days', now() - interval '4 days',
         'The mailbox is full.', now() - interval '3 days')`,
      [`late-${office.id}@own.example`],
    );
  });
  await enterAsMember(page, await office.addMember('Ines', 'operator'), 'Inbox');
  const entry = (text: string) => page.getByRole('listitem').filter({ hasText: text });
  const message = entry(`To late-${office.id}@own.example: The mailbox is full.`);
  await expect(message).toContainText('It is too late to send it.');
  const parked = entry(`1 call by ${rail} name it`);
  await expect(parked).toContainText('Not assigned · 2 days');
  await expectAccessible(page);

  await message.getByRole('button', { name: 'Got it: Your weekly figures' }).press('Enter');
  await expect(message).toBeHidden();
  await parked.getByRole('button', { name: /^Assign: / }).press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Choose the tracking line' });
  await dialog.getByRole('textbox').fill(`Spring ${rail}`);
  await dialog
    .getByRole('button', { name: `Spring ${rail}` })
    .first()
    .press('Enter');
  await expect(dialog).toBeHidden();
  await expect(parked).toBeHidden();
});
