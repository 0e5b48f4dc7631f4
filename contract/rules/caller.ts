import { formatPhone } from './phone.ts';
import { firstCharacters } from './shown-text.ts';

export function capitalizeWords(text: string): string {
  return text
    .toLowerCase()
    .replace(/(^|[\s\-'(.])(\p{L})/gu, (_, before: string, letter: string) => before + letter.toUpperCase());
}

/** Name, or caller ID with capitalized words, or phone number; '' without any. */
export function callerText(call: {
  callerName: string | null;
  callerIdName: string | null;
  callerPhoneNumber: string | null;
}): string {
  return (
    call.callerName?.trim() ||
    (call.callerIdName?.trim() ? capitalizeWords(call.callerIdName.trim()) : '') ||
    (call.callerPhoneNumber?.trim() ? formatPhone(call.callerPhoneNumber.trim()) : '')
  );
}

export function truncate(text: string, length: number): string {
  const first = firstCharacters(text, length);
  return first.length === text.length ? text : `${first}…`;
}

const isNumber = (caller: string): boolean =>
  caller.length <= maxNumberLength && /^[\s\d+().\-/#*x]*$/i.test(caller) && /\d/.test(caller);
const maxNumberLength = 50;

/** Name of at most 12 characters and an ellipsis, complete number, or '---'. */
export function truncatedCaller(caller: string): string {
  if (caller === '') return '---';
  return isNumber(caller) ? caller : truncate(caller, 12);
}

export function answeredByText(call: { handlerName: string | null; callAnsweredBy: string | null }): string {
  if (call.handlerName) return call.handlerName;
  return call.callAnsweredBy ?? '';
}

/** m:ss, or h:mm:ss from one hour. */
export function durationText(seconds: number): string {
  const totalSeconds = Math.max(0, Math.floor(seconds));
  const [hours, minutes, rest] = [
    Math.floor(totalSeconds / 3600),
    Math.floor((totalSeconds % 3600) / 60),
    totalSeconds % 60,
  ];
  const two = (value: number) => String(value).padStart(2, '0');
  return hours > 0 ? `${hours}:${two(minutes)}:${two(rest)}` : `${minutes}:${two(rest)}`;
}
