import { getTranscript, type Transcript } from '@mailcall/contract/transcripts.ts';
import { maxTurnText } from '@mailcall/contract/rules/transcripts.ts';
import { readFile } from 'node:fs/promises';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { requestRoute } from '../../../tests/support/request-route.ts';
import { addPerson, signInAs, testApp } from '../../../tests/support/test-app.ts';
import { folderFileStore } from '../../platform/folder-files.ts';
import {
  basicFeed,
  csv,
  emptyRecord,
  FeedFolders,
  type FolderContent,
  importAgain,
  wholeRecord,
} from '../ingest/feed-for-tests.ts';
import { folderSource } from '../ingest/index.ts';
import {
  allowPerson,
  applyRetention,
  erasePerson,
  exportPerson,
  previewErasure,
  requestedPerson,
} from '../personal-data/index.ts';
import { readTranscript, writeTranscripts } from './index.ts';

const here = testApp();
const folders = new FeedFolders();
afterEach(() => folders.remove());

const phone = '+13035550188';
const calls = [
  { id: 'K1', at: '2026-03-01T23:30:00-07:00', caller: phone, name: 'Pia Approver' },
  { id: 'K2', at: '2024-03-01T23:30:00-07:00', caller: '+13035550123', name: '' },
].map(({ id, at, caller, name }) => ({
  id,
  account_id: 'A1',
  call_date_time: at,
  caller_phone_number: caller,
  caller_name: name,
}));

beforeEach(async () => {
  await emptyRecord(here.database.pool);
  await here.database.pool.query(
    'delete from erased_persons; delete from erased_texts; delete from erased_calls',
  );
  await send({ ...basicFeed, 'calls.csv': csv(calls) });
});

async function send(content: FolderContent, source: 'feed' | 'telephony' = 'feed') {
  const folder = await folders.folder(content);
  const from = { ...(await folderSource(folder)), scoreSource: source };
  return importAgain(here.database.pool, from, { files: folderFileStore(folder) });
}

const row = (turn: number, text: string, more: Record<string, string | number> = {}) => ({
  account_id: 'A1',
  call_id: 'K1',
  turn,
  speaker: turn % 2 ? 'Agent' : 'Caller',
  from_ms: turn * 1000,
  to_ms: '',
  text,
  ...more,
});
const file = (...rows: Parameters<typeof csv>[0]) => ({ 'transcripts.csv': csv(rows) });
const feed = [row(1, 'Dental office.'), row(2, 'How much is a cleaning?')];

const heard = (text: string, from: number | null = null) => ({ speakerName: 'Agent', from, to: null, text });
const write = (callId: string, ...texts: string[]) =>
  here.database.transaction((transaction) =>
    writeTranscripts(transaction, 'telephony', [{ callId, turns: texts.map((text) => heard(text)) }]),
  );

const textsOf = async (callId = 'K1') =>
  (await readTranscript(here.database.kysely, { accountId: 'A1', callId })).turns.map(({ text }) => text);
const versionOf = async () =>
  (await here.database.pool.query<{ version: string }>('select version from account_version')).rows;

const shownFeed = ['Dental office.', 'How much is a cleaning?'];

describe('of the sources', () => {
  test('the feed’s transcript is shown, whichever came first', async () => {
    await write('K1', 'Dental offers.');
    expect(await textsOf()).toEqual(['Dental offers.']);
    await send(file(...feed));
    expect(await textsOf()).toEqual(shownFeed);
    await write('K1', 'Dental offers, once more.');
    expect(await textsOf()).toEqual(shownFeed);
  });

  test('the telephone system’s comes back when the feed removes its own', async () => {
    await send(file(...feed));
    await write('K1', 'Dental offers.');
    await send(file(...feed.map((one) => ({ ...one, deleted: 'true' }))));
    expect(await textsOf()).toEqual(['Dental offers.']);
    await send(file(...feed.map((one) => ({ ...one, deleted: '' }))));
    expect(await textsOf()).toEqual(shownFeed);
  });

  test('a mapped telephone export does not replace the feed’s turns of the same call', async () => {
    await send(file(...feed));
    await send(file(row(1, 'Mental office.'), row(3, 'Bye.')), 'telephony');
    expect(await textsOf()).toEqual(shownFeed);
  });

  test('a longer transcript that came later replaces the first, and the same one changes nothing', async () => {
    await write('K1', 'One.', 'Two.');
    await write('K1', 'One.', 'Two.', 'Three.');
    expect(await textsOf()).toEqual(['One.', 'Two.', 'Three.']);
    await write('K1', 'One.');
    const before = await versionOf();
    await write('K1', 'One.');
    // not transcribed yet, or a call that is not known
    await write('K1');
    await write('K9', 'One.');
    expect(await textsOf()).toEqual(['One.']);
    expect(await versionOf()).toEqual(before);
  });
});

describe('the file transcripts', () => {
  test('is read from NDJSON, in any order of rows, and changes nothing the second time', async () => {
    const rows = [
      row(2, '😀 שלום “yes”', { to_ms: 2500 }),
      row(1, 'Dental office.', { speaker: 'Channel 1' }),
    ];
    const content = { 'transcripts.ndjson': rows.map((one) => `${JSON.stringify(one)}\n`).join('') };
    await send(content);
    expect(await readTranscript(here.database.kysely, { accountId: 'A1', callId: 'K1' })).toEqual({
      turns: [
        { speaker: null, speakerName: 'Channel 1', from: 1000, to: null, text: 'Dental office.' },
        { speaker: 'caller', speakerName: 'Caller', from: 2000, to: 2500, text: '😀 שלום “yes”' },
      ],
    });
    const before = await wholeRecord(here.database.pool);
    await send(content);
    expect(await wholeRecord(here.database.pool)).toEqual(before);
  });

  test('can have no times', async () => {
    await send(file({ account_id: 'A1', call_id: 'K1', turn: 1, text: 'One paragraph.' }));
    expect((await readTranscript(here.database.kysely, { accountId: 'A1', callId: 'K1' })).turns).toEqual([
      { speaker: null, speakerName: null, from: null, to: null, text: 'One paragraph.' },
    ]);
  });

  test.each<[name: string, change: Record<string, string | number>, column: string, reason: string]>([
    ['an unknown call', { call_id: 'K9' }, 'call_id', 'names call K9, which is not known'],
    ['another account', { account_id: 'A2' }, 'call_id', 'names call K1, which belongs to account A1'],
    ['no call', { call_id: '' }, 'call_id', 'must not be empty'],
    [
      'the turn 0',
      { turn: 0 },
      'turn',
      'must be a whole number from 1 to 5,000, without separators, such as 3',
    ],
    ['no text', { text: ' ' }, 'text', 'must not be empty'],
    ['a long text', { text: 'a'.repeat(maxTurnText + 1) }, 'text', 'is longer than 10,000 characters'],
    ['ten megabytes', { text: 'a'.repeat(10_000_000) }, '', 'is longer than a million characters'],
    [
      'seconds',
      { from_ms: '1.5' },
      'from_ms',
      'must be a whole number from 0 to 86,400,000, without separators, such as 48000',
    ],
    [
      'a time of the clock',
      { to_ms: '0:48' },
      'to_ms',
      'must be a whole number from 0 to 86,400,000, without separators, such as 48000',
    ],
    ['an end before the start', { to_ms: 999 }, 'to_ms', 'is before from_ms'],
    ['NUL', { text: 'a\0b' }, 'text', 'holds a NUL character'],
    ['a long speaker', { speaker: 'a'.repeat(101) }, 'speaker', 'is longer than 100 characters'],
  ])('rejects %s and names line, column and reason', async (_, change, column, reason) => {
    const report = await send(file(row(2, 'Fine.'), { ...row(1, 'Bad.'), ...change }));
    expect(report.firstRejections).toEqual([
      expect.objectContaining({ file: 'transcripts.csv', line: 3, column, reason }),
    ]);
    expect(await textsOf()).toEqual(['Fine.']);
  });

  test('rejects lone surrogates of NDJSON', async () => {
    const line = JSON.stringify(row(1, 'Bad.')).replace('Bad.', String.raw`\ud83d`);
    const report = await send({ 'transcripts.ndjson': `${line}\n` });
    expect(report.firstRejections[0]).toMatchObject({ line: 1, column: 'text' });
  });
});

test('is read by those who may read the call, as opening it', async () => {
  await send(file(...feed));
  await addPerson(here.database, { id: 'own', accounts: ['A1'] });
  await addPerson(here.database, { id: 'other', accounts: ['A2'] });
  const ask = async (who: string) =>
    requestRoute<Transcript>(here, await signInAs(here, `${who}@people.test`), getTranscript, {
      params: { id: 'K1' },
    });
  expect((await ask('own')).data.turns).toHaveLength(2);
  expect((await ask('other')).code).toBe(404);
  const { rows } = await here.database.pool.query(
    `select contact_id, action from access_log where subject_id = 'K1'`,
  );
  expect(rows).toEqual([{ contact_id: 'own', action: 'open' }]);
});

describe('is removed', () => {
  const months = 13;
  const retained = (what: 'retentionRecordings' | 'retentionPersonalData') => ({
    database: here.database,
    clock: here.clock,
    files: here.files,
    environment: {
      retentionRecordings: undefined,
      retentionPersonalData: undefined,
      retentionAccessLog: undefined,
      [what]: months,
    },
  });

  test.each(['retentionRecordings', 'retentionPersonalData'] as const)('by %s', async (what) => {
    await send(file(row(1, 'Old.', { call_id: 'K2' }), ...feed));
    await write('K2', 'Old, too.');
    await applyRetention(retained(what));
    expect(await textsOf('K2')).toEqual([]);
    expect(await textsOf()).toEqual(shownFeed);
    expect(await applyRetention(retained(what))).toMatchObject({ recordings: 0, calls: 0 });
  });

  test('with the names of the call for good', async () => {
    await applyRetention(retained('retentionPersonalData'));
    await send(file(row(1, 'Old.', { call_id: 'K2' }), ...feed));
    await write('K2', 'Old, too.');
    expect([await textsOf('K2'), await textsOf()]).toEqual([[], shownFeed]);
  });

  test('with an erased caller, in words of others by name, and does not come back', async () => {
    const named = row(1, 'Pia Approver told me.', { call_id: 'K2', speaker: 'Pia Approver' });
    await send(file(...feed, named));
    const person = requestedPerson({ phone });
    const folder = await folders.folder();
    await exportPerson(here, person, `${folder}/person`);
    const { total } = await previewErasure(here, person);
    expect(await erasePerson(here, person, { total, shared: false })).toMatchObject({ left: {} });
    expect([await textsOf(), await textsOf('K2')]).toEqual([[], ['removed told me.']]);
    // also under a call that came only now
    const late = { ...calls[0], id: 'K3', call_date_time: '2026-03-02T23:30:00-07:00' };
    await send({ 'calls.csv': csv([late]), ...file(...feed, named, row(1, 'Hello.', { call_id: 'K3' })) });
    for (const id of ['K1', 'K2', 'K3']) await write(id, 'Pia Approver again.');
    expect([await textsOf(), await textsOf('K2'), await textsOf('K3')]).toEqual([
      [],
      ['removed told me.'],
      [],
    ]);
    expect(await allowPerson(here, person)).toBe(true);
    await write('K3', 'Hello.');
    expect(await textsOf('K3')).toEqual(['Hello.']);
  });
});

test('is in the export of the caller’s data', async () => {
  await send(file(...feed));
  const folder = `${await folders.folder()}/person`;
  await exportPerson(here, requestedPerson({ phone }), folder);
  const { tables } = JSON.parse(await readFile(`${folder}/person.json`, 'utf8')) as {
    tables: Record<string, { text: string }[]>;
  };
  expect(tables['transcript_turns']?.map(({ text }) => text)).toEqual(shownFeed);
});
