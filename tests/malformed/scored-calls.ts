import { emptyScore, type ScoreValues } from '@mailcall/contract/rules/score-values.ts';
import type { Database } from '../../server/platform/database.ts';
import { foreignDispute, foreignSet, ownDisputes, ownSets } from './known-ids.ts';

export const missedScore: ScoreValues = {
  ...emptyScore,
  answeredBy: 'No Answer',
  patientType: 'Unknown',
  followUpOpportunity: false,
  highlights: 'Nobody answered.',
};

/** Adds calls that wait for a score, or have one, with disputes and second passes. `sue` scored them first, `lea` second. */
export async function addScoredCalls({ pool }: Pick<Database, 'pool'>): Promise<void> {
  await pool.query(`
    insert into calls (account_id, id, call_date_time, answered_by, score_source)
    values ('own', 'own-waiting', '2026-03-01T16:00:00Z', null, null),
      ('own', 'own-scored', '2026-03-01T16:00:00Z', 2, 'person'),
      ('own', 'own-differing', '2026-03-01T16:00:00Z', 2, 'person'),
      ('own', 'own-returned', '2026-03-01T16:00:00Z', 2, 'person'),
      ('own', 'own-also-returned', '2026-03-01T16:00:00Z', 2, 'person'),
      ('foreign', 'foreign-waiting', '2026-03-01T16:00:00Z', null, null)`);
  await pool.query(
    `insert into score_versions (account_id, call_id, number, reason, score, contact_id, role, rubric, made_at)
     select 'own', id, 1, 'scored', $1, 'sue', 'scorer', '1', '2026-03-02T16:00:00Z'
     from calls where account_id = 'own' and score_source = 'person'`,
    [JSON.stringify(missedScore)],
  );
  // the route that decides may take one of the returned ones before the route that keeps the first score
  await pool.query(
    `insert into score_second_passes (account_id, call_id, first_version, first_contact_id, outcome, state, chosen_at, shown,
       second_contact_id, second_score, answers, rubric, second_at)
     select 'own', call_id, 1, 'sue', 'missed', state, '2026-03-02T16:00:00Z', $1, 'lea', $2, '[]', '1', '2026-03-03T16:00:00Z'
     from (values ('own-differing', 'differs'), ('own-returned', 'returned'), ('own-also-returned', 'returned')) pass (call_id, state)`,
    [JSON.stringify(emptyScore), JSON.stringify({ ...missedScore, highlights: 'It rang twice.' })],
  );
  const fields = ['highlights', 'callerName', 'goodImpression', 'answeredBy'];
  const addDispute = (account: string, call: string, id: string, field: string, state: string, by: string) =>
    pool.query(
      `insert into score_disputes (account_id, id, call_id, field, wanted, reason, state, contact_id, opened_at, decided_at, decision)
       values ($1, $2, $3, $4, 'Other', 'The recording says so.', $5, $6, '2026-03-03T16:00:00Z',
         case $5 when 'declined' then '2026-03-04T16:00:00Z'::timestamptz end,
         case $5 when 'declined' then 'It does not.' end)`,
      [account, id, call, field, state, by],
    );
  // the routes that withdraw, accept and decline end one each
  for (const [place, id] of ownDisputes.entries())
    await addDispute(
      'own',
      'own-scored',
      id,
      fields[place] ?? '',
      place === 0 ? 'declined' : 'open',
      'paula',
    );
  await addCalibrationSets({ pool });
  await addDispute('foreign', 'foreign-call', foreignDispute, 'highlights', 'open', 'felix');
}

/** Drafts, open sets and a closed one, for the routes that start, delete, score, close and read. Answers can be undone. */
async function addCalibrationSets({ pool }: Pick<Database, 'pool'>): Promise<void> {
  const states = ['draft', 'draft', 'open', 'open', 'open', 'closed'];
  for (const [place, id] of [...ownSets, foreignSet].entries()) {
    const account = id === foreignSet ? 'foreign' : 'own';
    await pool.query(
      `insert into calibration_sets (id, name, state, contact_id, made_at, started_at) values ($1, 'November', $2, 'lea', $3, $3)`,
      [id, states[place] ?? 'open', '2026-03-02T16:00:00Z'],
    );
    await pool.query(`insert into calibration_people (set_id, contact_id) values ($1, 'lea'), ($1, 'sue')`, [
      id,
    ]);
    await pool.query(
      `insert into calibration_calls (account_id, set_id, call_id, added_at)
       select account_id, $1, id, '2026-03-02T16:00:00Z' from calls where account_id = $2 and id = any($3)`,
      [id, account, ['own-call', 'own-waiting', 'foreign-call']],
    );
    await pool.query(
      `insert into calibration_answers (account_id, set_id, call_id, contact_id, score, rubric, began_at, changed_at, saved_at)
       select account_id, set_id, call_id, person, $2, '1', added_at, added_at, '2026-03-11T15:00:00Z'
       from calibration_calls, unnest(array['lea', 'sue']) person where set_id = $1 and call_id in ('own-call', 'foreign-call')`,
      [id, JSON.stringify(missedScore)],
    );
  }
}
