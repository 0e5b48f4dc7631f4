import { formatPhone } from './phone.ts';

/** Each word capitalised, as caller IDs are shown. */
export function capitaliseWords(text: string): string {
  return text
    .toLowerCase()
    .replace(/(^|[\s\-'(.])(\p{L})/gu, (_, before: string, letter: string) => before + letter.toUpperCase());
}

/** Who called: the caller's name, else the caller ID with capitalised words, else the phone number; '' when none is known. */
export function callerShown(call: {
  callerName: string | null;
  callerIdName: string | null;
  callerPhoneNumber: string | null;
}): string {
  return (
    call.callerName?.trim() ||
    (call.callerIdName?.trim() ? capitaliseWords(call.callerIdName.trim()) : '') ||
    (call.callerPhoneNumber?.trim() ? formatPhone(call.callerPhoneNumber.trim()) : '')
  );
}

/** Cuts a text to a length and adds an ellipsis when something was cut. */
export function cut(text: string, length: number): string {
  const characters = Array.from(text);
  return characters.length <= length ? text : `${characters.slice(0, length).join('')}…`;
}

/** A caller in a drawer's table: 12 characters and an ellipsis, or '---'. */
export function callerCut(caller: string): string {
  return caller === '' ? '---' : cut(caller, 12);
}

/** Who answered: the handler's name if there is one or staff answered, else the answered-by value. */
export function answeredByShown(call: { handlerName: string | null; callAnsweredBy: string | null }): string {
  if (call.handlerName) return call.handlerName;
  return call.callAnsweredBy ?? '';
}

/** A length of time as m:ss, or h:mm:ss from an hour on. */
export function clockTime(seconds: number): string {
  const totalSeconds = Math.max(0, Math.floor(seconds));
  const [hours, minutes, rest] = [
    Math.floor(totalSeconds / 3600),
    Math.floor((totalSeconds % 3600) / 60),
    totalSeconds % 60,
  ];
  const two = (value: number) => String(value).padStart(2, '0');
  return hours > 0 ? `${hours}:${two(minutes)}:${two(rest)}` : `${minutes}:${two(rest)}`;
}
