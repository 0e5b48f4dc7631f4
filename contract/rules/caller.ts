import { formatPhone } from './phone.ts';

/** Capitalizes each word, as caller IDs are shown. */
export function capitalizeWords(text: string): string {
  return text
    .toLowerCase()
    .replace(/(^|[\s\-'(.])(\p{L})/gu, (_, before: string, letter: string) => before + letter.toUpperCase());
}

/** The caller's name, else the caller ID with capitalized words, else the phone number; '' when none is known. */
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

/** Truncates a text to a number of characters and adds an ellipsis when it was longer. */
export function truncate(text: string, length: number): string {
  const characters = Array.from(text);
  return characters.length <= length ? text : `${characters.slice(0, length).join('')}…`;
}

/** A caller in a drawer's table: at most 12 characters and an ellipsis, or '---' when not known. */
export function truncatedCaller(caller: string): string {
  return caller === '' ? '---' : truncate(caller, 12);
}

/** Who answered: the handler's name if there is one, else the answered-by value, else ''. */
export function answeredByText(call: { handlerName: string | null; callAnsweredBy: string | null }): string {
  if (call.handlerName) return call.handlerName;
  return call.callAnsweredBy ?? '';
}

/** A duration as m:ss, or h:mm:ss from one hour on. */
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
