import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { expect, type Page } from '@playwright/test';
import { commandLine } from './person.ts';

/** A row of a feed file. */
type Row = Record<string, string>;

/** A call of one's own office, besides what every such call has. */
export interface OwnCall {
  callerName: string;
  /** Hours ago; 5 unless given. */
  hoursAgo?: number;
  /** Voicemail unless given. */
  answeredBy?: string;
  /** Needs a follow-up; true unless given. */
  followUp?: boolean;
}

const root = resolve(import.meta.dirname, '../..');

const csv = (rows: readonly Row[]) =>
  [Object.keys(rows[0] ?? {}), ...rows.map((row) => Object.values(row))]
    .map((cells) => `${cells.map((cell) => `"${cell}"`).join(',')}\n`)
    .join('');

/** Brings feed files and pictures into the journeys' record, as an operator does, beside the running server. */
export async function bring(
  files: Record<string, readonly Row[]>,
  pictures: Record<string, Uint8Array> = {},
): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'mailcall-own-office-'));
  try {
    for (const [name, rows] of Object.entries(files)) await writeFile(join(folder, `${name}.csv`), csv(rows));
    for (const [name, picture] of Object.entries(pictures)) await writeFile(join(folder, name), picture);
    await promisify(execFile)(join(root, 'tools/node24'), ['server/import.ts', folder], {
      cwd: root,
      env: { ...process.env, DATA_DIR: process.env['MAILCALL_JOURNEYS_DATA'] },
    });
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

const password = 'Own-Office-2018';

/** An office that one test has for itself: what it changes there no other test counts. */
export class OwnOffice {
  readonly #id = `own-${randomUUID()}`;
  readonly #contact: Row = {
    id: `${this.#id}-person`,
    name: 'Nora Quill',
    email: `${this.#id}@own.example`,
    account_ids: this.#id,
  };

  /** The id of its call number `at`. */
  callId(at = 0): string {
    return `${this.#id}-call-${at}`;
  }

  /** Opens it with a person, two members of staff and these calls; `account` adds columns. */
  static async open(calls: readonly OwnCall[], account: Row = {}): Promise<OwnOffice> {
    const office = new OwnOffice();
    const id = office.#id;
    await bring({
      accounts: [{ id, name: 'Quill Dental', time_zone: 'America/Denver', industry: 'Dental', ...account }],
      contacts: [office.#contact],
      staff: ['Maria Front', 'Jo Desk'].map((name, at) => ({
        id: `${id}-staff-${at}`,
        account_id: id,
        name,
      })),
      calls: calls.map(({ callerName, hoursAgo = 5, answeredBy = 'Voicemail', followUp = true }, at) => ({
        id: office.callId(at),
        account_id: id,
        call_date_time: new Date(Date.now() - hoursAgo * 60 * 60 * 1000).toISOString(),
        duration_seconds: '42',
        caller_name: callerName,
        caller_phone_number: `+1303555010${at}`,
        call_answered_by: answeredBy,
        patient_type: 'New Patient Opportunity',
        follow_up_opportunity: String(followUp),
        highlights: `${callerName} asked for a cleaning.`,
      })),
    });
    return office;
  }

  /** Gives its person a second office: sessions from before are stale then. */
  async growBy(name: string): Promise<void> {
    const second = `${this.#id}-second`;
    await bring({
      accounts: [{ id: second, name }],
      contacts: [{ ...this.#contact, account_ids: `${this.#id};${second}` }],
    });
  }

  /** Its person chooses a password by the setup link, and is signed in. */
  async enter(page: Page): Promise<void> {
    await page.goto('/login');
    const link = new URL(await commandLine(page, 'setup-link', this.#contact['email'] as string));
    await page.goto(link.pathname + link.search);
    await page.getByLabel('Password', { exact: true }).fill(password);
    await page.locator('button[type=submit]').click();
    await expect(page.getByRole('heading', { level: 1, name: 'Campaigns' })).toBeVisible();
    await page.goto('/scoreboard');
    await expect(page.getByRole('heading', { level: 1, name: 'Calls' })).toBeVisible();
  }

  /** The same person at another desk. */
  async enterAgain(page: Page, path = '/scoreboard'): Promise<void> {
    await page.goto(path);
    await page.getByLabel('Email').fill(this.#contact['email'] as string);
    await page.getByLabel('Password', { exact: true }).fill(password);
    await page.getByRole('button', { name: 'Sign In' }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Calls' })).toBeVisible();
  }
}
