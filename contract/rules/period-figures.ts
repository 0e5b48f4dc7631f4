import { counted, thousands } from './rates.ts';

/** '61 calls, 48 booked, 9 missed'. @param when such as ' this week', after the calls */
export function figuresText(
  { calls, booked, missed }: { calls: number; booked: number; missed: number },
  when = '',
): string {
  if (calls === 0) return `No calls${when}`;
  const countOf = (count: number) => (count === 0 ? 'none' : thousands(count));
  return `${counted(calls, 'call')}${when}, ${countOf(booked)} booked, ${countOf(missed)} missed`;
}
