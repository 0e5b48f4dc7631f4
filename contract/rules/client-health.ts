import { days } from '../time/durations.ts';
import { counted, missedRate, percent, thousands } from './rates.ts';
import { isMostlyUnscored, minComparedCalls } from './sample-size.ts';

/** Days of the figures, and of the earlier period with which the missed rate is compared. */
export const healthDays = { recent: 30, before: 90 } as const;

/** Days in which people of a new office may sign in for the first time. */
const firstDays = 7;

/** Days since delivery of mailings that should have brought a call. */
export const silentMailingDays = { from: 10, to: 56 } as const;

export interface HealthCalls {
  calls: number;
  unscored: number;
  missed: number;
  opportunities: number;
}

export interface ClientFigures {
  /** Milliseconds; null if none is known. */
  lastSignIn: number | null;
  /** Milliseconds at which the office was counted first; null if long ago. */
  firstCounted: number | null;
  overdueCallbacks: number;
  recent: HealthCalls;
  before: HealthCalls;
  silentMailings: number;
  openDisputes: number;
}

/** For the same points in this order. */
export const clientReasonKinds = [
  'silent mailings',
  'overdue callbacks',
  'missed more',
  'open disputes',
  'no sign-in',
  'few scored',
] as const;
export type ClientReasonKind = (typeof clientReasonKinds)[number];

export interface ClientReason {
  kind: ClientReasonKind;
  points: number;
  /** To say on the phone. */
  sentence: string;
}

const rising = (count: number, first: number, each: number, most: number) =>
  Math.min(most, first + each * (count - 1));

/** Null if too few calls are scored to name a rate. */
export function comparableMissedRate({ missed, opportunities, ...calls }: HealthCalls): number | null {
  if (missed + opportunities < minComparedCalls || isMostlyUnscored(calls)) return null;
  return missedRate(missed, opportunities);
}

const scoredShare = ({ calls, unscored }: HealthCalls) => percent(calls - unscored, calls);

const minMissedRise = 10;

function reasonsOf(
  figures: ClientFigures,
  { now, signInsKnown }: { now: number; signInsKnown: boolean },
): ClientReason[] {
  const { lastSignIn, firstCounted, overdueCallbacks, recent, before, silentMailings, openDisputes } =
    figures;
  const reasons: ClientReason[] = [];
  const isNew = firstCounted !== null && now - firstCounted < days(firstDays);
  if (isNew && recent.calls + before.calls === 0) return reasons;
  if (silentMailings > 0)
    reasons.push({
      kind: 'silent mailings',
      points: rising(silentMailings, 30, 10, 60),
      sentence:
        silentMailings === 1
          ? 'One of your mailings was delivered ten days ago or earlier, and nobody has called. Let us call its number together.'
          : `${thousands(silentMailings)} of your mailings were delivered ten days ago or earlier, and nobody has called. Let us call their numbers together.`,
    });
  if (overdueCallbacks > 0)
    reasons.push({
      kind: 'overdue callbacks',
      points: rising(overdueCallbacks, 20, 2, 50),
      sentence: `${counted(overdueCallbacks, 'caller')} ${overdueCallbacks === 1 ? 'waits' : 'wait'} too long for your call back. Who can call today?`,
    });
  const [rate, rateBefore] = [comparableMissedRate(recent), comparableMissedRate(before)];
  if (rate !== null && rateBefore !== null && rate - rateBefore >= minMissedRise)
    reasons.push({
      kind: 'missed more',
      points: Math.min(40, rate - rateBefore),
      sentence: `Your missed rate rose from ${rateBefore}% to ${rate}% in the last ${healthDays.recent} days. What has changed at the phone?`,
    });
  if (openDisputes > 0)
    reasons.push({
      kind: 'open disputes',
      points: rising(openDisputes, 15, 5, 30),
      sentence: `You said that ${openDisputes === 1 ? 'a score is' : `${thousands(openDisputes)} scores are`} wrong. We owe you an answer.`,
    });
  const quiet = lastSignIn === null ? null : Math.floor((now - lastSignIn) / days(1));
  if (signInsKnown && !isNew && (quiet === null || quiet >= healthDays.recent))
    reasons.push({
      kind: 'no sign-in',
      points: 12,
      sentence:
        quiet === null
          ? 'Nobody of your office signs in. May I show you around?'
          : `Nobody of your office has signed in for ${thousands(quiet)} days. May I show you what is new?`,
    });
  if (recent.calls >= minComparedCalls && isMostlyUnscored(recent))
    reasons.push({
      kind: 'few scored',
      points: 10,
      sentence: `So far we have scored ${scoredShare(recent)}% of your calls of the last ${healthDays.recent} days. We are catching up.`,
    });
  return reasons;
}

/** Weightiest reason first; the office with the most points is called first. Without known sign-ins there is no question why they stay away. */
export function clientNeeds(
  figures: ClientFigures,
  context: { now: number; signInsKnown: boolean },
): { points: number; reasons: ClientReason[] } {
  const reasons = reasonsOf(figures, context).sort(
    (one, other) =>
      other.points - one.points ||
      clientReasonKinds.indexOf(one.kind) - clientReasonKinds.indexOf(other.kind),
  );
  return { points: reasons.reduce((sum, { points }) => sum + points, 0), reasons };
}
