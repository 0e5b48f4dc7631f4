import type pg from 'pg';
import { type DateBounds, dimensionColumns } from './plain-sql.ts';
import type { ScreenFigures } from './screens.ts';

/* Loops over typed arrays in memory: about the minimum cost. Only a yardstick; it ignores changes. */

const inquiryKinds = ['offer', 'service', 'insurance'];
const facts = ['opportunity', 'follow_up_opportunity', 'wrong_source_mentioned', 'has_audio'];
const others = ['campaign_type', 'media_type', 'appointment_count', 'local_hour', 'local_weekday'];
const columns = [...Object.values(dimensionColumns), ...facts, ...others, 'resolved', 'account'];
type Column = (typeof columns)[number];

const dayHours = 7 * 24;

interface Rows {
  count: number;
  accounts: Int16Array;
  times: Float64Array;
}

export class TypedScan {
  readonly #bounds: DateBounds;
  readonly #accounts = new Map<string, number>();
  readonly #columns: ReadonlyMap<Column, Int16Array>;
  readonly #calls: Rows;
  readonly #inquiries: Rows & { kinds: Int16Array; items: Int16Array; calls: Int32Array };

  private constructor(bounds: DateBounds, calls: number, inquiries: number) {
    this.#bounds = bounds;
    this.#columns = new Map(columns.map((name) => [name, new Int16Array(calls)]));
    this.#calls = { count: 0, accounts: this.#column('account'), times: new Float64Array(calls) };
    this.#inquiries = {
      count: 0,
      accounts: new Int16Array(inquiries),
      times: new Float64Array(inquiries),
      kinds: new Int16Array(inquiries),
      items: new Int16Array(inquiries),
      calls: new Int32Array(inquiries),
    };
  }

  static async load(pool: pg.Pool, bounds: DateBounds): Promise<TypedScan> {
    const { rows } = await pool.query<{ calls: number; inquiries: number; accounts: string[] }>(
      `select (select count(*)::int from calls) as calls, (select count(*)::int from inquiries) as inquiries,
        (select array_agg(id) from accounts) as accounts`,
    );
    const [size] = rows;
    if (!size) throw new Error('A query without a table answered with no row.');
    const scan = new TypedScan(bounds, size.calls, size.inquiries);
    const items = new Map<string, number>();
    for (const account of size.accounts) await scan.#read(pool, account, items);
    return scan;
  }

  #column(name: Column): Int16Array {
    return this.#columns.get(name) ?? new Int16Array(0);
  }

  async #read(pool: pg.Pool, account: string, items: Map<string, number>): Promise<void> {
    const code = this.#accounts.size;
    this.#accounts.set(account, code);
    const read = [...Object.values(dimensionColumns), ...others].map((name) => `coalesce(${name}, 0)::int`);
    const flags = facts.map((name) => `coalesce(${name}, false)::int`);
    const { rows: calls } = await pool.query<[id: string, at: number, ...values: number[]]>({
      text: `select id, extract(epoch from call_date_time)::float8 * 1000, ${[...read, ...flags].join(', ')}, (resolve_date is not null)::int
        from calls where account_id = $1 and not deleted`,
      values: [account],
      rowMode: 'array',
    });
    const names = [...Object.values(dimensionColumns), ...others, ...facts, 'resolved'].map((name) =>
      this.#column(name),
    );
    const places = new Map<string, number>();
    for (const [id, at, ...values] of calls) {
      const place = this.#calls.count;
      this.#calls.count += 1;
      places.set(id, place);
      this.#calls.times[place] = at;
      this.#calls.accounts[place] = code;
      for (const [index, value] of values.entries()) (names[index] as Int16Array)[place] = value;
    }
    const { rows: inquiries } = await pool.query<{ call_id: string; kind: string; item_id: string }>(
      'select call_id, kind, item_id from inquiries where account_id = $1 and not deleted',
      [account],
    );
    for (const { call_id, kind, item_id } of inquiries) {
      const call = places.get(call_id);
      if (call === undefined) continue;
      const to = this.#inquiries;
      const item = items.get(item_id) ?? items.size;
      items.set(item_id, item);
      to.accounts[to.count] = code;
      to.times[to.count] = this.#calls.times[call] ?? 0;
      to.kinds[to.count] = inquiryKinds.indexOf(kind);
      to.items[to.count] = item;
      to.calls[to.count] = call;
      to.count += 1;
    }
  }

  #within(
    { count, accounts, times }: Rows,
    accountIds: readonly string[],
    from: Date,
    to?: Date,
  ): Int32Array {
    const wanted = new Uint8Array(this.#accounts.size);
    for (const id of accountIds) wanted[this.#accounts.get(id) ?? 0] = 1;
    const [first, last] = [from.getTime(), to?.getTime() ?? Number.POSITIVE_INFINITY];
    const found = new Int32Array(count);
    let length = 0;
    for (let place = 0; place < count; place += 1) {
      const at = times[place] as number;
      if (wanted[accounts[place] as number] === 1 && at >= first && at <= last) {
        found[length] = place;
        length += 1;
      }
    }
    return found.subarray(0, length);
  }

  #tally(places: Int32Array, valueOf: (place: number) => number, values: number): Int32Array {
    const counts = new Int32Array(values);
    for (const place of places) {
      const value = valueOf(place);
      if (value > 0) counts[value] = (counts[value] as number) + 1;
    }
    return counts;
  }

  #summary(all: ScreenFigures, ranged: Int32Array, recent: Int32Array): void {
    const [answeredBy, patient, opportunity, booked, audio, followUp, resolved] = [
      'answered_by',
      'patient_type',
      'opportunity',
      'appointment_count',
      'has_audio',
      'follow_up_opportunity',
      'resolved',
    ].map((name) => this.#column(name)) as [
      Int16Array,
      Int16Array,
      Int16Array,
      Int16Array,
      Int16Array,
      Int16Array,
      Int16Array,
    ];
    const isMissed = (place: number) =>
      (answeredBy[place] as number) > 1 && patient[place] !== 2 && patient[place] !== 4;
    let [opportunities, missed, unscored, appointments, byStaff, withAppointments, none, withAudio] = [
      0, 0, 0, 0, 0, 0, 0, 0,
    ];
    for (const place of ranged) {
      const appointmentsOfCall = booked[place] as number;
      appointments += appointmentsOfCall;
      if (appointmentsOfCall > 0) withAppointments += 1;
      if (answeredBy[place] === 1) byStaff += appointmentsOfCall;
      if (answeredBy[place] === 0) unscored += 1;
      else if (answeredBy[place] === 1 && opportunity[place] === 1) opportunities += 1;
      else if (isMissed(place)) missed += 1;
      else {
        none += 1;
        withAudio += audio[place] as number;
      }
    }
    let [followUps, waiting] = [0, 0];
    for (const place of recent) {
      if (resolved[place] === 1) continue;
      followUps += followUp[place] as number;
      if (followUp[place] === 1 || isMissed(place)) waiting += 1;
    }
    Object.assign(all, {
      all_calls_count: ranged.length,
      all_appointment_set_by_staff_count: byStaff,
      opportunity_calls_by_staff_count: opportunities,
      opportunity_calls_count: opportunities,
      appointment_calls_count: appointments,
      calls_with_Appointments_count: withAppointments,
      missed_calls_count: missed,
      non_opportunity_calls_count: none,
      non_opportunity_with_audio_count: withAudio,
      unscored_calls_count: unscored,
      followup_opportunity_calls_count: followUps,
      missed_and_followup_count: waiting,
    });
    all['missed and follow-up list'] = waiting;
    const [hours, weekdays] = [this.#column('local_hour'), this.#column('local_weekday')];
    const cell = (place: number) => (weekdays[place] as number) * 24 + (hours[place] as number) + 1;
    const cells = this.#tally(ranged, cell, dayHours + 1);
    all['calls by day and hour'] = cells.reduce((sum, count) => sum + count, 0);
    all['days and hours'] = cells.filter((count) => count > 0).length;
    all['missed by day and hour'] = this.#tally(
      ranged,
      (place) => (isMissed(place) ? cell(place) : 0),
      dayHours + 1,
    ).reduce((sum, count) => sum + count, 0);
    all['calls by hour'] = this.#tally(
      ranged,
      (place) =>
        isMissed(place) || (answeredBy[place] === 1 && opportunity[place] === 1)
          ? (hours[place] as number) + 1
          : 0,
      25,
    ).reduce((sum, count) => sum + count, 0);
  }

  overview(accountIds: readonly string[]): ScreenFigures {
    const { from, to, recentFrom } = this.#bounds;
    const all: ScreenFigures = {};
    const inRange = () => this.#within(this.#calls, accountIds, from, to);
    const put = (name: string, counts: Int32Array) => {
      all[name] = counts.reduce((sum, count) => sum + count, 0);
      all[`${name} rows`] = counts.filter((count) => count > 0).length;
    };
    this.#summary(all, inRange(), this.#within(this.#calls, accountIds, recentFrom));
    const wrong = this.#column('wrong_source_mentioned');
    for (const [name, column] of Object.entries(dimensionColumns)) {
      const codes = this.#column(column);
      const isCounted = name === 'callerSource' ? wrong : null;
      put(
        name,
        this.#tally(inRange(), (place) => (isCounted?.[place] === 0 ? 0 : (codes[place] as number)), 2 ** 15),
      );
    }
    const [types, media] = [this.#column('campaign_type'), this.#column('media_type')];
    const answeredBy = this.#column('answered_by');
    const isTypeCounted = (place: number) => types[place] !== 0 && answeredBy[place] !== 0;
    put(
      'campaignSource',
      this.#tally(
        inRange(),
        (place) => (isTypeCounted(place) ? (types[place] as number) * 256 + (media[place] as number) : 0),
        2 ** 16,
      ),
    );
    const { kinds, items } = this.#inquiries;
    for (const [kind, name] of inquiryKinds.entries())
      put(
        name,
        this.#tally(
          this.#within(this.#inquiries, accountIds, from, to),
          (place) => (kinds[place] === kind ? (items[place] as number) + 1 : 0),
          2 ** 15,
        ),
      );
    return all;
  }
}
