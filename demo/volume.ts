import { dateText, localAt, weekdayOf } from './local-time.ts';
import type { Office } from './offices.ts';
import { hashOf, type Random } from './random.ts';

export type Presence = 'open' | 'lunch' | 'closed';

const fixedHolidays = new Set(['01-01', '07-04', '12-24', '12-25', '12-31']);

export function isHoliday(day: number): boolean {
  const text = dateText(day);
  const month = text.slice(5, 7);
  const date = Number(text.slice(8));
  const weekday = weekdayOf(day);
  return (
    fixedHolidays.has(text.slice(5)) ||
    (month === '05' && weekday === 1 && date > 24) ||
    (month === '09' && weekday === 1 && date <= 7) ||
    (month === '11' &&
      ((weekday === 4 && date >= 22 && date <= 28) || (weekday === 5 && date >= 23 && date <= 29)))
  );
}

export function presenceAt(office: Office, day: number, hour: number): Presence {
  const hours = office.trade.hours[weekdayOf(day)] ?? null;
  if (hours === null || hour < hours[0] || hour >= hours[1] || isHoliday(day)) return 'closed';
  return hour === 12 ? 'lunch' : 'open';
}

const openHourWeights = [
  0, 0, 0, 0, 0, 0, 0, 0.55, 0.85, 1.25, 1.35, 1.2, 0.8, 0.95, 1.1, 1.05, 0.9, 0.65, 0.5, 0, 0, 0, 0, 0,
];
const closedHourWeights = [
  0.003, 0.002, 0.0015, 0.0015, 0.002, 0.005, 0.015, 0.045, 0.06, 0.07, 0.08, 0.08, 0.075, 0.07, 0.07, 0.07,
  0.075, 0.085, 0.08, 0.06, 0.04, 0.025, 0.015, 0.006,
];
const weekdayFactors = [0.6, 1.3, 1.08, 1.02, 0.98, 0.84, 0.9];

export function hourWeights(office: Office, day: number): number[] {
  return openHourWeights.map((open, hour) =>
    presenceAt(office, day, hour) === 'closed' ? (closedHourWeights[hour] as number) : open,
  );
}

export function dayFactor(office: Office, day: number): number {
  const text = dateText(day);
  const years = (day - 17_532) / 365.25;
  const season = office.trade.season[Number(text.slice(5, 7)) - 1] as number;
  const spring = text >= '2020-03-18' && text <= '2020-05-17' ? office.trade.spring2020 : 1;
  const chance = 0.65 + (hashOf(`${office.id}/${day}`) / 4294967296) * 0.7;
  return season * spring * (weekdayFactors[weekdayOf(day)] as number) * (1 + office.growth * years) * chance;
}

export function elapsedShareOfDay(office: Office, day: number, end: number): number {
  const hours = hourWeights(office, day);
  const elapsedHours = (end - localAt(day, 0)) / 3600;
  const elapsedWeight = hours.reduce(
    (sum, weight, hour) => sum + weight * Math.min(1, Math.max(0, elapsedHours - hour)),
    0,
  );
  return elapsedWeight / hours.reduce((sum, weight) => sum + weight, 0);
}

/** Earliest first, none in the last two minutes of the story. */
export function drawCallTimes(
  office: Office,
  day: number,
  end: number,
  count: number,
  random: Random,
): number[] {
  if (count === 0) return [];
  const latest = end - 120;
  const hours = hourWeights(office, day).map(
    (weight, hour) => weight * Math.min(1, Math.max(0, (latest - localAt(day, hour * 3600)) / 3600)),
  );
  const total = hours.reduce((sum, weight) => sum + weight, 0);
  const times: number[] = [];
  for (let call = 0; call < count; call += 1) {
    let roll = random.next() * total;
    let hour = 0;
    while (hour < 23 && roll >= (hours[hour] as number)) {
      roll -= hours[hour] as number;
      hour += 1;
    }
    times.push(Math.min(latest, localAt(day, hour * 3600 + random.integer(0, 3599))));
  }
  return times.sort((first, second) => first - second);
}
