import { randomUUID } from 'node:crypto';
import type { ScoreMark } from '@mailcall/contract/scoring.ts';
import type { ScoreFieldName } from '@mailcall/contract/rules/score-fields.ts';
import {
  type ScoreContext,
  scoreForm,
  scoreOptions,
  scoreProblems,
  withProposals,
} from '@mailcall/contract/rules/score-form.ts';
import type { ScoreValues } from '@mailcall/contract/rules/score-values.ts';
import { days, hours } from '@mailcall/contract/time/durations.ts';
import { sql } from 'kysely';
import { officeIds } from '../demo/offices.ts';
import { demoTeam } from '../demo/people.ts';
import type { Dependencies } from './dependencies.ts';
import { addCalls, closeSet, makeSet, saveAnswer, saveNote, startSet } from './features/calibration/index.ts';
import type { Viewer } from './features/identity/index.ts';
import { readRubric, readScoredCall } from './features/scoring/index.ts';
import type { Queryable } from './platform/database.ts';

const timeZone = 'America/New_York';
const closedCalls = 6;
const openCalls = 10;
/** Calls of the open set that each scorer has scored. */
const scoredOfOpen = [6, 3] as const;

const lead = 'demo-lead';
const scorers = ['demo-scorer', 'demo-scorer-2'] as const;

const viewerOf = (contactId: string): Viewer => ({
  contactId,
  sessionId: '',
  limited: false,
  lacksSecondFactor: false,
  operator: false,
  team: {
    roles: new Set(demoTeam.flatMap(({ id, role }) => (id === contactId ? [role] : []))),
    scope: 'all',
  },
  accountIds: new Set(),
  subAccounts: new Map(),
  mergedIds: new Map(),
  grantedIds: new Set(),
  byGrant: false,
  clientView: null,
  sessionVersion: '',
});

interface DemoCall {
  callId: string;
  values: ScoreValues;
  context: ScoreContext;
  seconds: number;
}

/** Null if the form needs more than the changed values. */
function scoreWith({ values, context }: Pick<DemoCall, 'values' | 'context'>, change: Partial<ScoreValues>) {
  const [reason] = scoreOptions('nonOpportunityReason', context);
  const nonOpportunityReason = values.nonOpportunityReason ?? reason?.value ?? null;
  const changed = withProposals({ ...values, nonOpportunityReason, ...change }, context);
  return Object.keys(scoreProblems(scoreForm(changed, context))).length === 0 ? changed : null;
}

/** Recorded opportunities without an appointment, because most fields apply. Open sets hide scores, so calls with disputes are left out. */
async function readCalls(transaction: Queryable): Promise<DemoCall[]> {
  const { rows } = await sql<{ accountId: string; callId: string }>`
    select calls.account_id as "accountId", calls.id as "callId" from calls
    where calls.account_id = any(${Object.values(officeIds)}::text[]) and calls.opportunity and calls.has_audio and not calls.deleted
      and calls.appointment_count = 0 and calls.duration_seconds > 20
      and not exists (select 1 from score_versions version where version.account_id = calls.account_id and version.call_id = calls.id)
      and exists (select 1 from recordings where recordings.account_id = calls.account_id and recordings.key = calls.audio)
    order by calls.call_date_time desc limit 60`.execute(transaction);
  const calls: DemoCall[] = [];
  for (const found of rows) {
    if (calls.length === closedCalls + openCalls) break;
    const call = await readScoredCall(transaction, found);
    const context = { ...call.context, bookedAppointments: 0 };
    const values = scoreWith({ values: { ...call.values, appointments: [] }, context }, {});
    if (values) calls.push({ callId: found.callId, values, context, seconds: call.durationSeconds });
  }
  return calls;
}

/** The first scorer is too kind; the second misses follow-ups and takes price questions for no opportunity. */
function changeOf(scorer: string, place: number, { goodImpression, followUpOpportunity }: ScoreValues) {
  if (scorer === scorers[0]) return place % 3 === 0 ? { goodImpression: goodImpression !== true } : {};
  if (place % 3 === 1) return { opportunity: false };
  return followUpOpportunity === true ? { followUpOpportunity: false } : {};
}

const markedFields = ['goodImpression', 'opportunity', 'askedForAppointment', 'followUpOpportunity'] as const;
const marksOf = ({ seconds }: DemoCall, late: number): ScoreMark[] =>
  markedFields.map((field: ScoreFieldName, place) => ({
    field,
    from: Math.round(((place + 1) * 0.2 * seconds + late) * 1000),
    to: null,
  }));

/** A closed set in which people differ, and an open one with calls left. */
export async function addDemoCalibration({
  database,
  clock,
}: Pick<Dependencies, 'database' | 'clock'>): Promise<void> {
  const now = clock.now();
  const ago = (time: number) => new Date(now.getTime() - time);
  const leader = viewerOf(lead);
  await database.transaction(async (transaction) => {
    const calls = await readCalls(transaction);
    const { version: rubric } = await readRubric(transaction);
    const closed = calls.slice(0, closedCalls);
    const open = calls.slice(closedCalls);

    const begin = async (name: string, of: readonly DemoCall[], at: Date, dueOn: string | null) => {
      const id = randomUUID();
      const person = { viewer: leader, now: at };
      await makeSet(transaction, { id, name, ...person });
      await addCalls(transaction, id, { callIds: of.map(({ callId }) => callId), ...person });
      await startSet(transaction, id, { people: scorers, dueOn, timeZone, ...person });
      return id;
    };
    const save = (setId: string, contactId: string, call: DemoCall, values: ScoreValues, at: Date) =>
      saveAnswer(
        transaction,
        { setId, callId: call.callId },
        {
          viewer: viewerOf(contactId),
          now: at,
          requestId: randomUUID(),
          rubric,
          values,
          marks: marksOf(call, contactId === lead ? 0 : 1),
        },
      );
    const score = async (setId: string, scorer: string, some: readonly DemoCall[], at: Date) => {
      for (const [place, call] of some.entries())
        await save(
          setId,
          scorer,
          call,
          scoreWith(call, changeOf(scorer, place, call.values)) ?? call.values,
          at,
        );
    };

    const done = await begin('First impression and price questions', closed, ago(days(9)), null);
    for (const call of closed) await save(done, lead, call, call.values, ago(days(8)));
    for (const [place, scorer] of scorers.entries())
      await score(done, scorer, closed, ago(days(7) - hours(place)));
    await closeSet(transaction, done, { viewer: leader, now: ago(days(5)) });
    const [first] = closed;
    if (first)
      await saveNote(
        transaction,
        { setId: done, callId: first.callId, field: 'goodImpression' },
        {
          agreed: null,
          note: 'Polite words are not enough: listen whether the caller is asked by name.',
          version: 0,
          viewer: leader,
          now: ago(days(5)),
        },
      );

    const dueOn = new Date(now.getTime() + days(6)).toISOString().slice(0, 10);
    const going = await begin('Follow-ups after a price question', open, ago(days(1)), dueOn);
    for (const [place, scorer] of scorers.entries())
      await score(going, scorer, open.slice(0, scoredOfOpen[place] ?? 0), ago(hours(20 - place)));
  });
}
