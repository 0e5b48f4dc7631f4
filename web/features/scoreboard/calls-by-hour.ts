import { thousands } from '@mailcall/contract/rules/rates.ts';
import { hourText } from '@mailcall/contract/rules/week-hours.ts';
import type { RouteReply } from '@mailcall/contract/wire/route.ts';
import type { callsPerDay } from '@mailcall/contract/scoreboard.ts';

export type CallsByHour = RouteReply<typeof callsPerDay>;
type CallsOfHour = CallsByHour['callsPerHour'][number];

export function hasNoCalls({ callsPerHour }: CallsByHour): boolean {
  return callsPerHour.every(({ opportunity, missed }) => opportunity + missed === 0);
}

/** Time zone of the hours, or 'each office’s local time' for several. */
export function zoneText(timeZones: readonly string[]): string {
  if (timeZones.length > 1) return 'each office’s local time';
  const zone = timeZones[0];
  if (zone === undefined) return '';
  const name = new Intl.DateTimeFormat('en-US', { timeZone: zone, timeZoneName: 'longGeneric' })
    .formatToParts(new Date())
    .find(({ type }) => type === 'timeZoneName')?.value;
  return name === undefined || name === zone ? zone : `${name} (${zone})`;
}

const hourWithMost = (hours: readonly CallsOfHour[], count: (hour: CallsOfHour) => number) =>
  hours.reduce<CallsOfHour | null>(
    (best, hour) => (count(hour) > (best ? count(best) : 0) ? hour : best),
    null,
  );

/** Summary: the busiest hour and the one with most missed calls; null without calls. */
export function peakText({ callsPerHour }: CallsByHour): string | null {
  const busiest = hourWithMost(callsPerHour, ({ opportunity, missed }) => opportunity + missed);
  if (!busiest) return null;
  const missed = hourWithMost(callsPerHour, (hour) => hour.missed);
  const count = thousands(busiest.opportunity + busiest.missed);
  const peak = `Busiest at ${hourText(busiest.hour)} (${count} ${count === '1' ? 'call' : 'calls'})`;
  return missed
    ? `${peak}, most missed at ${hourText(missed.hour)} (${thousands(missed.missed)} of ${thousands(missed.missed + missed.opportunity)})`
    : `${peak}, none missed`;
}
