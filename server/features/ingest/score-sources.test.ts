import { sql } from 'kysely';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { countLockWaits } from '../../../tests/support/lock-waits.ts';
import { testDatabase } from '../../../tests/support/test-database.ts';
import { folderFileStore } from '../../platform/folder-files.ts';
import { type PersonScore, scoreCall, scoreColumns, scoreSources, type ScoreSource } from '../calls/index.ts';
import { bumpAccountVersions } from '../changes/index.ts';
import { basicFeed, csv, emptyRecord, FeedFolders, importAgain, wholeRecord } from './feed-for-tests.ts';
import { feedFiles } from './feed-files.ts';
import { folderSource } from './feed-source.ts';

const db = testDatabase();
const folders = new FeedFolders();
afterEach(() => folders.remove());

type Row = Record<string, string>;
interface Sent {
  calls?: Row[];
  inquiries?: Row[];
}

/** A person's rows come as the work of people in a portal. */
async function send(source: ScoreSource, { calls = [], inquiries = [] }: Sent) {
  const ndjson = (rows: Row[]) => rows.map((row) => `${JSON.stringify(row)}\n`).join('');
  const folder = await folders.folder({
    ...(calls.length > 0 && { 'calls.ndjson': ndjson(calls) }),
    ...(inquiries.length > 0 && { 'inquiries.ndjson': ndjson(inquiries) }),
  });
  const report = await importAgain(
    db.database.pool,
    { ...(await folderSource(folder)), scoreSource: source },
    { files: folderFileStore(folder), portalWork: source === 'person' },
  );
  expect(report.firstRejections).toEqual([]);
  return report;
}

const scoreByPerson = (callId: string, score: Partial<PersonScore>) =>
  db.database.transaction((transaction) =>
    scoreCall(transaction, { accountId: 'A1', callId }, { values: {}, inquiries: [], ...score }),
  );

async function shown(callId = 'K1') {
  const { rows } = await db.database.pool.query<Record<string, unknown>>(
    `select calls.*, (select array_agg(item_id order by item_id) from inquiries
       where inquiries.account_id = calls.account_id and call_id = calls.id and not inquiries.deleted) as items
     from calls where id = $1`,
    [callId],
  );
  const call = rows[0] ?? {};
  const values = [...scoreColumns.keys()].flatMap((name) =>
    call[name] === null || (name === 'follow_up_opportunity' && call[name] === false)
      ? []
      : [[name, call[name]]],
  );
  return {
    source: call['score_source'],
    ...Object.fromEntries(values),
    ...(call['items'] ? { items: call['items'] } : {}),
  };
}

const versionOf = async () =>
  (
    await db.database.pool.query<{ version: string }>(
      `select version from account_version where account_id = 'A1'`,
    )
  ).rows[0]?.version;

const [staff, ivr, voicemail] = [1, 2, 3];

beforeEach(async () => {
  await emptyRecord(db.database.pool);
  const call = { account_id: 'A1', call_date_time: '2026-03-01T23:30:00-07:00' };
  await folders.import(db.database.pool, {
    ...basicFeed,
    'calls.csv': csv([
      { id: 'K1', ...call },
      { id: 'K2', ...call },
    ]),
  });
});

describe('the score of a call', () => {
  it('stays the feed’s when a telephone system is read again', async () => {
    await send('telephony', {
      calls: [{ id: 'K1', call_answered_by: 'Voicemail', voicemail_left_message: 'true' }],
    });
    expect(await shown()).toEqual({
      source: 'telephony',
      answered_by: voicemail,
      voicemail_left_message: true,
    });
    await send('feed', {
      calls: [{ id: 'K1', score_id: 'S-1', opportunity: 'true', call_answered_by: 'Staff' }],
    });
    const scored = { source: 'feed', score_id: 'S-1', opportunity: true, answered_by: staff };
    expect(await shown()).toEqual(scored);
    const before = await wholeRecord(db.database.pool);
    await send('telephony', {
      calls: [{ id: 'K1', call_answered_by: 'Voicemail', voicemail_left_message: 'true' }],
    });
    expect(await wholeRecord(db.database.pool)).toEqual(before);
    await send('telephony', { calls: [{ id: 'K1', call_answered_by: '', duration_seconds: '95' }] });
    expect(await shown()).toEqual(scored);
    const { rows } = await db.database.pool.query(
      `select duration_seconds as seconds from calls where id = 'K1'`,
    );
    expect(rows).toEqual([{ seconds: 95 }]);
  });

  it('comes from the next source when the highest one clears its own, and raises the account’s version', async () => {
    await send('telephony', { calls: [{ id: 'K1', call_answered_by: 'Voicemail' }] });
    await send('feed', {
      calls: [{ id: 'K1', call_answered_by: 'Staff', follow_up_opportunity: 'true' }],
      inquiries: [
        { id: 'I1', account_id: 'A1', call_id: 'K1', kind: 'offer', item_id: 'O1', item_name: 'Whitening' },
      ],
    });
    await scoreByPerson('K1', { values: { answered_by: ivr } });
    expect(await shown()).toEqual({ source: 'person', answered_by: ivr });
    const before = await versionOf();
    await scoreByPerson('K1', {});
    expect(await shown()).toEqual({
      source: 'feed',
      answered_by: staff,
      follow_up_opportunity: true,
      items: ['O1'],
    });
    expect(Number(await versionOf())).toBe(Number(before) + 1);
    await send('feed', { calls: [{ id: 'K1', call_answered_by: '', follow_up_opportunity: 'false' }] });
    expect(await shown()).toEqual({ source: 'feed', items: ['O1'] });
    await send('feed', { inquiries: [{ id: 'I1', deleted: 'true' }] });
    expect(await shown()).toEqual({ source: 'telephony', answered_by: voicemail });
    await send('telephony', { calls: [{ id: 'K1', call_answered_by: '' }] });
    expect(await shown()).toEqual({ source: null });
    expect((await db.database.pool.query('select 1 from call_scores')).rowCount).toBe(0);
  });

  it('stays the person’s when it comes back by the feed or as the work of people', async () => {
    await scoreByPerson('K1', { values: { answered_by: staff, highlights: 'Asked for a cleaning' } });
    const back = { id: 'K1', call_answered_by: 'Staff', highlights: 'Asked for a cleaning' };
    const scored = await shown();
    await send('feed', { calls: [back] });
    await send('person', { calls: [back] });
    await send('person', { calls: [{ id: 'K1', callback_outcome_result: 'Spoke With Caller' }] });
    expect(await shown()).toEqual({ ...scored, source: 'person' });
  });

  it('is one source’s alone: an inquiry of the feed replaces what a telephone system knows', async () => {
    const inquiry = { id: 'I1', account_id: 'A1', call_id: 'K1', kind: 'offer' };
    await send('telephony', {
      calls: [{ id: 'K1', call_answered_by: 'Voicemail' }],
      inquiries: [{ ...inquiry, item_id: 'theirs', item_name: 'Theirs' }],
    });
    expect(await shown()).toEqual({ source: 'telephony', answered_by: voicemail, items: ['theirs'] });
    await send('feed', { inquiries: [{ ...inquiry, item_id: 'ours', item_name: 'Ours' }] });
    expect(await shown()).toEqual({ source: 'feed', items: ['ours'] });
    await send('telephony', { inquiries: [{ ...inquiry, id: 'I2', item_id: 'more', item_name: 'More' }] });
    await send('feed', { inquiries: [{ id: 'I1', call_id: 'K2' }] });
    expect(await shown('K2')).toEqual({ source: 'feed', items: ['ours'] });
    expect(await shown()).toEqual({ source: 'telephony', answered_by: voicemail, items: ['more', 'theirs'] });
  });

  it('keeps a score_id that comes before its score, and does not count it as a score', async () => {
    await send('feed', { calls: [{ id: 'K1', score_id: 'S-1' }] });
    await send('telephony', { calls: [{ id: 'K1', call_answered_by: 'Voicemail' }] });
    expect(await shown()).toEqual({ source: 'telephony', answered_by: voicemail });
    await send('feed', { calls: [{ id: 'K1', opportunity: 'false' }] });
    expect(await shown()).toEqual({ source: 'feed', score_id: 'S-1', opportunity: false });
    await send('feed', { calls: [{ id: 'K1', opportunity: '' }] });
    expect(await shown()).toEqual({ source: 'telephony', answered_by: voicemail });
  });

  it('of a row that is rejected is not kept beside the shown one', async () => {
    await send('feed', { calls: [{ id: 'K1', call_answered_by: 'Staff' }] });
    const folder = await folders.folder({
      'calls.csv': csv([{ id: 'K1', account_id: 'A2', call_answered_by: 'IVR' }]),
    });
    const source = { ...(await folderSource(folder)), scoreSource: 'telephony' as const };
    const report = await importAgain(db.database.pool, source, { files: folderFileStore(folder) });
    expect(report.rejected).toBe(1);
    expect((await db.database.pool.query('select 1 from call_scores')).rowCount).toBe(0);
  });

  it.each<[string, Sent, object]>([
    ['a row of the call', { calls: [{ id: 'K1', call_answered_by: 'No Answer' }] }, { answered_by: 4 }],
    [
      'an inquiry',
      {
        inquiries: [
          { id: 'I1', account_id: 'A1', call_id: 'K1', kind: 'offer', item_id: 'O1', item_name: 'Whitening' },
        ],
      },
      { answered_by: staff, items: ['O1'] },
    ],
  ])('is the person’s who saves it while the feed sends %s', async (_, sent, feeds) => {
    await send('feed', { calls: [{ id: 'K1', call_answered_by: 'Staff' }] });
    const saved = Promise.withResolvers<void>();
    const waited = Promise.withResolvers<void>();
    const person = db.database.transaction(async (transaction) => {
      const score = { values: { answered_by: ivr }, inquiries: [] };
      await scoreCall(transaction, { accountId: 'A1', callId: 'K1' }, score);
      saved.resolve();
      await waited.promise;
    });
    await saved.promise;
    const importing = send('feed', sent);
    await expect.poll(() => countLockWaits(db.database.pool)).toBe(1);
    waited.resolve();
    await Promise.all([person, importing]);
    expect(await shown()).toEqual({ source: 'person', answered_by: ivr });
    await scoreByPerson('K1', {});
    expect(await shown()).toEqual({ source: 'feed', ...feeds });
  });
});

it('counts every column of calls that a scorer sets, and no other', () => {
  const columns = feedFiles.find(({ name }) => name === 'calls')?.columns ?? [];
  const names = columns.filter(({ score }) => score).map(({ name }) => name);
  const all = columns.map(({ name }) => name);
  expect(names).toEqual(all.slice(all.indexOf('score_id'), all.indexOf('price_answer') + 1));
  expect(names).toHaveLength(scoreColumns.size);
});

/** Feed name, record name, and values with their stored form. */
const randomColumns = {
  score_id: ['score_id', { 'S-1': 'S-1', 'S-2': 'S-2', '': null }],
  call_answered_by: ['answered_by', { Staff: 1, Voicemail: 3, '': null }],
  opportunity: ['opportunity', { true: true, false: false, '': null }],
  follow_up_opportunity: ['follow_up_opportunity', { true: true, false: null, '': null }],
  highlights: ['highlights', { 'a, "b"': 'a, "b"', '': null }],
  hold_seconds: ['hold_seconds', { '0': 0, '95': 95, '': null }],
} as const;

type Step = { source: ScoreSource; call: string } & (
  | { does: 'send'; row: Row }
  | { does: 'ask'; id: string; item: string; removed: boolean }
  | { does: 'withdraw' }
);

const valueOf = (name: keyof typeof randomColumns) => fc.constantFrom(...Object.keys(randomColumns[name][1]));
const rowArbitrary = fc.record(
  {
    score_id: valueOf('score_id'),
    call_answered_by: valueOf('call_answered_by'),
    opportunity: valueOf('opportunity'),
    follow_up_opportunity: valueOf('follow_up_opportunity'),
    highlights: valueOf('highlights'),
    hold_seconds: valueOf('hold_seconds'),
  },
  { requiredKeys: [] },
);
const where = { source: fc.constantFrom(...scoreSources), call: fc.constantFrom('K1', 'K2') };
const stepArbitrary: fc.Arbitrary<Step> = fc.oneof(
  { weight: 4, arbitrary: fc.record({ ...where, does: fc.constant('send'), row: rowArbitrary }) },
  {
    weight: 3,
    arbitrary: fc.record({
      ...where,
      source: fc.constantFrom('telephony', 'feed'),
      does: fc.constant('ask'),
      id: fc.constantFrom('I1', 'I2'),
      item: fc.constantFrom('x', 'y'),
      removed: fc.boolean(),
    }),
  },
  { weight: 2, arbitrary: fc.record({ ...where, does: fc.constant('withdraw') }) },
);

class Said {
  readonly values = new Map<string, Map<string, string>>();
  readonly inquiries = new Map<string, { call: string; item: string }>();

  of(source: ScoreSource, call: string): Map<string, string> {
    const key = `${source} ${call}`;
    const found = this.values.get(key) ?? new Map<string, string>();
    this.values.set(key, found);
    return found;
  }

  apply(step: Step): void {
    if (step.does === 'send') {
      for (const [name, value] of Object.entries(step.row)) this.of(step.source, step.call).set(name, value);
    } else if (step.does === 'ask') {
      const key = `${step.source} ${step.id}`;
      if (step.removed) this.inquiries.delete(key);
      else this.inquiries.set(key, { call: step.call, item: step.item });
    } else {
      this.of(step.source, step.call).clear();
      for (const [key, { call }] of this.inquiries)
        if (call === step.call && key.startsWith(step.source)) this.inquiries.delete(key);
    }
  }

  shown(call: string): object {
    const all = (['person', 'feed', 'telephony'] as const).map((source) => {
      const values = [...this.of(source, call)].flatMap(([name, text]): [string, unknown][] => {
        const [column, read] = randomColumns[name as keyof typeof randomColumns];
        const value = (read as Record<string, unknown>)[text];
        return value === null ? [] : [[column, value]];
      });
      const items = [...this.inquiries]
        .filter(([key, inquiry]) => inquiry.call === call && key.startsWith(source))
        .map(([, { item }]) => item)
        .sort();
      return { source, values, items };
    });
    const best =
      all.find(({ values, items }) => items.length > 0 || values.some(([name]) => name !== 'score_id')) ??
      all.find(({ values }) => values.length > 0);
    if (!best) return { source: null };
    const { source, values, items } = best;
    return { source, ...Object.fromEntries(values), ...(items.length > 0 ? { items } : {}) };
  }
}

async function perform(step: Step): Promise<void> {
  if (step.does === 'send') await send(step.source, { calls: [{ id: step.call, ...step.row }] });
  else if (step.does === 'ask') {
    const inquiry = { account_id: 'A1', kind: 'offer', item_id: step.item, item_name: step.item };
    const row = { id: step.id, ...inquiry, call_id: step.call, deleted: String(step.removed) };
    await send(step.source, { inquiries: [row] });
  } else {
    const { rows } = await db.database.pool.query<{ id: string }>(
      'select id from inquiries where source = $1 and call_id = $2 and not removed',
      [step.source, step.call],
    );
    const cleared = Object.fromEntries(Object.keys(randomColumns).map((name) => [name, '']));
    if (step.source === 'person') await scoreByPerson(step.call, {});
    else
      await send(step.source, {
        calls: [{ id: step.call, ...cleared }],
        inquiries: rows.map(({ id }) => ({ id, deleted: 'true' })),
      });
  }
}

const numRuns = 3 * Number(process.env['FEED_RUNS'] ?? 2);

it('is, in any order of any sources, the score of the highest that has one', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(stepArbitrary, { minLength: 4, maxLength: 12 }), async (steps) => {
      await db.database.transaction(async (transaction) => {
        await sql`
          update calls set score_source = null, ${sql.raw(
            Object.values(randomColumns)
              .map(([name]) => `${name} = ${name === 'follow_up_opportunity' ? 'false' : 'null'}`)
              .join(', '),
          )}`.execute(transaction);
        await sql`delete from inquiries`.execute(transaction);
        await sql`delete from call_scores`.execute(transaction);
        await bumpAccountVersions(transaction, ['A1']);
      });
      const said = new Said();
      for (const step of steps) {
        const [before, version] = [await Promise.all(['K1', 'K2'].map(shown)), await versionOf()];
        await perform(step);
        said.apply(step);
        const after = await Promise.all(['K1', 'K2'].map(shown));
        expect(after, JSON.stringify(step)).toEqual([said.shown('K1'), said.shown('K2')]);
        if (JSON.stringify(after) !== JSON.stringify(before)) expect(await versionOf()).not.toBe(version);
      }
    }),
    { numRuns },
  );
});
