import type { IncomingHttpHeaders } from 'node:http';
import { notValid } from '../../platform/http/problems.ts';
import { checkTexts } from '../../platform/storable-texts.ts';
import { days, hours } from '@mailcall/contract/time/durations.ts';

/** A row about a call, as the API of a system lists it. */
export type TheirCall = Record<string, unknown>;

/** A posted event. */
export interface CallEvent {
  /** The system's id of the call; of another item for events that are not calls. */
  callId: string;
  /** Why it does not count, such as `is an outbound call`; null for an inbound call. */
  leftOut: string | null;
  /** The call under the names that the API has. */
  row: TheirCall;
  /** Whether the body has the names of the API and can stand for its answer; a form has not. */
  isWhole: boolean;
}

/** How a system says which call is which. */
export interface CallKind {
  /**
   * Reads a signed event.
   * @throws {Problem} 400 if the body is not a valid event
   */
  readEvent(body: Buffer, headers: IncomingHttpHeaders): CallEvent;
  /** The id of a call that its API lists. */
  callIdOf(row: TheirCall): string;
  /** The number that was called; empty when it is not known. */
  calledNumber(row: TheirCall): string;
}

/** A text or a number of a row as text; empty for anything else. */
export function textOf(value: unknown): string {
  if (typeof value === 'string') return value.trim();
  return typeof value === 'number' && Number.isFinite(value) ? String(value) : '';
}

/** Names under which bodies say when the call changed last. */
const modificationFields = ['updated_at', 'modified_at'];
/** Milliseconds for which bodies are kept: what is older cannot be compared with those that came since. */
const keptTime = days(30);
/** Milliseconds that the clock of a system may be ahead. */
const maxAhead = hours(1);

/** When a call changed last, as a JSON body says (ISO 8601); null when it does not, or that is long ago or still to come. */
export function modifiedAtOf(row: TheirCall, now: Date): Date | null {
  for (const name of modificationFields) {
    const text = Object.hasOwn(row, name) ? textOf(row[name]) : '';
    const time = /^\d{4}-\d{2}-\d{2}T.*(?:Z|[+-]\d{2}:?\d{2})$/.test(text) ? Date.parse(text) : Number.NaN;
    const age = now.getTime() - time;
    if (age < keptTime && age > -maxAhead) return new Date(time);
  }
  return null;
}

/** Maximum depth of a body: bodies of calls have a list of objects at most. */
const maxDepth = 32;

/** Whether a value is nested too deeply; it does not call itself. */
function isTooDeep(value: unknown): boolean {
  let level: unknown[] = [value];
  for (let depth = 0; level.length > 0; depth += 1) {
    if (depth > maxDepth) return true;
    level = level.flatMap((one) => (typeof one === 'object' && one !== null ? Object.values(one) : []));
  }
  return false;
}

const notReadable = (message: string) => notValid({ request: message });

/** The text of a body. @throws {Problem} 400 when it is not UTF-8 */
function decoded(body: Buffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(body);
  } catch {
    throw notReadable('Send UTF-8.');
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw notReadable('Send one JSON object.');
  }
}

/** Whether a body is a form. */
export const isForm = (headers: IncomingHttpHeaders): boolean =>
  (headers['content-type'] ?? '').toLowerCase().startsWith('application/x-www-form-urlencoded');

/**
 * The object in a body, from JSON or a form.
 * @throws {Problem} 400 for another body, one nested too deeply, or a text that cannot be stored
 */
export function readObject(body: Buffer, headers: IncomingHttpHeaders): TheirCall {
  const text = decoded(body);
  const value = isForm(headers) ? Object.fromEntries(new URLSearchParams(text)) : parsed(text);
  if (typeof value !== 'object' || value === null || Array.isArray(value) || isTooDeep(value))
    throw notReadable('Send one JSON object.');
  checkTexts(value);
  return value as TheirCall;
}

/**
 * An id of a call.
 * @throws {Problem} 400 for an invalid one; `field` names its place
 */
export function readCallId(value: unknown, field: string): string {
  const id = typeof value === 'number' && !Number.isSafeInteger(value) ? '' : textOf(value);
  if (!/^[A-Za-z0-9_-]{1,100}$/.test(id)) throw notValid({ [field]: 'Send the id of the call.' });
  return id;
}
