import type { ScoreMark } from '@mailcall/contract/scoring.ts';
import type { SecondPass } from '@mailcall/contract/score-quality.ts';
import { marksOfShownFields } from '@mailcall/contract/rules/score-form.ts';
import { passAnswerText, passDifferences } from '@mailcall/contract/rules/second-pass.ts';
import { removedPerson } from '@mailcall/contract/rules/activity.ts';
import { emptyScore, type ScoreValues } from '@mailcall/contract/rules/score-values.ts';
import { type RawBuilder, sql } from 'kysely';
import type { Queryable } from '../../platform/database.ts';
import { notFound } from '../../platform/http/problems.ts';
import type { Viewer } from '../identity/index.ts';
import { teamAccounts } from '../team/index.ts';

export const noPass = () => notFound('There is no such second pass.');

type PassRow = Omit<
  SecondPass,
  'first' | 'second' | 'differences' | 'callDateTime' | 'secondAt' | 'decidedAt' | 'changed'
> & {
  firstId: string;
  firstName: string | null;
  secondId: string;
  secondName: string | null;
  callDateTime: Date;
  secondAt: Date;
  decidedAt: Date | null;
  version: number | null;
  firstScore: ScoreValues | null;
  firstMarks: ScoreMark[] | null;
  secondScore: ScoreValues;
  secondMarks: ScoreMark[];
};

export interface ReadPass {
  pass: SecondPass;
  first: { values: ScoreValues; marks: ScoreMark[] };
  second: { values: ScoreValues; marks: ScoreMark[] };
}

function present(row: PassRow): ReadPass {
  const {
    firstId,
    firstName,
    secondId,
    secondName,
    firstScore,
    firstMarks,
    secondScore,
    secondMarks,
    version,
    ...shown
  } = row;
  // retention removed texts
  const first = { ...emptyScore, ...firstScore };
  const second = { ...emptyScore, ...secondScore };
  return {
    pass: {
      ...shown,
      first: { id: firstId, name: firstName ?? removedPerson },
      second: { id: secondId, name: secondName ?? removedPerson },
      callDateTime: row.callDateTime.toISOString(),
      secondAt: row.secondAt.toISOString(),
      decidedAt: row.decidedAt?.toISOString() ?? null,
      changed: row.decidedAt === null ? null : version !== null,
      differences: passDifferences(first, second).map((field) => ({
        field,
        first: passAnswerText(field, first),
        second: passAnswerText(field, second),
      })),
    },
    first: { values: first, marks: marksOfShownFields(firstMarks ?? [], first) },
    second: { values: second, marks: marksOfShownFields(secondMarks, second) },
  };
}

/** Leaves out removed calls and calls without personal data. */
export async function readPasses(
  database: Queryable,
  condition: RawBuilder<unknown>,
  order: RawBuilder<unknown> = sql`pass.second_at`,
): Promise<ReadPass[]> {
  const { rows } = await sql<PassRow>`
    select pass.call_id as "callId", pass.account_id as "accountId", accounts.name as "accountName", accounts.time_zone as "timeZone",
      calls.call_date_time as "callDateTime", calls.duration_seconds as "callDuration", pass.state, pass.note, pass.answer,
      pass.first_contact_id as "firstId", first.name as "firstName", pass.second_contact_id as "secondId", second.name as "secondName",
      pass.second_at as "secondAt", pass.decided_at as "decidedAt", decider.name as "decidedBy", pass.version,
      version.score as "firstScore", version.marks as "firstMarks", pass.second_score as "secondScore", pass.second_marks as "secondMarks"
    from score_second_passes pass
    join calls on calls.account_id = pass.account_id and calls.id = pass.call_id and not calls.deleted and not calls.personal_data_removed
    join accounts on accounts.id = pass.account_id
    join score_versions version on version.account_id = pass.account_id and version.call_id = pass.call_id
      and version.number = pass.first_version
    left join contacts first on first.id = pass.first_contact_id
    left join contacts second on second.id = pass.second_contact_id
    left join contacts decider on decider.id = pass.decided_by_id
    where pass.second_score is not null and ${condition} order by ${order}, pass.call_id limit 200`.execute(
    database,
  );
  return rows.map(present);
}

/** @throws {Problem} 404 */
export async function readPass(database: Queryable, viewer: Viewer, callId: string): Promise<ReadPass> {
  const [found] = await readPasses(
    database,
    sql`pass.call_id = ${callId} and pass.state <> 'ended' and ${teamAccounts(viewer, 'pass.account_id')}`,
  );
  if (!found) throw noPass();
  return found;
}
