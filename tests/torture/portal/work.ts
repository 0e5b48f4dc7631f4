import { createHash, randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { callbackResults } from '@mailcall/contract/resolve.ts';
import { signatureOf } from '../../../server/features/connectors/twilio/signature.ts';
import { wavOf } from '../../support/wav.ts';
import type { Acknowledged } from './acknowledged.ts';
import type { PortalClient } from './client.ts';
import {
  alertOffice,
  designOf,
  isMissed,
  lineOf,
  office,
  settingContact,
  staffOf,
  twilio,
  type World,
} from './world.ts';

const batch = 10;
const day = 86_400_000;

interface Kind {
  at: number;
  every: number;
  /** Does one thing; false when nothing is left to do. */
  one: () => Promise<boolean>;
}

export class Work {
  readonly #world: World;
  readonly #client: PortalClient;
  readonly #acknowledged: Acknowledged;
  readonly #random: () => number;
  readonly #named: number;
  #open = Promise.resolve();
  #resume: () => void = () => undefined;
  #ended = false;
  #working = 0;
  #made = 0;
  #nextMissed = 0;

  /** @param how.named the share of requests with rows that have an `Idempotency-Key` */
  constructor(
    world: World,
    client: PortalClient,
    acknowledged: Acknowledged,
    how: { random: () => number; named: number },
  ) {
    this.#world = world;
    this.#client = client;
    this.#acknowledged = acknowledged;
    this.#random = how.random;
    this.#named = how.named;
  }

  /** Works until {@link end}; rejects when something can never be acknowledged. */
  async run(): Promise<void> {
    const kinds: Kind[] = [
      { at: 2, every: 400, one: () => this.#resolve() },
      { at: 1, every: 300, one: () => this.#comment() },
      { at: 2, every: 500, one: () => this.#setting() },
      { at: 1, every: 500, one: () => this.#name() },
      { at: 3, every: 500, one: () => this.#sendRows() },
      { at: 1, every: 2_000, one: () => this.#missCall() },
      { at: 1, every: 1_000, one: () => this.#report() },
      { at: 1, every: 1_500, one: () => this.#record() },
    ];
    await Promise.all(kinds.flatMap((kind) => Array.from({ length: kind.at }, () => this.#repeat(kind))));
  }

  async #repeat({ every, one }: Kind): Promise<void> {
    for (;;) {
      await pause(every * (0.5 + this.#random()));
      await this.#open;
      if (this.#ended) return;
      this.#working += 1;
      const more = await one().finally(() => (this.#working -= 1));
      if (!more) return;
    }
  }

  /** Lets nothing new begin; resolves when everything that was begun is acknowledged. */
  async rest(): Promise<void> {
    this.#open = new Promise((resolve) => (this.#resume = resolve));
    while (this.#working > 0) await pause(20);
  }

  goOn(): void {
    this.#resume();
  }

  end(): void {
    this.#ended = true;
    this.#resume();
  }

  #number(below: number): number {
    return Math.floor(this.#random() * below);
  }

  #anOffice(): number {
    return this.#number(this.#world.size.offices);
  }

  #person(method: string, path: string, content: object) {
    const body = JSON.stringify(content);
    return this.#client.deliver({ method, path: `/api/data${path}`, headers: this.#client.person, body });
  }

  #ingest(method: string, path: string, type: string, body: string | Uint8Array<ArrayBuffer>, more = {}) {
    const headers = { authorization: `Bearer ${this.#world.apiKey}`, 'content-type': type, ...more };
    return this.#client.deliver({ method, path: `/api/ingest/v1${path}`, headers, body });
  }

  async #resolve(): Promise<boolean> {
    const { calls, offices } = this.#world.size;
    while (!isMissed(this.#nextMissed)) this.#nextMissed += 1;
    const number = this.#nextMissed;
    this.#nextMissed += 1;
    if (number >= calls) return false;
    const appointments = this.#random() < 0.5 ? [this.#visit()] : [];
    const requestId = randomUUID();
    const summary = `Called back ${number}.`;
    await this.#person('POST', `/calls/S${number}/resolve`, {
      callbackHandler: staffOf(office(number % offices)),
      callbackOutcomeResult: callbackResults[0],
      callbackOutcomeOpportunityResult: 'Unknown',
      callbackOutcomeSummary: summary,
      appointments,
      requestId,
    });
    this.#acknowledged.resolutions.set(`S${number}`, {
      requestId,
      summary,
      appointments: appointments.length,
    });
    return true;
  }

  #visit() {
    this.#made += 1;
    return { firstName: 'Ann', lastName: `Lee ${this.#made}`, dateTime: '2026-03-20T15:00:00.000Z' };
  }

  async #comment(): Promise<boolean> {
    const account = office(this.#anOffice());
    const requestId = randomUUID();
    this.#made += 1;
    const body = `Brighter ${this.#made}`;
    const comment = { body, side: 'front', x: this.#random(), y: this.#random(), requestId };
    await this.#person('POST', `/designs/${designOf(account)}/review-comment`, comment);
    this.#acknowledged.comments.set(requestId, { account, body });
    return true;
  }

  /** Saves a person's alerts: two at a time never save the same. */
  async #setting(): Promise<boolean> {
    const number = this.#anOffice();
    const key = `${office(number)} ${settingContact(number)}`;
    if (this.#saving.has(key)) return true;
    this.#saving.add(key);
    const frequency = ['Real-time', 'Daily', 'Weekly'][this.#number(3)];
    const method = this.#random() < 0.3 ? [] : ['Email'];
    const setting = {
      contactId: settingContact(number),
      alertType: 'New Appointment Call Alert',
      frequency,
      method,
    };
    await this.#person('POST', '/settings/contacts', {
      accountId: office(number),
      notification: [setting],
    }).finally(() => this.#saving.delete(key));
    this.#acknowledged.settings.set(key, method.length === 0 ? 'off' : `${method.join()} ${frequency}`);
    return true;
  }
  readonly #saving = new Set<string>();

  async #name(): Promise<boolean> {
    const id = lineOf(office(this.#anOffice()));
    this.#made += 1;
    const friendlyName = `Front door ${this.#made}`;
    await this.#person('PUT', '/tracking-lines', { id, friendlyName });
    this.#acknowledged.names.set(id, friendlyName);
    return true;
  }

  async #sendRows(): Promise<boolean> {
    const rows = Array.from({ length: batch }, () => {
      this.#made += 1;
      const account = office(this.#anOffice());
      const missed = this.#random() < 0.1;
      const at = new Date(Date.now() - 2 * day - this.#number(3 * day)).toISOString();
      return { id: `K${this.#made}`, account, missed, at };
    });
    this.#acknowledged.sentCalls += batch;
    const body = rows.map(({ id, account, missed, at }) => callRow(id, account, { missed, at })).join('\n');
    // some senders name their requests, others repeat them unchanged
    const more = this.#random() < this.#named ? { 'idempotency-key': randomUUID() } : {};
    const { data } = (await this.#ingest('POST', '/calls', 'application/x-ndjson', body, more)) as {
      data: { added: number; rejected: number };
    };
    if (data.rejected > 0) this.#client.faults.push(`Rows were rejected: ${JSON.stringify(data)}`);
    this.#acknowledged.added += data.added;
    for (const { id, account, missed } of rows) this.#acknowledged.calls.set(id, { account, missed });
    return true;
  }

  async #missCall(): Promise<boolean> {
    this.#made += 1;
    const id = `A${this.#made}`;
    const account = alertOffice(this.#acknowledged.alerts.size % this.#world.size.alertOffices);
    this.#acknowledged.sentCalls += 1;
    const row = callRow(id, account, { missed: true, at: new Date().toISOString() });
    await this.#ingest('POST', '/calls', 'application/x-ndjson', row);
    this.#acknowledged.calls.set(id, { account, missed: true });
    this.#acknowledged.alerts.set(id, account);
    return true;
  }

  async #report(): Promise<boolean> {
    this.#made += 1;
    const callSid = `CA${String(this.#made).padStart(8, '0')}`;
    const body = new URLSearchParams({
      CallSid: callSid,
      AccountSid: twilio.accountSid,
      CallStatus: 'completed',
      To: twilio.number,
      CallDuration: '10',
    });
    const { webhook } = this.#world;
    const headers = { 'x-twilio-signature': signatureOf(twilio.token, webhook, body) };
    await this.#client.deliver({ method: 'POST', path: new URL(webhook).pathname, headers, body });
    this.#acknowledged.reports.add(callSid);
    return true;
  }

  async #record(): Promise<boolean> {
    const id = `S${this.#number(this.#world.size.calls)}`;
    this.#made += 1;
    const audio = recording(this.#made, 4 + this.#number(100_000));
    await this.#ingest('PUT', `/recordings/${id}`, 'audio/wav', audio);
    this.#acknowledged.recordings.set(id, createHash('sha256').update(audio).digest('hex'));
    return true;
  }
}

function callRow(id: string, account: string, { missed, at }: { missed: boolean; at: string }): string {
  return JSON.stringify({
    id,
    account_id: account,
    call_date_time: at,
    score_id: `${id}-score`,
    opportunity: false,
    call_answered_by: missed ? 'No Answer' : 'Staff',
  });
}

function recording(number: number, count: number): Uint8Array<ArrayBuffer> {
  const samples = Buffer.alloc(count, number % 256);
  samples.writeUInt32LE(number, 0);
  return new Uint8Array(wavOf(samples));
}
