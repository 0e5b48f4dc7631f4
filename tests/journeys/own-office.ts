import { randomUUID } from 'node:crypto';
import { expect, type Page } from '@playwright/test';
import { wavOf } from '../support/wav.ts';
import { givePassword, importFiles, readCalls, type Row } from './own-record.ts';

export interface OwnCall {
  callerName: string;
  /** Hours ago; 5 by default. */
  hoursAgo?: number;
  /** Voicemail by default. */
  answeredBy?: string;
  /** Whether it needs a follow-up; true by default. */
  followUp?: boolean;
  /** The caller's number; one of its own by default, '' if absent. */
  number?: string;
  /** Whether it was recorded: a second of silence. */
  recorded?: true;
}

const silence = wavOf(new Uint8Array(8000).fill(128));

const password = 'Own-Office-2018';

/** An office that one journey has for itself: what it changes there no other journey counts. */
export class OwnOffice {
  readonly id = `own-${randomUUID()}`;
  #calls = 0;
  #colleague = '';
  readonly #contact: Row = {
    id: `${this.id}-person`,
    name: 'Nora Quill',
    email: `${this.id}@own.example`,
    account_ids: this.id,
  };

  callId(index = 0): string {
    return `${this.id}-call-${index}`;
  }

  /** Imports it with a person, two members of staff and these calls; `account` adds columns. */
  static async open(calls: readonly OwnCall[], account: Row = {}): Promise<OwnOffice> {
    const office = new OwnOffice();
    const id = office.id;
    await importFiles(
      {
        accounts: [{ id, name: 'Quill Dental', time_zone: 'America/Denver', industry: 'Dental', ...account }],
        contacts: [office.#contact],
        staff: ['Maria Front', 'Jo Desk'].map((name, index) => ({
          id: `${id}-staff-${index}`,
          account_id: id,
          name,
        })),
        calls: office.#rowsOf(calls),
      },
      { 'silence.wav': silence },
    );
    await givePassword(office.#contact['email'] as string, password);
    return office;
  }

  async addColleague(name: string): Promise<void> {
    const email = `${this.id}-colleague@own.example`;
    await importFiles({ contacts: [{ id: `${this.id}-colleague`, name, email, account_ids: this.id }] });
    await givePassword(email, password);
    this.#colleague = email;
  }

  async enterSettings(page: Page): Promise<void> {
    await importFiles({ contacts: [{ ...this.#contact, primary_account_ids: this.id }] });
    await this.#signIn(page, this.#contact['email'] as string, '/settings', 'Settings');
  }

  async haveRead(calls: number): Promise<void> {
    await readCalls(this.#contact['id'] as string, this.id, calls);
  }

  /** The provider sends more calls; with a day, those before it do not wait for a callback. */
  async receive(calls: readonly OwnCall[], callbacksFrom: string | null = null): Promise<void> {
    await importFiles({ calls: this.#rowsOf(calls) }, {}, { callbacksFrom });
  }

  async removeCall(index: number): Promise<void> {
    await importFiles({ calls: [{ id: this.callId(index), account_id: this.id, deleted: 'true' }] });
  }

  #rowsOf(calls: readonly OwnCall[]): Row[] {
    return calls.map(
      ({ callerName, hoursAgo = 5, answeredBy = 'Voicemail', followUp = true, number, recorded }) => {
        const index = this.#calls;
        this.#calls += 1;
        return {
          id: this.callId(index),
          account_id: this.id,
          call_date_time: new Date(Date.now() - hoursAgo * 60 * 60 * 1000).toISOString(),
          duration_seconds: '42',
          caller_name: callerName,
          caller_phone_number: number ?? `+1303555${String(100 + index).padStart(4, '0')}`,
          call_answered_by: answeredBy,
          patient_type: 'New Patient Opportunity',
          follow_up_opportunity: String(followUp),
          highlights: `${callerName} asked for a cleaning.`,
          audio: recorded ? 'silence.wav' : '',
        };
      },
    );
  }

  /** Gives its person a second office and returns its id: earlier sessions are stale then. */
  async growBy(name: string, account: Row = {}): Promise<string> {
    const second = `${this.id}-second`;
    await importFiles({
      accounts: [{ id: second, name, ...account }],
      contacts: [{ ...this.#contact, account_ids: `${this.id};${second}` }],
    });
    return second;
  }

  async enter(page: Page, path = '/scoreboard', heading = 'Scoreboard'): Promise<void> {
    await this.#signIn(page, this.#contact['email'] as string, path, heading);
  }

  async enterCallbacks(
    page: Page,
    who: 'person' | 'colleague' = 'person',
    path = '/callbacks',
  ): Promise<void> {
    const email = who === 'person' ? (this.#contact['email'] as string) : this.#colleague;
    await this.#signIn(page, email, path, 'Callbacks');
  }

  async #signIn(page: Page, email: string, path: string, heading: string): Promise<void> {
    await page.goto(path);
    await page.getByLabel('Email').fill(email);
    await page.getByLabel('Password', { exact: true }).fill(password);
    await page.getByRole('button', { name: 'Sign In' }).click();
    await expect(page.getByRole('heading', { level: 1, name: heading })).toBeVisible();
  }
}
