import type { IncomingHttpHeaders } from 'node:http';
import { days, hours } from '@mailcall/contract/time/durations.ts';
import { z } from 'zod';
import { notValid } from '../../platform/http/problems.ts';
import { checkTexts } from '../../platform/storable-texts.ts';
import type { Vendor } from './vendor-api.ts';

/** A call as the API of a system answers it. */
export type TheirCall = Readonly<Record<string, unknown>>;

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

/** A page of a list of calls. */
export interface CallPage {
  calls: readonly TheirCall[];
  /** The address of the next page, as the system gives it; null after the last. */
  next: string | null;
}

/** Window of listed calls: those of an account that began between two instants, or a little outside. */
export interface CallWindow {
  account: string;
  since: Date;
  until: Date;
}

/** A system whose events and API say what calls there were, as public clients of it describe it (connectors/). */
export interface CallSystem extends Vendor {
  /**
   * Reads a signed event.
   * @throws {Problem} 400 if the body is not a valid event
   */
  readEvent(body: Buffer, headers: IncomingHttpHeaders): CallEvent;
  /** The id of a call that its API lists. */
  callIdOf(row: TheirCall): string;
  /** The number that was called; empty when it is not known. */
  calledNumber(row: TheirCall): string;
  /** Months that the system keeps calls; null when it names none. */
  keptMonths: number | null;
  /** The path of the first page. */
  firstPage(window: CallWindow): string;
  /** @throws {z.ZodError} when it is no page of calls */
  readPage(body: unknown): CallPage;
  /** The path of one call. */
  callPath(account: string, callId: string): string;
  /** @throws {z.ZodError} when it is no call */
  readCall(body: unknown): TheirCall;
  /** The id in Mailcall, and the address of the recording, of a call that has one. */
  recordingOf(call: TheirCall): { id: string; address: string } | null;
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

const day = days(1);
/** Days are in an account's unknown time zone: a day more on either side covers them all. */
export const dayBefore = (date: Date) => new Date(date.getTime() - day).toISOString().slice(0, 10);
export const dayAfter = (date: Date) => new Date(date.getTime() + day).toISOString().slice(0, 10);

/** A call of a list. */
export const callObject = z.record(z.string(), z.unknown());
/** The path of some parts. */
export const path = (parts: readonly string[]) =>
  parts.map((part) => `/${encodeURIComponent(part)}`).join('');
