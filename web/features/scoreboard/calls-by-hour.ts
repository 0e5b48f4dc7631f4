import { thousands } from '@mailcall/contract/rules/rates.ts';
import { isMostlyUnscored, type ScoredCalls, unscoredText } from '@mailcall/contract/rules/sample-size.ts';
import { namesOfEquals, withMost } from '@mailcall/contract/rules/ties.ts';
import { longZoneName } from '@mailcall/contract/time/time-zone.ts';
import { hourText } from '@mailcall/contract/time/week-hours.ts';
import type { RouteReply } from '@mailcall/contract/wire/route.ts';
import type { callsPerDay } from '@mailcall/contract/scoreboard.ts';

export type CallsByHour = RouteReply<typeof callsPerDay>;
type CallsOfHour = CallsByHour['callsPerHour'][number];

/** Whether no hour has a call that the chart shows, or would show once it is scored. */
export function hasNoCalls({ callsPerHour }: CallsByHour): boolean {
  return callsPerHour.every(({ opportunity, missed, unscored }) => opportunity + missed + unscored === 0);
}

export function zoneText(timeZones: readonly string[]): string {
  if (timeZones.length > 1) return 'each office’s local time';
  const zone = timeZones[0];
  if (zone === undefined) return '';
  const name = longZoneName(new Date(), zone);
  return name === zone ? zone : `${name} (${zone})`;
}

interface MissedCalls extends ScoredCalls {
  missed: number;
}

/** Missed calls of the items with the most: '8 of 18', '8 each' of several. Without the total if more than half are not scored yet. */
export function mostMissedText<Item extends MissedCalls>(
  most: readonly Item[],
  of: (item: Item) => number,
): string {
  const [first] = most;
  if (!first) return '';
  const missed = thousands(first.missed);
  if (most.length > 1) return `${missed} each`;
  return isMostlyUnscored(first) ? missed : `${missed} of ${thousands(of(first))}`;
}

export const mostCallsText = (count: number, items: number): string =>
  `${thousands(count)} ${count === 1 ? 'call' : 'calls'}${items > 1 ? ' each' : ''}`;

const chartCalls = ({ opportunity, missed }: CallsOfHour) => opportunity + missed;
const hoursText = (hours: readonly CallsOfHour[]) => namesOfEquals(hours.map(({ hour }) => hourText(hour)));

export function peakText({ callsPerHour }: CallsByHour): string | null {
  const total = sumOfCalls(callsPerHour);
  if (isMostlyUnscored(total)) return unscoredText(total);
  const busiest = withMost(callsPerHour, chartCalls);
  const [first] = busiest;
  if (!first) return null;
  const missed = withMost(callsPerHour, (hour) => hour.missed);
  const peak = `Busiest at ${hoursText(busiest)} (${mostCallsText(chartCalls(first), busiest.length)})`;
  return missed.length > 0
    ? `${peak}, most missed at ${hoursText(missed)} (${mostMissedText(missed, chartCalls)})`
    : `${peak}, none missed`;
}

export const sumOfCalls = (items: readonly ScoredCalls[]): ScoredCalls => ({
  calls: items.reduce((sum, { calls }) => sum + calls, 0),
  unscored: items.reduce((sum, { unscored }) => sum + unscored, 0),
});
