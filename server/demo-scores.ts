import { randomUUID } from 'node:crypto';
import { answerers } from '@mailcall/contract/rules/score-texts.ts';
import { emptyScore } from '@mailcall/contract/rules/score-values.ts';
import { days } from '@mailcall/contract/time/durations.ts';
import { sql } from 'kysely';
import { officeIds } from '../demo/offices.ts';
import type { ShownCall } from '../demo/score-work.ts';
import type { Dependencies } from './dependencies.ts';
import { recordChanges } from './features/changes/index.ts';
import { readRubric, readShownCalls } from './features/scoring/index.ts';
import type { Queryable } from './platform/database.ts';

/** Newest first. */
async function readCalls(database: Queryable, from: Date, to: Date): Promise<ShownCall[]> {
  const { rows } = await sql<{ id: string }>`
    select id from calls
    where account_id = any(${Object.values(officeIds)}) and call_date_time between ${from} and ${to} and has_audio
      and score_source = 'feed' and answered_by = (
        select code from dimension_values where dimension = 'answeredBy' and value = ${answerers.staff})
    order by call_date_time desc, id limit 90`.execute(database);
  const ids = rows.map(({ id }) => id);
  const calls = await readShownCalls(database, (_, callId) => sql`${callId} = any(${ids}::text[])`);
  return calls
    .map(({ callDateTime: at, durationSeconds: seconds, ...call }) => ({ ...call, at, seconds }))
    .toSorted((one, other) => other.at.getTime() - one.at.getTime());
}

/** Makes newest calls look scored by the team, with second passes and disputes. Calls show the same scores as before. */
export async function writeDemoScores({
  database,
  clock,
}: Pick<Dependencies, 'database' | 'clock'>): Promise<void> {
  const { planScoreWork, scoreWorkDays } = await import('../demo/score-work.ts');
  const now = clock.now();
  const ago = (length: number) => new Date(now.getTime() - days(length));
  const { kysely } = database;
  const calls = await readCalls(kysely, ago(scoreWorkDays.from), ago(scoreWorkDays.to));
  const { versions, passes, disputes } = planScoreWork(calls, now);
  const { version: rubric } = await readRubric(kysely);
  await database.transaction(async (transaction) => {
    const scored = JSON.stringify(versions.filter(({ number }) => number === 1));
    for (const [table, column, source] of [
      ['calls', 'id', 'score_source'],
      ['inquiries', 'call_id', 'source'],
    ] as const)
      await sql`
        update ${sql.table(table)} target set ${sql.ref(source)} = 'person'
        from jsonb_to_recordset(${scored}::jsonb) as one ("accountId" text, "callId" text)
        where target.account_id = one."accountId" and target.${sql.ref(column)} = one."callId"`.execute(
        transaction,
      );
    const withIds = <Row>(made: readonly Row[]) => made.map((row) => ({ ...row, id: randomUUID() }));
    const rows = withIds(versions);
    const [passRows, disputeRows] = [withIds(passes), withIds(disputes)];
    await sql`
      insert into score_versions (account_id, call_id, number, reason, score, marks, contact_id, role, rubric, began_at, made_at, id)
      select "accountId", "callId", number, reason, "values", marks, "contactId", role, ${rubric}, "beganAt", at, id
      from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as made ("accountId" text, "callId" text, number integer, reason text,
        "values" jsonb, marks jsonb, "contactId" text, role text, "beganAt" timestamptz, at timestamptz, id uuid)`.execute(
      transaction,
    );
    await sql`
      insert into score_second_passes (account_id, call_id, first_version, first_contact_id, outcome, state, chosen_at, shown,
        second_contact_id, second_score, second_marks, answers, rubric, began_at, second_at, note, returned_by_id, returned_at,
        decided_by_id, decided_at, version, id, changed_at)
      select "accountId", "callId", 1, "firstContactId", outcome, state, "chosenAt", ${JSON.stringify(emptyScore)}::jsonb,
        "secondContactId", "secondScore", "secondMarks", answers, ${rubric}, "beganAt", "secondAt", note, "returnedById", "returnedAt",
        "decidedById", "decidedAt", version, id, greatest("chosenAt", "secondAt", "returnedAt", "decidedAt")
      from jsonb_to_recordset(${JSON.stringify(passRows)}::jsonb) as made ("accountId" text, "callId" text, "firstContactId" text,
        outcome text, state text, "chosenAt" timestamptz, "secondContactId" text, "secondScore" jsonb, "secondMarks" jsonb,
        answers jsonb, "beganAt" timestamptz, "secondAt" timestamptz, note text, "returnedById" text, "returnedAt" timestamptz,
        "decidedById" text, "decidedAt" timestamptz, version integer, id uuid)`.execute(transaction);
    await sql`
      insert into score_disputes (account_id, id, call_id, field, shown, wanted, reason, at_second, state, contact_id, opened_at,
        decided_by_id, decided_as, decided_at, decision, version, withdrawn_by_id, withdrawn_at, answer, answered_by_id, answered_at,
        seen_at, changed_at)
      select "accountId", id, "callId", field, shown, wanted, reason, "atSecond", state, "contactId", "openedAt",
        "decidedById", "decidedAs", "decidedAt", decision, version, case when "withdrawnAt" is null then null else "contactId" end,
        "withdrawnAt", answer, case when answer is null then null else "contactId" end, "answeredAt", "decidedAt",
        greatest("openedAt", "decidedAt", "withdrawnAt", "answeredAt")
      from jsonb_to_recordset(${JSON.stringify(disputeRows)}::jsonb) as made ("accountId" text, "callId" text, field text, shown text,
        wanted text, reason text, "atSecond" integer, state text, "contactId" text, "openedAt" timestamptz, "decidedById" text,
        "decidedAs" text, "decidedAt" timestamptz, decision text, version integer, "withdrawnAt" timestamptz, answer text,
        "answeredAt" timestamptz, id uuid)`.execute(transaction);
    const changes = [
      ...rows.flatMap(({ accountId, callId, id, contactId }) => [
        { accountId, file: 'calls' as const, rowId: callId, contactId },
        { accountId, file: 'score-versions' as const, rowId: id, action: 'added' as const, contactId },
      ]),
      ...passRows.map(({ accountId, id, firstContactId }) => ({
        accountId,
        file: 'score-second-passes' as const,
        rowId: id,
        action: 'added' as const,
        contactId: firstContactId,
      })),
      ...disputeRows.map(({ accountId, id, contactId }) => ({
        accountId,
        file: 'score-disputes' as const,
        rowId: id,
        action: 'added' as const,
        contactId,
      })),
    ];
    for (const [contactId, made] of Map.groupBy(changes, (change) => change.contactId))
      await recordChanges(transaction, made, { contactId, at: now });
  });
}
