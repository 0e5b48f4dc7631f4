import type { PatientListUpload, uploadPatientList } from '@mailcall/contract/patient-list-uploads.ts';
import { callbackResults, opportunityResults } from '@mailcall/contract/resolve.ts';
import type { RouteReply } from '@mailcall/contract/wire/route.ts';
import { hashPassword } from '../../server/features/identity/passwords.ts';
import { PatientListJobs } from '../../server/features/patient-lists/index.ts';
import { linkIn, newestMessage } from '../support/outbox.ts';
import { bearer, signInAs, type TestApp, testPassword } from '../support/test-app.ts';

const passwordHash = hashPassword(testPassword);
const minute = 60_000;

export type WorkDone = Map<string, { done: number; refused: number }>;

export class RandomWork {
  readonly done: WorkDone = new Map();
  readonly #here: TestApp;
  readonly #random: () => number;
  readonly #tokens = new Map<string, string>();
  #made = 0;

  constructor(here: TestApp, random: () => number) {
    this.#here = here;
    this.#random = random;
  }

  #one<Value>(values: readonly Value[]): Value {
    return values[Math.floor(this.#random() * values.length)] as Value;
  }

  async #ids(table: string): Promise<string[]> {
    const { rows } = await this.#here.database.pool.query<{ id: string }>(
      `select id from ${table} where not deleted order by id`,
    );
    return rows.map(({ id }) => id);
  }

  async #anId(table: string): Promise<string> {
    return this.#one(await this.#ids(table));
  }

  async emailOf(who: string): Promise<string> {
    const { rows } = await this.#here.database.pool.query<{ email: string }>(
      'select email from contacts where id = $1',
      [who],
    );
    return rows[0]?.email ?? '';
  }

  async #tokenOf(who: string): Promise<string> {
    const token = this.#tokens.get(who) ?? (await signInAs(this.#here, await this.emailOf(who)));
    this.#tokens.set(who, token);
    return token;
  }

  /** Asks as a person; null when it was refused. */
  async #ask(
    who: string,
    method: 'POST' | 'PUT' | 'DELETE',
    path: string,
    payload?: object | string,
  ): Promise<unknown> {
    const answer = await this.#here.app.http.inject({
      method,
      url: `/api${path}`,
      headers: {
        ...bearer(await this.#tokenOf(who)),
        ...(typeof payload === 'string' && { 'content-type': 'text/csv' }),
      },
      ...(payload !== undefined && { payload }),
    });
    if (answer.statusCode === 401) this.#tokens.delete(who);
    if (![200, 400, 401, 403, 404, 422, 429].includes(answer.statusCode))
      throw new Error(`${method} ${path} was answered ${answer.statusCode}: ${answer.body}`);
    const name = `${method} ${path.replace(/\?.*/, '').replace(/\/[^/]*[A-Z\d][^/]*/g, '/:id')}`;
    const count = this.done.get(name) ?? { done: 0, refused: 0 };
    this.done.set(name, count);
    count[answer.statusCode === 200 ? 'done' : 'refused'] += 1;
    return answer.statusCode === 200 ? answer.json<{ data: unknown }>().data : null;
  }

  #visit() {
    const hour = 15 + Math.floor(this.#random() * 8);
    return {
      firstName: this.#one(['Ann', 'Bob', 'Cy']),
      lastName: `Lee ${(this.#made += 1)}`,
      dateTime: `2026-03-2${Math.floor(this.#random() * 8)}T${hour}:00:00.000Z`,
    };
  }

  async #review(who: string): Promise<unknown> {
    const design = await this.#anId('designs');
    const comments = await this.#ids('review_comments');
    const comment = this.#one(comments);
    const of = `/data/designs/review-comments/${comment}`;
    const body = this.#one(['Brighter.', 'Larger;\n"please"', 'Nöch größer 🎉']);
    const point = { side: this.#one(['front', 'back']), x: this.#random(), y: this.#random() };
    return this.#one([
      () => this.#ask(who, 'POST', `/data/designs/${design}/review/start`),
      () => this.#ask(who, 'POST', `/data/designs/${design}/review-comment`, { ...point, body }),
      () =>
        this.#ask(who, 'POST', `/data/designs/${design}/review-comment`, {
          ...point,
          body,
          replyTo: comment,
        }),
      () => this.#ask(who, 'PUT', of, { body: `${body} ${(this.#made += 1)}` }),
      () => this.#ask(who, 'DELETE', of),
      () => this.#ask(who, 'POST', `${of}/${this.#one(['accept', 'reject'])}`),
      // decided rarely: nothing can be done with a design afterwards
      ...(this.#random() < 0.2
        ? [() => this.#ask(who, 'POST', `/data/designs/${design}/close`, {}), () => this.#choose(who)]
        : []),
    ])();
  }

  #choose(who: string): Promise<unknown> {
    const [first, second] = [this.#one(['D2', 'D3', 'D4']), this.#one(['D2', 'D3', 'D4'])];
    return this.#ask(who, 'POST', '/data/designs/select-concept', {
      designId: first,
      startingPoint: first,
      ...(second !== first && { secondaryStartingPoint: second }),
      archiveDesignIds: ['D2', 'D3', 'D4'].filter((id) => id !== first && id !== second),
      campaignIds: ['C4'],
      name: `Both ${(this.#made += 1)}`,
    });
  }

  async #callBack(who: string): Promise<unknown> {
    const call = this.#one(['K1', 'K2', 'K3']);
    if (this.#random() < 0.5) return this.#ask(who, 'POST', '/data/appointments', { call, ...this.#visit() });
    return this.#ask(who, 'POST', `/data/calls/${call}/resolve`, {
      callbackHandler: 'T1',
      callbackOutcomeResult: this.#one(callbackResults),
      callbackOutcomeOpportunityResult: this.#one(opportunityResults),
      callbackOutcomeSummary: 'Comes on Friday.',
      appointments: this.#random() < 0.5 ? [this.#visit()] : [],
    });
  }

  async #name(who: string): Promise<unknown> {
    const name = this.#one(['Front door', 'Ours', '', `New ${(this.#made += 1)}`]);
    const color = this.#one(['#c92a2a', '#257a35', '#5f3dc4', '#0b7285']);
    const mailing = await this.#anId('campaigns');
    return this.#one([
      () => this.#ask(who, 'PUT', `/data/mailings/${mailing}/approve`),
      () => this.#ask(who, 'PUT', `/data/mailings/${mailing}`, { name }),
      () => this.#ask(who, 'PUT', '/data/tracking-lines', { id: 'L1', friendlyName: name }),
      () => this.#ask(who, 'POST', '/maps/accounts/color', { id: this.#one(['A1', 'A2']), color }),
      () => this.#ask(who, 'PUT', '/maps/mailing-areas/M1/color', { color }),
      () => this.#ask(who, 'PUT', '/maps/campaigns/C3/color', { color }),
    ])();
  }

  async #settings(who: string): Promise<unknown> {
    const setting = {
      contactId: this.#one(['olga', 'desk']),
      alertType: this.#one(['Missed Call Alert', 'New Appointment Call Alert']),
      frequency: this.#one(['Real-time', 'Daily', 'Weekly']),
      method: this.#one([[], ['Email']]),
    };
    if (this.#random() < 0.5)
      return this.#ask(who, 'POST', '/data/settings/contacts', { accountId: 'A1', notification: [setting] });
    if (this.#random() < 0.5)
      return this.#ask(who, 'PUT', '/identity/user/settings', {
        receivedSmsAlerts: this.#one([[], ['push'], ['email']]),
      });
    return this.#changeEmail(who);
  }

  async #changeEmail(who: string): Promise<unknown> {
    const { database } = this.#here;
    const [before, email] = [await this.emailOf(who), `${who}.${(this.#made += 1)}@people.test`];
    if (!(await this.#ask(who, 'PUT', '/identity/user/settings', { email }))) return null;
    const token = linkIn((await newestMessage(database, before)).text).searchParams.get('token') ?? '';
    const { text } = await newestMessage(database, email);
    const changed = await this.#ask(who, 'POST', '/identity/user/settings/confirm', {
      code: /\d{6}/.exec(text)?.[0],
    });
    if (!changed || this.#random() < 0.5) return changed;
    const withdrawn = await this.#ask(who, 'POST', '/identity/contacts/withdraw', { token });
    await database.pool.query('update contacts set password_hash = $1 where password_hash is null', [
      await passwordHash,
    ]);
    this.#tokens.delete(who);
    return withdrawn;
  }

  async #patients(who: string): Promise<unknown> {
    const list = await this.#anId('patient_lists');
    if (list !== undefined && this.#random() < 0.3)
      return this.#ask(who, 'PUT', `/maps/patient-lists/${list}/archived`, {
        archived: this.#random() < 0.5,
      });
    if (list !== undefined && this.#random() < 0.15)
      return this.#ask(who, 'DELETE', `/maps/patient-lists/${list}`);
    const lines = Array.from({ length: 1 + Math.floor(this.#random() * 4) }, () => {
      const number = Math.floor(this.#random() * 40);
      return `Lee ${number},${number} Main St,80202,"$1,25${number % 10}.00"\n`;
    });
    const uploaded = (await this.#ask(
      who,
      'POST',
      '/maps/patient-lists/uploads?accountId=A1&fileName=march.csv',
      `Last name,Address,ZIP,Production\n${lines.join('')}`,
    )) as RouteReply<typeof uploadPatientList> | null;
    if (!uploaded) return null;
    const { id } = uploaded.upload;
    const started = (await this.#ask(who, 'POST', `/maps/patient-lists/uploads/${id}/start`, {
      name: `March ${(this.#made += 1)}`,
      columns: uploaded.columns.map(({ field }) => field),
      replacedListId: this.#random() < 0.5 ? (list ?? null) : null,
    })) as { upload: PatientListUpload } | null;
    if (!started) return null;
    const jobs = new PatientListJobs({ ...this.#here, log: this.#here.app.http.log as never });
    await jobs.read({ accountId: 'A1', id, ignoresArchived: false });
    return started;
  }

  async step(): Promise<void> {
    const { clock } = this.#here;
    clock.set(new Date(clock.now().getTime() + Math.floor(this.#random() * minute)).toISOString());
    const who = this.#one(['olga', 'olga', 'desk', 'felix']);
    await this.#one([
      () => this.#review(who),
      () => this.#review(who),
      () => this.#callBack(who),
      () => this.#name(who),
      () => this.#settings(who),
      () => this.#patients(who),
    ])();
  }
}

/** A sequence of numbers from 0 to 1 that a seed determines (mulberry32). */
export function randomNumbers(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
