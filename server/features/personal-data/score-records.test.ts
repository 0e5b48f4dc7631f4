import { join } from 'node:path';
import { readFile } from 'node:fs/promises';
import { emptyScore } from '@mailcall/contract/rules/score-values.ts';
import { beforeEach, expect, test } from 'vitest';
import { temporaryFolder } from '../../../tests/support/programs.ts';
import { addAccounts, addPerson, addTeamMember, testApp, testNow } from '../../../tests/support/test-app.ts';
import { applyRetention, erasePerson, exportPerson, previewErasure, requestedPerson } from './index.ts';

const here = testApp();
const number = '+13035550144';
const secret = 'Zelda Quartermain';
const score = JSON.stringify({
  ...emptyScore,
  callerName: secret,
  highlights: `${secret} asked.`,
  sourceMentioned: secret,
  appointments: [{ firstName: 'Zelda', lastName: 'Quartermain', dateTime: '2026-03-20T15:00:00Z' }],
});
const mark = JSON.stringify([{ field: 'opportunity', from: 1000, to: null }]);

const query = async <Row extends object>(text: string, values: unknown[] = []) =>
  (await here.database.pool.query<Row>(text, values)).rows;

/** A rubric is about no person and no call. */
const insertions: Record<string, [columns: string, values: unknown[]]> = {
  score_versions: [
    'number, reason, made_at, contact_id, score, marks',
    [1, 'scored', testNow, 'sam', score, mark],
  ],
  score_drafts: ['contact_id, saved_at, score, marks', ['sam', testNow, score, mark]],
  score_claims: ['contact_id, claimed_at, expires_at', ['sam', testNow, testNow]],
  score_skips: ['contact_id, reason, skipped_at', ['sam', 'technical', testNow]],
  score_second_passes: [
    'first_version, first_contact_id, outcome, state, chosen_at, shown, second_contact_id, second_score, note, answer, second_at',
    [
      1,
      'lea',
      'opportunity',
      'returned',
      testNow,
      score,
      'sam',
      score,
      `${secret} was kind.`,
      `${secret} was not.`,
      testNow,
    ],
  ],
  score_disputes: [
    'id, field, shown, wanted, reason, state, contact_id, opened_at, decision, answer, decided_by_id, decided_as, withdrawn_by_id',
    [
      '00000000-0000-4000-8000-000000000001',
      'callerName',
      secret,
      `${secret} Jr.`,
      `It is ${secret} Jr.`,
      'declined',
      'ann',
      testNow,
      `${secret} it is.`,
      `Not ${secret}.`,
      'lea',
      'Person lea',
      'bob',
    ],
  ],
  score_suggestions: [
    'state, asked_at, answered_at, suggestions, outcomes',
    [
      'answered',
      testNow,
      testNow,
      JSON.stringify([{ field: 'callerName', value: secret, quotation: `this is ${secret}`, at: 0 }]),
      '{"callerName": "accepted"}',
    ],
  ],
};
const ofNoCall = ['score_pass_draws', 'score_rubrics'];

const contents = async () =>
  Object.fromEntries(
    await Promise.all(
      Object.keys(insertions).map(async (table) => [
        table,
        (await query<{ row: string }>(`select row_to_json(kept)::text as row from ${table} kept`)).map(
          ({ row }) => row,
        ),
      ]),
    ),
  ) as Record<string, string[]>;
const countsOf = (all: Record<string, string[]>) =>
  Object.fromEntries(Object.entries(all).map(([table, rows]) => [table, rows.length]));

beforeEach(async () => {
  here.clock.set(testNow);
  const tables = ['calls', 'contacts', 'accounts', 'contact_accounts', 'team_members', 'account_version'];
  await query(`truncate ${[...tables, ...Object.keys(insertions), ...ofNoCall].join(', ')}`);
  await addAccounts(here.database, [{ id: 'own' }]);
  for (const id of ['ann', 'bob']) await addPerson(here.database, { id, accounts: ['own'] });
  await addTeamMember(here.database, { id: 'sam', roles: ['scorer'] });
  await addTeamMember(here.database, { id: 'lea', roles: ['scoring-lead'] });
  await query(
    `insert into calls (account_id, id, call_date_time, caller_phone_number, caller_name, highlights, score_source)
     values ('own', 'call', $1, $2, $3, $4, 'person')`,
    [testNow, number, secret, `${secret} asked.`],
  );
  for (const [table, [columns, values]] of Object.entries(insertions))
    await query(
      `insert into ${table} (account_id, call_id, ${columns}) values ('own', 'call', ${values.map((_, at) => `$${at + 1}`).join(', ')})`,
      values,
    );
  await query(
    `insert into score_pass_draws (contact_id, outcome, percent, saves, place, part_end) values ('sam', 'opportunity', 5, 1, 1, 20)`,
  );
});

test('every table of scores is tested here', async () => {
  const rows = await query<{ name: string }>(
    `select table_name as name from information_schema.columns
     where table_schema = 'public' and table_name like 'score\\_%' and column_name in ('call_id', 'contact_id') group by 1`,
  );
  expect(rows.map(({ name }) => name).toSorted()).toEqual(
    [...Object.keys(insertions), ...ofNoCall].toSorted(),
  );
});

const withoutTexts = {
  score_versions: 1,
  score_drafts: 0,
  score_claims: 1,
  score_skips: 1,
  score_second_passes: 1,
  score_disputes: 1,
  score_suggestions: 1,
};

test('at the end of retention answers and people stay, texts and drafts go', async () => {
  here.clock.set(new Date(Date.parse(testNow) + 100 * 86_400_000).toISOString());
  await applyRetention({ ...here, environment: { ...here.environment, retentionPersonalData: 1 } });
  const kept = await contents();
  expect(JSON.stringify(kept)).not.toMatch(/Zelda|Quartermain/);
  expect(countsOf(kept)).toEqual(withoutTexts);
  expect(kept['score_versions']?.[0]).toContain('"contact_id":"sam"');
  expect(kept['score_versions']?.[0]).toContain('"field": "opportunity"');
});

test('when a caller is erased, all texts about the call go', async () => {
  const caller = requestedPerson({ phone: number });
  const { total } = await previewErasure(here, caller);
  await erasePerson(here, caller, { total, shared: false });
  const kept = await contents();
  expect(JSON.stringify(kept)).not.toMatch(/Zelda|Quartermain/);
  expect(countsOf(kept)).toEqual(withoutTexts);
});

test('an export of a caller has what was scored, said and disputed about the call', async () => {
  const folder = join(await temporaryFolder(), 'caller');
  await exportPerson(here, requestedPerson({ phone: number }), folder);
  const written = JSON.parse(await readFile(join(folder, 'person.json'), 'utf8')) as {
    records: Record<string, unknown[]>;
  };
  for (const table of [
    'score_versions',
    'score_drafts',
    'score_second_passes',
    'score_disputes',
    'score_suggestions',
  ])
    expect(JSON.stringify(written)).toContain(table);
});

test.each(['sam', 'lea', 'ann', 'bob'])(
  'an export of %s has their disputes, scores and passes, and erasure ends their work',
  async (id) => {
    const tablesOf: Record<string, string[]> = {
      sam: [
        'score_versions',
        'score_drafts',
        'score_claims',
        'score_skips',
        'score_second_passes',
        'score_pass_draws',
      ],
      lea: ['score_second_passes', 'score_disputes'],
      ann: ['score_disputes'],
      bob: ['score_disputes'],
    };
    const somebody = requestedPerson({ email: `${id}@people.test` });
    const folder = join(await temporaryFolder(), id);
    await exportPerson(here, somebody, folder);
    const written = await readFile(join(folder, 'person.json'), 'utf8');
    expect((tablesOf[id] ?? []).filter((table) => !written.includes(`"${table}"`))).toEqual([]);
    const { total } = await previewErasure(here, somebody);
    await erasePerson(here, somebody, { total, shared: false });
    const kept = await contents();
    expect(JSON.stringify(kept)).not.toContain(`Person ${id}`);
    const own = id === 'sam' ? 0 : 1;
    expect(countsOf(kept)).toEqual({
      ...withoutTexts,
      score_drafts: own,
      score_claims: own,
      score_skips: own,
    });
    expect(await query('select 1 from score_pass_draws')).toHaveLength(own);
  },
);
