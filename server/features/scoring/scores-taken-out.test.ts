import { randomUUID } from 'node:crypto';
import {
  acceptDispute,
  answerDispute,
  declineDispute,
  noteDecisionsSeen,
  openDispute,
  withdrawDispute,
} from '@mailcall/contract/score-disputes.ts';
import { returnSecondPass } from '@mailcall/contract/score-quality.ts';
import { undoScore } from '@mailcall/contract/scoring.ts';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { providerFile } from '../../../tests/support/provider-file.ts';
import { answeredScore, scoringDesk } from '../../../tests/support/scoring-desk.ts';
import { writeExport } from '../data-out/index.ts';
import { importFolder } from '../ingest/index.ts';

const seconds = { secondPassPercent: 100, newScorerPercent: 100 };
const { here, minutesAgo, later, bring, ask, next, save } = scoringDesk({
  PROVIDER: providerFile({ scoring: seconds }),
});

const exported = async () => {
  const parent = await mkdtemp(join(tmpdir(), 'mailcall-scores-'));
  onTestFinished(() => rm(parent, { recursive: true, force: true }));
  const folder = join(parent, 'export');
  return { folder, ...(await writeExport(here, { folder, since: null })) };
};
const imported = async (folder: string) => {
  const { files, firstRejections } = await importFolder(here.database, folder, { files: here.files });
  const counts = files.map(({ file, added, changed }) => [file.replace('.ndjson', ''), [added, changed]]);
  return { counts: Object.fromEntries(counts) as Record<string, number[]>, firstRejections };
};
const query = async <Row extends object>(text: string) => (await here.database.pool.query<Row>(text)).rows;
const dispute = async (callId: string, field: string, requestId: string = randomUUID()) => {
  const body = { requestId, field, wanted: 'Nora Garcia', reason: 'Nora Garcia is her name.', atSecond: 4 };
  const { code } = await ask('ann', openDispute, { params: { id: callId }, body });
  expect(code).toBe(200);
  return requestId;
};
const savedByNora = { number: 1, by: 'nora', opportunity: true };

test('scores come back without texts of a call whose personal data was removed', async () => {
  await bring(['kept', 'removed'].map((id, place) => ({ id, call_date_time: minutesAgo(30 - place) })));
  for (const id of ['kept', 'removed']) {
    await next('nora');
    expect((await save('nora', id)).code).toBe(200);
    await dispute(id, 'goodImpression');
  }
  for (const id of ['kept', 'removed']) {
    await next('omar');
    expect((await save('omar', id, { values: { ...answeredScore, goodImpression: false } })).code).toBe(200);
    await ask('lea', returnSecondPass, { params: { callId: id }, body: { note: 'Nora Garcia is kind.' } });
  }
  const { folder, rows } = await exported();
  expect(rows).toMatchObject({ 'score-versions': 2, 'score-second-passes': 2, 'score-disputes': 2 });
  await query('truncate score_versions, score_second_passes, score_disputes');
  await query(`update calls set personal_data_removed = true where id = 'removed'`);
  const { firstRejections, counts } = await imported(folder);
  expect(firstRejections).toEqual([]);
  expect(counts).toMatchObject({
    'score-versions': [2, 0],
    'score-second-passes': [2, 0],
    'score-disputes': [2, 0],
  });
  expect(
    await query(
      `select call_id as id, number, contact_id as by, score ->> 'callerName' as caller, score ->> 'highlights' as highlights,
         (score ->> 'opportunity')::boolean as opportunity
       from score_versions order by call_id`,
    ),
  ).toEqual([
    { ...savedByNora, id: 'kept', caller: 'Nora Chavez', highlights: 'Asked for the price of a cleaning.' },
    { ...savedByNora, id: 'removed', caller: null, highlights: null },
  ]);
  expect(
    await query(
      `select call_id as id, state, note, second_score ->> 'callerName' as caller, second_contact_id as by from score_second_passes
       order by call_id`,
    ),
  ).toEqual([
    { id: 'kept', state: 'returned', note: 'Nora Garcia is kind.', caller: 'Nora Chavez', by: 'omar' },
    { id: 'removed', state: 'returned', note: 'No longer kept', caller: null, by: 'omar' },
  ]);
  expect(
    await query('select call_id as id, state, wanted, reason from score_disputes order by call_id'),
  ).toEqual([
    { id: 'kept', state: 'open', wanted: 'Nora Garcia', reason: 'Nora Garcia is her name.' },
    { id: 'removed', state: 'withdrawn', wanted: 'No longer kept', reason: 'No longer kept' },
  ]);
  // the same export again adds nothing
  expect((await imported(folder)).counts).toMatchObject({
    'score-versions': [0, 0],
    'score-second-passes': [0, 0],
    'score-disputes': [0, 0],
  });
});

test('an export brings what happened since to known disputes and second passes, and an earlier one takes nothing back', async () => {
  await bring([{ id: 'call', call_date_time: minutesAgo(30) }]);
  await next('nora');
  await save('nora', 'call');
  const declined = await dispute('call', 'goodImpression');
  const atFirst = await exported();
  later(1);
  await next('omar');
  await save('omar', 'call', { values: { ...answeredScore, goodImpression: false } });
  await ask('lea', declineDispute, {
    params: { disputeId: declined },
    body: { reason: 'She greets the caller.' },
  });
  const open = await dispute('call', 'goodImpression');
  const afterwards = await exported();
  const states = async () => [
    (await query<{ state: string }>('select state from score_second_passes')).map(({ state }) => state),
    await query('select id, state, decision from score_disputes order by opened_at'),
  ];
  const expected = await states();
  expect(expected).toEqual([
    ['differs'],
    [
      { id: declined, state: 'declined', decision: 'She greets the caller.' },
      { id: open, state: 'open', decision: null },
    ],
  ]);
  await query('truncate score_second_passes, score_disputes');
  await imported(atFirst.folder);
  const { counts, firstRejections } = await imported(afterwards.folder);
  expect([firstRejections, counts['score-second-passes'], counts['score-disputes']]).toEqual([
    [],
    [0, 1],
    [1, 1],
  ]);
  expect(await states()).toEqual(expected);
  expect((await imported(atFirst.folder)).counts['score-disputes']).toEqual([0, 0]);
  expect(await states()).toEqual(expected);
  // someone opened another dispute of the field here
  await query(`update score_disputes set id = gen_random_uuid() where id = '${open}'`);
  expect((await imported(afterwards.folder)).firstRejections).toMatchObject([
    { column: 'field', reason: 'is disputed already' },
  ]);
});

test('changes of disputes and second passes are recorded with who made them', async () => {
  await bring([{ id: 'call', call_date_time: minutesAgo(30) }]);
  await next('nora');
  await save('nora', 'call');
  await next('omar');
  await save('omar', 'call', { values: { ...answeredScore, goodImpression: false } });
  await ask('omar', undoScore, { params: { callId: 'call' }, body: { version: 1 } });
  const [withdrawn, accepted] = [
    await dispute('call', 'goodImpression'),
    await dispute('call', 'callerName'),
  ];
  await ask('ann', withdrawDispute, { params: { id: 'call', disputeId: withdrawn }, body: {} });
  await ask('lea', acceptDispute, {
    params: { disputeId: accepted },
    body: { version: 1, values: { ...answeredScore, callerName: 'Nora Garcia' }, rubric: '1' },
  });
  await ask('ann', noteDecisionsSeen, { params: { id: 'call' }, body: {} });
  await ask('ann', answerDispute, {
    params: { id: 'call', disputeId: accepted },
    body: { answer: 'Thank you.' },
  });
  expect(
    (
      await query<{ made: string }>(
        `select contact_id || ' ' || action || ' ' || file as made from portal_changes
         where file in ('score-second-passes', 'score-disputes') order by id`,
      )
    ).map(({ made }) => made),
  ).toEqual([
    'nora added score-second-passes',
    'omar changed score-second-passes',
    'omar changed score-second-passes',
    'ann added score-disputes',
    'ann added score-disputes',
    'ann changed score-disputes',
    // the accepted dispute's score ends the second pass
    'lea changed score-second-passes',
    'lea changed score-disputes',
    'ann changed score-disputes',
    'ann changed score-disputes',
  ]);
});
