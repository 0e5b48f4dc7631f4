import type { DisputedField } from '@mailcall/contract/rules/score-disputes.ts';
import type { ScoreFieldName } from '@mailcall/contract/rules/score-fields.ts';
import type { ScoreValues } from '@mailcall/contract/rules/score-values.ts';
import {
  passAnswers,
  passDifferences,
  passOutcomeOf,
  type PassOutcome,
  type PassState,
} from '@mailcall/contract/rules/second-pass.ts';
import { teamPerson } from '@mailcall/contract/rules/team-roles.ts';
import { days, hours, minutes } from '@mailcall/contract/time/durations.ts';
import { officeIds } from './offices.ts';
import { Random } from './random.ts';
import { followUpReasons } from './trade.ts';

/** Calls from which scores of the team are made, in days before the story's end. */
export const scoreWorkDays = { from: 24, to: 1.25 } as const;

/** The score that a call shows stays; earlier scores differ from it. */
export interface ShownCall {
  accountId: string;
  callId: string;
  at: Date;
  /** Length in seconds. */
  seconds: number;
  values: ScoreValues;
}

interface Mark {
  field: ScoreFieldName;
  /** Milliseconds. */
  from: number;
  to: number | null;
}

interface OfCall {
  accountId: string;
  callId: string;
}

export interface MadeVersion extends OfCall {
  number: number;
  reason: 'scored' | 'second pass' | 'dispute';
  values: ScoreValues;
  marks: Mark[];
  contactId: string;
  role: 'scorer' | 'scoring-lead';
  beganAt: Date | null;
  at: Date;
}

export interface MadePass extends OfCall {
  firstContactId: string;
  outcome: PassOutcome;
  state: PassState;
  chosenAt: Date;
  secondContactId: string;
  secondScore: ScoreValues;
  secondMarks: Mark[];
  answers: ReturnType<typeof passAnswers>;
  beganAt: Date;
  secondAt: Date;
  note: string | null;
  returnedById: string | null;
  returnedAt: Date | null;
  decidedById: string | null;
  decidedAt: Date | null;
  version: number | null;
}

export interface MadeDispute extends OfCall {
  field: DisputedField;
  shown: string;
  wanted: string;
  reason: string;
  atSecond: number | null;
  state: 'open' | 'accepted' | 'declined' | 'withdrawn';
  contactId: string;
  openedAt: Date;
  decidedById: string | null;
  decidedAs: string | null;
  decidedAt: Date | null;
  decision: string | null;
  version: number | null;
  withdrawnAt: Date | null;
  answer: string | null;
  answeredAt: Date | null;
}

export interface ScoreWork {
  versions: MadeVersion[];
  passes: MadePass[];
  disputes: MadeDispute[];
}

const scorers = ['demo-scorer', 'demo-scorer-2'] as const;
const lead = 'demo-lead';

const later = (at: Date, milliseconds: number) => new Date(at.getTime() + milliseconds);

const markPlaces = [
  ['goodImpression', 0.08],
  ['askedForSource', 0.31],
  ['placedOnHold', 0.47],
  ['askedForAppointment', 0.64],
] as const;

function marksOf({ seconds, values }: ShownCall): Mark[] {
  return markPlaces.flatMap(([field, place]): Mark[] => {
    const from = Math.floor(seconds * place) * 1000;
    if (values[field] !== true) return [];
    return [{ field, from, to: field === 'placedOnHold' ? from + 4000 : null }];
  });
}

type YesNoField = 'goodImpression' | 'askedForSource' | 'askedForAppointment' | 'followUpOpportunity';

function opposite(values: ScoreValues, field: YesNoField): ScoreValues {
  const isYes = values[field] === true;
  if (field !== 'followUpOpportunity') return { ...values, [field]: !isYes };
  return {
    ...values,
    followUpOpportunity: !isYes,
    followUpReason: isYes ? null : followUpReasons.unbooked,
  };
}

/** The first scorer finds more impressions good, the second misses follow-ups. */
function scoredBy(person: string, truth: ScoreValues, random: Random): ScoreValues {
  const isFirst = person === scorers[0];
  let values = truth;
  const change = (field: YesNoField, probability: number) => {
    if (values[field] !== null && random.chance(probability)) values = opposite(values, field);
  };
  if (truth.goodImpression === false && isFirst) change('goodImpression', 0.4);
  if (truth.followUpOpportunity === true && !isFirst) change('followUpOpportunity', 0.45);
  change('askedForSource', 0.05);
  change('askedForAppointment', 0.04);
  return values;
}

const firstVersion = (call: ShownCall, contactId: string, at: Date, values = call.values): MadeVersion => ({
  accountId: call.accountId,
  callId: call.callId,
  number: 1,
  reason: 'scored',
  values,
  marks: marksOf({ ...call, values }),
  contactId,
  role: 'scorer',
  beganAt: later(at, -(call.seconds + 35) * 1000),
  at,
});

const nextVersion = (call: ShownCall, reason: 'second pass' | 'dispute', at: Date): MadeVersion => ({
  ...firstVersion(call, lead, at),
  number: 2,
  reason,
  role: 'scoring-lead',
  beganAt: null,
});

/** On a day of the week between 14:00 and 21:00 UTC, after the first score. */
function secondTime(firstAt: Date, random: Random): Date {
  const day = later(firstAt, hours(18)).toISOString().slice(0, 10);
  const at = later(new Date(`${day}T14:00:00Z`), random.between(0, hours(7)));
  const weekday = at.getUTCDay();
  return later(at, days(weekday === 6 ? 2 : weekday === 0 ? 1 : 0));
}

/** Newest second passes that wait for the lead, and of those the ones that certainly differ. */
const undecided = { count: 8, differing: 5 } as const;

function passOf(
  call: ShownCall,
  { random, now, first, place }: { random: Random; now: Date; first: number; place: number },
): { pass: MadePass; versions: MadeVersion[] } | null {
  const people = [scorers[first % 2], scorers[(first + 1) % 2]] as [string, string];
  const firstAt = later(call.at, minutes(random.between(20, 220)));
  const secondAt = secondTime(firstAt, random);
  if (later(secondAt, minutes(10)) > now) return null;
  const isUndecided = place < undecided.count;
  let firstScore = isUndecided ? call.values : scoredBy(people[0], call.values, random);
  let second = scoredBy(people[1], call.values, random);
  if (place < undecided.differing) second = { ...second, goodImpression: !call.values.goodImpression };
  const differs = passDifferences(firstScore, second).length > 0;
  if (!differs) firstScore = second = call.values;
  const decidedAt = later(secondAt, hours(random.between(1, 20)));
  const isDecided = differs && !isUndecided && decidedAt < now;
  if (differs && !isDecided) firstScore = call.values;
  const isChanged = isDecided && passDifferences(firstScore, call.values).length > 0;
  const isReturned = differs && !isDecided && place === 1;
  const version = firstVersion(call, people[0], firstAt, firstScore);
  return {
    pass: {
      accountId: call.accountId,
      callId: call.callId,
      firstContactId: people[0],
      outcome: passOutcomeOf(firstScore),
      state: !differs ? 'agreed' : isDecided ? 'decided' : isReturned ? 'returned' : 'differs',
      chosenAt: firstAt,
      secondContactId: people[1],
      secondScore: second,
      secondMarks: marksOf({ ...call, values: second }),
      answers: passAnswers(firstScore, second),
      beganAt: later(secondAt, -(call.seconds + 50) * 1000),
      secondAt,
      note: isReturned ? 'Please listen once more to the first ten seconds.' : null,
      returnedById: isReturned ? lead : null,
      returnedAt: isReturned ? later(secondAt, minutes(8)) : null,
      decidedById: isDecided ? lead : null,
      decidedAt: isDecided ? decidedAt : null,
      version: isChanged ? 2 : null,
    },
    versions: isChanged ? [version, nextVersion(call, 'second pass', decidedAt)] : [version],
  };
}

interface Complaint {
  field: YesNoField;
  shown: boolean;
  reason: string;
  declined: string;
  /** Share of the recording. */
  place: number | null;
}
const complaints: readonly Complaint[] = [
  {
    field: 'askedForAppointment',
    shown: false,
    reason: 'Our colleague asks when the caller can come, right after the price.',
    declined: 'The caller asks for a time first. The question counts only before that.',
    place: 0.6,
  },
  {
    field: 'goodImpression',
    shown: false,
    reason: 'The line was bad, but our colleague stays friendly to the end.',
    declined: 'The caller is interrupted twice and gets no answer about the visit.',
    place: null,
  },
  {
    field: 'askedForSource',
    shown: false,
    reason: 'Our colleague asks how the caller found us, at the very beginning.',
    declined: 'There they ask for the name and the phone number, not for the source.',
    place: 0.2,
  },
  {
    field: 'followUpOpportunity',
    shown: true,
    reason: 'The caller says that they go elsewhere. There is no one to call back.',
    declined: 'The caller wants to think about it and is glad about another call.',
    place: 0.8,
  },
];

/** Three of each, in the order in which they take the newest calls. */
const disputeKinds = ['open', 'accepted', 'declined', 'withdrawn', 'answered'] as const;
type DisputeKind = (typeof disputeKinds)[number];
export const disputesOfKind = 3;

const openers: Readonly<Record<string, string>> = {
  [officeIds.asheville]: 'demo-frontdesk',
  [officeIds.boulder]: 'demo-owner',
  [officeIds.sacramento]: 'demo-owner',
  [officeIds.orthodontics]: 'demo-owner',
  [officeIds.homeServices]: 'demo-other',
};
const text = (isYes: boolean) => (isYes ? 'Yes' : 'No');

/** Days that a decided dispute has taken at most. */
const longestDispute = 4;

function disputeOf(
  call: ShownCall,
  complaint: Complaint,
  kind: DisputeKind,
  { random, now, place }: { random: Random; now: Date; place: number },
): { dispute: MadeDispute; versions: MadeVersion[] } {
  const { field, shown, reason, declined } = complaint;
  const scoredAt = later(call.at, minutes(random.between(20, 220)));
  const openedAt =
    kind === 'open'
      ? later(now, -hours(2 + place * 7 + random.next()))
      : later(scoredAt, hours(random.between(4, 20)));
  const state = kind === 'answered' ? 'declined' : kind;
  const decidedAt = later(openedAt, hours(random.between(3, 30)));
  const isDecided = state === 'accepted' || state === 'declined';
  const isAccepted = state === 'accepted';
  const first = firstVersion(
    call,
    scorers[place % 2] as string,
    scoredAt,
    isAccepted ? opposite(call.values, field) : call.values,
  );
  return {
    dispute: {
      accountId: call.accountId,
      callId: call.callId,
      field,
      shown: text(shown),
      wanted: text(!shown),
      reason,
      atSecond: complaint.place === null ? null : Math.floor(call.seconds * complaint.place),
      state,
      contactId: openers[call.accountId] as string,
      openedAt,
      decidedById: isDecided ? lead : null,
      decidedAs: isDecided ? teamPerson.name : null,
      decidedAt: isDecided ? decidedAt : null,
      decision: isAccepted
        ? 'Thank you for telling us. The score is corrected.'
        : state === 'declined'
          ? declined
          : null,
      version: isAccepted ? 2 : null,
      withdrawnAt: state === 'withdrawn' ? later(openedAt, minutes(random.between(5, 90))) : null,
      answer: kind === 'answered' ? 'Thank you for listening again. We will practice this question.' : null,
      answeredAt: kind === 'answered' ? later(decidedAt, hours(random.between(1, 12))) : null,
    },
    versions: isAccepted ? [first, nextVersion(call, 'dispute', decidedAt)] : [first],
  };
}

const canDispute = (
  { accountId, values, at }: ShownCall,
  { field, shown }: Complaint,
  kind: DisputeKind,
  now: Date,
) =>
  openers[accountId] !== undefined &&
  values[field] === (kind === 'accepted' ? !shown : shown) &&
  !(kind === 'accepted' && field === 'followUpOpportunity') &&
  (kind === 'open' || later(at, days(longestDispute)) < now);

/** @param calls newest first */
export function planScoreWork(calls: readonly ShownCall[], now: Date): ScoreWork {
  const random = new Random('score work');
  const work: ScoreWork = { versions: [], passes: [], disputes: [] };
  const left = [...calls];
  for (let place = 0; place < disputesOfKind; place += 1)
    for (const [shift, kind] of disputeKinds.entries()) {
      const ordered = complaints.map(
        (_, at) => complaints[(at + place + shift) % complaints.length] as Complaint,
      );
      for (const complaint of ordered) {
        const at = left.findIndex((call) => canDispute(call, complaint, kind, now));
        const [call] = at < 0 ? [] : left.splice(at, 1);
        if (!call) continue;
        const { dispute, versions } = disputeOf(call, complaint, kind, { random, now, place });
        work.disputes.push(dispute);
        work.versions.push(...versions);
        break;
      }
    }
  for (const [first, call] of left.filter(({ values }) => values.goodImpression !== null).entries()) {
    const made = passOf(call, { random, now, first, place: work.passes.length });
    if (!made) continue;
    work.passes.push(made.pass);
    work.versions.push(...made.versions);
  }
  return work;
}
