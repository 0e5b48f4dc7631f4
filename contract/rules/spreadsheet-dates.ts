import { instantInZone } from '../time/office-time.ts';
import { codeText } from './cell-text.ts';
import { readWrittenDay, type WrittenDay } from './patient-values.ts';

const longestCell = 60;

/** A day in any form, such as 3/31/2026. Null for other texts, and for a number below 10,000. */
export function readSpreadsheetDay(cell: string, thisYear: number): WrittenDay | null {
  if (cell.length > longestCell) return null;
  const text = codeText(cell).replace(/\s+/g, ' ');
  return /^\d{1,4}$/.test(text) ? null : readWrittenDay(text, thisYear);
}

interface WrittenTime {
  /** ISO 8601, in UTC. */
  time: string;
  form: string;
  /** By the clock of the office. */
  isLocal: boolean;
}

const timePattern =
  /,?[ T](\d{1,2}):(\d{2})(?::(\d{2})(?:\.\d{1,9})?)?(?: ?([ap])\.?m\.?)?(?: ?(Z|UTC|[+-]\d{2}:?\d{2}))?$/i;
const withFraction = /^\d{5}\.(\d{1,12})$/;
const secondsOfDay = 86_400;

/** Minutes east of UTC; null for the clock of the office. */
function offsetOf(text: string | undefined): number | null {
  if (text === undefined) return null;
  if (!/^[+-]/.test(text)) return 0;
  const minutes = Number(text.slice(1, 3)) * 60 + Number(text.slice(-2));
  return text.startsWith('-') ? -minutes : minutes;
}

function secondsOf(match: RegExpExecArray): number | null {
  const [, hourText, minute, second = '0', half] = match;
  const hour = Number(hourText);
  const isOnClock = Number(minute) < 60 && Number(second) < 60;
  if (!isOnClock || (half ? hour < 1 || hour > 12 : hour > 23)) return null;
  const hours = half ? (hour % 12) + (half.toLowerCase() === 'p' ? 12 : 0) : hour;
  return (hours * 60 + Number(minute)) * 60 + Number(second);
}

const timeForm = (match: RegExpExecArray) =>
  `${match[4] ? '2:05 PM' : '14:05'}${match[5] === undefined ? '' : ' -05:00'}`;

/** A day with a time; null for other texts. Without an offset it needs the `timeZone` of its clock. */
export function readSpreadsheetTime(
  cell: string,
  thisYear: number,
  timeZone: string | null,
): WrittenTime | null {
  if (cell.length > longestCell) return null;
  const text = codeText(cell).replace(/\s+/g, ' ');
  const serial = withFraction.exec(text);
  const match = serial ? null : timePattern.exec(text);
  if (!serial && !match) return null;
  const written = readSpreadsheetDay(match ? text.slice(0, match.index) : text, thisYear);
  const seconds = serial ? Math.round(Number(`0.${serial[1]}`) * secondsOfDay) : match && secondsOf(match);
  if (!written || seconds === null) return null;
  const form = match ? `${written.form} ${timeForm(match)}` : '46112.587';
  const offset = match ? offsetOf(match[5]) : null;
  if (offset === null && timeZone === null) return null;
  const instant =
    offset === null
      ? instantInZone(written.day, Math.floor(seconds / 60), timeZone as string).getTime() +
        (seconds % 60) * 1000
      : Date.parse(`${written.day}T00:00:00.000Z`) + seconds * 1000 - offset * 60_000;
  return { time: new Date(instant).toISOString(), form, isLocal: offset === null };
}
