import { picklistFieldOf } from '@mailcall/contract/figures/dimensions.ts';
import type { ScoreContext } from '@mailcall/contract/rules/score-form.ts';
import {
  scoreFields,
  scoreFieldNames,
  type ScorePicklist,
  scoreFieldOf,
} from '@mailcall/contract/rules/score-fields.ts';
import {
  emptyScore,
  type ScoredInquiry,
  type ScoreRow,
  type ScoreValues,
  scoreValuesOf,
} from '@mailcall/contract/rules/score-values.ts';
import type { AccountLabels } from '@mailcall/contract/rules/wording.ts';
import { type RawBuilder, sql } from 'kysely';
import type { Queryable } from '../../platform/database.ts';
import { scoreColumns } from '../calls/index.ts';
import { readOfferedValues, staffName } from '../scope/index.ts';
import type { WaitingCall } from './waiting-calls.ts';

const scorePicklists: readonly ScorePicklist[] = scoreFieldNames.flatMap((name) => {
  const field = scoreFieldOf(name);
  return field.kind === 'choice' ? [field.picklist] : [];
});

type Option = { value: string; label: string };

/** Values of the picklists, then unlisted ones of calls. */
export async function readPicklists(database: Queryable): Promise<Record<string, Option[]>> {
  const offered = await readOfferedValues(database, 'score');
  const known = await sql<{ dimension: string; value: string }>`
    select dimension, value from dimension_values where dimension = any(${[...scorePicklists]}) order by code`.execute(
    database,
  );
  const lists = Object.fromEntries(
    scorePicklists.map((list): [string, Option[]] => [
      list,
      offered.get(list === 'priceAnswer' ? list : picklistFieldOf(list)) ?? [],
    ]),
  );
  for (const { dimension, value } of known.rows) {
    const options = lists[dimension];
    if (options && !options.some((option) => option.value === value)) options.push({ value, label: value });
  }
  return lists;
}

export async function readUsualLanguage(database: Queryable, accountId: string): Promise<string | null> {
  const { rows } = await sql<{ value: string }>`
    select known.value from (
      select caller_language as code from calls
      where account_id = ${accountId} and not deleted and caller_language is not null order by call_date_time desc limit 50
    ) recent join dimension_values known on known.dimension = 'callerLanguage' and known.code = recent.code
    group by known.value order by count(*) desc, known.value limit 1`.execute(database);
  return rows[0]?.value ?? null;
}

export interface ScoredCall extends WaitingCall {
  timeZone: string;
  callDateTime: Date;
  durationSeconds: number;
  callerPhoneNumber: string | null;
  labels: AccountLabels;
  source: 'telephony' | 'feed' | 'person' | null;
  values: ScoreValues;
  context: ScoreContext;
}

const shownScore = sql.raw(
  `jsonb_strip_nulls(jsonb_build_object(${scoreFieldNames
    .flatMap((name) => {
      const { column, kind } = scoreFieldOf(name);
      if (column === null) return [];
      const field = scoreFields[name];
      const value =
        kind === 'choice' && 'picklist' in field
          ? `(select value from dimension_values where dimension = '${field.picklist}' and code = calls.${column})`
          : `calls.${column}`;
      return [`'${column}', ${value}`];
    })
    .join(', ')}))`,
);

export type ShownCall = Omit<ScoredCall, 'context'> & { bookedAppointments: number };

/** @param isOf condition on the columns of the account and the call */
export async function readShownCalls(
  database: Queryable,
  isOf: (accountId: RawBuilder<unknown>, callId: RawBuilder<unknown>) => RawBuilder<unknown>,
): Promise<ShownCall[]> {
  const { rows } = await sql<
    Omit<ShownCall, 'values'> & { score: ScoreRow; callerName: string | null; handlerName: string | null }
  >`
    select calls.account_id as "accountId", calls.id as "callId", ${shownScore} as score, calls.caller_name as "callerName",
      ${staffName('handler')} as "handlerName", accounts.time_zone as "timeZone", calls.call_date_time as "callDateTime",
      calls.duration_seconds as "durationSeconds", calls.caller_phone_number as "callerPhoneNumber",
      calls.appointment_count as "bookedAppointments", calls.score_source as source,
      json_build_object('industry', accounts.industry, 'clientLabel', accounts.client_label,
        'businessLabel', accounts.business_label) as labels
    from calls join accounts on accounts.id = calls.account_id
    left join staff handler on handler.account_id = calls.account_id and handler.id = calls.handler_id
    where ${isOf(sql`calls.account_id`, sql`calls.id`)}`.execute(database);
  const { rows: inquiries } = await sql<ScoredInquiry & WaitingCall>`
    select account_id as "accountId", call_id as "callId", kind, item_id as "itemId", item_name as "itemName",
      insurance_acceptance_status as "insuranceAcceptanceStatus"
    from inquiries where ${isOf(sql`account_id`, sql`call_id`)} and not deleted order by item_name, id`.execute(
    database,
  );
  return rows.map(({ score, callerName, handlerName, ...facts }) => {
    const own = inquiries.filter(
      ({ accountId, callId }) => accountId === facts.accountId && callId === facts.callId,
    );
    const values = scoreValuesOf(score, { callerName, handlerName, inquiries: own });
    return {
      ...facts,
      values: facts.source === null ? { ...values, followUpOpportunity: null } : values,
    };
  });
}

/** Locks the call until the transaction ends, on request. */
export async function readScoredCall(
  database: Queryable,
  { accountId, callId }: WaitingCall,
  { lock = false }: { lock?: boolean } = {},
): Promise<ScoredCall> {
  if (lock)
    await sql`select 1 from calls where account_id = ${accountId} and id = ${callId} for update`.execute(
      database,
    );
  const [call] = await readShownCalls(
    database,
    (account, id) => sql`${account} = ${accountId} and ${id} = ${callId}`,
  );
  if (!call) throw new Error(`Call ${callId} is gone.`);
  const { bookedAppointments, ...facts } = call;
  return {
    ...facts,
    context: {
      picklists: await readPicklists(database),
      durationSeconds: facts.durationSeconds,
      bookedAppointments,
      usualLanguage: await readUsualLanguage(database, accountId),
    },
  };
}

export async function addedAppointments(
  database: Queryable,
  { accountId, callId }: WaitingCall,
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select unnest(appointment_ids) as id from score_versions where account_id = ${accountId} and call_id = ${callId}`.execute(
    database,
  );
  return rows.map(({ id }) => id);
}

/** The call before its first score, for the second person's form. */
export async function readBlindCall(
  database: Queryable,
  found: WaitingCall,
  options?: { lock?: boolean },
): Promise<ScoredCall> {
  const call = await readScoredCall(database, found, options);
  const { rows: before } = await sql<{ values: ScoreValues }>`
    select shown as values from score_second_passes
    where account_id = ${found.accountId} and call_id = ${found.callId}`.execute(database);
  const { rows: added } = await sql<{ booked: number }>`
    select count(*)::int as booked from appointments
    where account_id = ${found.accountId} and call_id = ${found.callId} and not deleted
      and portal_id = any(${await addedAppointments(database, found)}::text[])`.execute(database);
  const bookedAppointments = Math.max(0, call.context.bookedAppointments - (added[0]?.booked ?? 0));
  return {
    ...call,
    values: before[0]?.values ?? emptyScore,
    context: { ...call.context, bookedAppointments },
  };
}

/** Columns that hold a code of `dimension_values`. */
export const dimensionOfColumn: ReadonlyMap<string, ScorePicklist> = new Map(
  scoreFieldNames.flatMap((name): [string, ScorePicklist][] => {
    const field = scoreFieldOf(name);
    return field.kind === 'choice' && field.column !== null && scoreColumns.get(field.column) === 'smallint'
      ? [[field.column, field.picklist]]
      : [];
  }),
);
