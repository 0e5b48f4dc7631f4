import type { listProposals, ProposalKind } from '@mailcall/contract/scoring.ts';
import { formatPhone } from '@mailcall/contract/rules/phone.ts';
import { answerers, answererTexts, fixedPatientTypes } from '@mailcall/contract/rules/score-texts.ts';
import { scoreForm, scoreOptions, withProposals } from '@mailcall/contract/rules/score-form.ts';
import { emptyScore, type ScoreValues } from '@mailcall/contract/rules/score-values.ts';
import { days } from '@mailcall/contract/time/durations.ts';
import type { RouteReply } from '@mailcall/contract/wire/route.ts';
import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { Queryable } from '../../platform/database.ts';
import type { ScoredCall } from './call-context.ts';
import { type DeskOptions, isTaken, type WaitingCall, waits } from './waiting-calls.ts';

/** Highest loudness of silence, 0 to 100. */
const silence = 3;
const silentFor = days(7);
const spamFor = days(180);

const isSilent = (call: string) => sql`exists (
  select 1 from recordings where recordings.account_id = ${sql.ref(`${call}.account_id`)} and recordings.key = ${sql.ref(`${call}.audio`)}
    and recordings.peaks is not null and ${silence} >= all(recordings.peaks))`;

/** A call is proposed once, as the first kind that fits: spam, silent, short. */
export function proposed({
  provider,
  now,
}: Pick<DeskOptions, 'provider' | 'now'>): Readonly<Record<ProposalKind, RawBuilder<SqlBool>>> {
  const spam = sql<SqlBool>`(calls.caller_phone_number is not null and exists (
    select 1 from calls earlier where earlier.account_id = calls.account_id
      and caller_key(earlier.caller_phone_number) = caller_key(calls.caller_phone_number)
      and earlier.id <> calls.id and not earlier.deleted and earlier.patient_type = 4
      and earlier.call_date_time > ${new Date(now.getTime() - spamFor)}))`;
  const silent = sql<SqlBool>`(calls.caller_phone_number is not null and ${isSilent('calls')} and exists (
    select 1 from calls earlier where earlier.account_id = calls.account_id
      and caller_key(earlier.caller_phone_number) = caller_key(calls.caller_phone_number)
      and earlier.id <> calls.id and not earlier.deleted and ${isSilent('earlier')}
      and earlier.call_date_time > ${new Date(now.getTime() - silentFor)}))`;
  const short = sql<SqlBool>`(calls.duration_seconds < ${provider.scoring.shortSeconds})`;
  return {
    short: sql<SqlBool>`(${short} and not ${silent} and not ${spam})`,
    silent: sql<SqlBool>`(${silent} and not ${spam})`,
    spam,
  };
}

type Proposal = RouteReply<typeof listProposals>['records'][number];

export const maxProposals = 200;

/** Oldest first, without claimed calls. */
export async function readProposals(
  database: Queryable,
  options: DeskOptions,
  kind: ProposalKind,
): Promise<Proposal[]> {
  const { rows } = await sql<Omit<Proposal, 'callDateTime' | 'why'> & { callDateTime: Date }>`
    select calls.id as "callId", calls.account_id as "accountId", accounts.name as "accountName", accounts.time_zone as "timeZone",
      calls.call_date_time as "callDateTime", calls.duration_seconds as "callDuration", calls.caller_phone_number as "callerPhoneNumber"
    from calls join accounts on accounts.id = calls.account_id
    where ${waits(options)} and not ${isTaken(options)} and ${proposed(options)[kind]}
    order by calls.call_date_time, calls.id limit ${maxProposals}`.execute(database);
  return rows.map((row) => ({
    ...row,
    callDateTime: row.callDateTime.toISOString(),
    callerPhoneNumber: row.callerPhoneNumber && formatPhone(row.callerPhoneNumber),
    why: whyProposed(kind, row.callDuration),
  }));
}

const whyProposed = (kind: ProposalKind, seconds: number): string =>
  ({
    short: seconds === 1 ? 'The call lasted 1 second.' : `The call lasted ${seconds} seconds.`,
    silent: 'This and another recording of the number are silent.',
    spam: 'A call from this number was scored as spam before.',
  })[kind];

/** Still waiting, free and of this kind. */
export async function stillProposed(
  database: Queryable,
  options: DeskOptions,
  { kind, callIds }: { kind: ProposalKind; callIds: readonly string[] },
): Promise<WaitingCall[]> {
  const { rows } = await sql<WaitingCall>`
    select calls.account_id as "accountId", calls.id as "callId" from calls
    where calls.id = any(${[...callIds]}::text[]) and ${waits(options)} and not ${isTaken(options)} and ${proposed(options)[kind]}
    order by calls.account_id, calls.id`.execute(database);
  return rows;
}

/** Never an opportunity and never missed. */
export function proposedValues(
  kind: ProposalKind,
  { values, context }: Pick<ScoredCall, 'values' | 'context'>,
): ScoreValues {
  const answeredBy = answererTexts.find((text) => text === values.answeredBy) ?? answerers.noAnswer;
  const patientType = kind === 'spam' ? fixedPatientTypes.spam : fixedPatientTypes.nonOpportunity;
  const begun = withProposals(
    { ...emptyScore, callerName: values.callerName, answeredBy, patientType },
    context,
  );
  return answerRequired(begun, kind, context);
}

const reasonOf: Readonly<Record<ProposalKind, RegExp>> = {
  short: /hang.?up|hung up|disconnect|short|abandon|no conversation/i,
  silent: /silen|hang.?up|hung up|disconnect|no conversation|abandon/i,
  spam: /spam|solicit|robo/i,
};

/** Chooses the fitting text of a list, the last of the list, or no. */
function answerRequired(begun: ScoreValues, kind: ProposalKind, context: ScoredCall['context']): ScoreValues {
  let values = begun;
  for (;;) {
    const form = scoreForm(values, context);
    const asked = (
      ['nonOpportunityReason', 'ivrOutcome', 'voicemailOutcome', 'voicemailLeftMessage'] as const
    ).find((name) => form[name].problem !== null);
    if (asked === undefined) return values;
    if (asked === 'voicemailLeftMessage') {
      values = { ...values, voicemailLeftMessage: false };
      continue;
    }
    const options = scoreOptions(asked, context);
    const fitting =
      options.find(({ label }) => reasonOf[kind].test(label)) ??
      options.find(({ value }) => /other/i.test(value));
    values = { ...values, [asked]: (fitting ?? options.at(-1))?.value ?? null };
  }
}
