import { type Page } from '@playwright/test';
import { hashPassword } from '../../server/features/identity/passwords.ts';
import { wavOf } from '../support/wav.ts';
import { OwnOffice } from './own-office.ts';
import { importFiles, withDatabase } from './own-record.ts';
import { newestMessage } from './person.ts';

const password = 'Own-Lead-2026';

const recording = wavOf(
  Uint8Array.from({ length: 24_000 }, (_, at) => 128 + Math.round(60 * Math.sin(at / 4))),
);

/** An office with calls that staff answered, with a recording, and a score that the provider's feed sent. */
export async function openScoredOffice(...callers: readonly string[]): Promise<OwnOffice> {
  const office = await OwnOffice.open(
    callers.map((callerName) => ({ callerName, answeredBy: 'Staff', followUp: false })),
  );
  const calls = callers.map((_, index) => ({
    id: office.callId(index),
    account_id: office.id,
    call_date_time: new Date(Date.now() - 5 * 3_600_000).toISOString(),
    handler_id: `${office.id}-staff-0`,
    opportunity: 'true',
    asked_for_appointment: 'false',
    asked_for_source: 'false',
    good_impression: 'true',
    no_appointment_scheduled_reason: 'Price',
    audio: 'call.wav',
  }));
  await importFiles({ calls }, { 'call.wav': recording });
  return office;
}

/** A scoring lead of the provider's team who works for one office. @returns their email */
export async function addLead(office: OwnOffice, name: string): Promise<string> {
  const id = `${name}-${office.id}`;
  const email = `${name.toLowerCase()}-${office.id}@team.example`;
  const hash = await hashPassword(password);
  await withDatabase(async ({ pool }) => {
    await pool.query(
      `insert into contacts (id, name, email, password_hash, activated_at, portal_roles)
       values ($1, $2, $3, $4, now(), '{scoring-lead}')`,
      [id, name, email, hash],
    );
    await pool.query(
      `insert into team_members (contact_id, all_accounts, languages, added_at) values ($1, false, '{English}', now())`,
      [id],
    );
    await pool.query(`insert into team_member_accounts (contact_id, account_id) values ($1, $2)`, [
      id,
      office.id,
    ]);
  });
  return email;
}

export async function enterAsLead(page: Page, email: string, path: string): Promise<void> {
  await page.goto(path);
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Sign In' }).click();
  await page.getByRole('button', { name: 'Mail me a code' }).click();
  await page.getByRole('button', { name: 'Send again' }).waitFor();
  await page.getByLabel('Code').fill((await newestMessage(page, email)).code);
  await page.getByRole('button', { name: 'Confirm' }).click();
}
