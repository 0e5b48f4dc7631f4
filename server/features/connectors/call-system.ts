import type { IncomingHttpHeaders } from 'node:http';
import { days, hours } from '@mailcall/contract/time/durations.ts';
import { z } from 'zod';
import { notValid } from '../../platform/http/problems.ts';
import { checkTexts } from '../../platform/storable-texts.ts';
import type { Vendor } from './vendor-api.ts';

export type TheirCall = Readonly<Record<string, unknown>>;

export interface CallEvent {
  /** The system's id of the call, or of another item for events that are not calls. */
  callId: string;
  /** Such as `is an outbound call`; null for an inbound call. */
  leftOut: string | null;
  /** Under the names of the API. */
  row: TheirCall;
  /** The body has the API's names and can stand for its answer; a form has not. */
  isWhole: boolean;
}

export interface CallPage {
  calls: readonly TheirCall[];
  next: string | null;
}

/** Calls of an account that began between two instants, or a little outside. */
export interface CallWindow {
  account: string;
  since: Date;
  until: Date;
}

/** A company of CallRail, an account of CallTrackingMetrics. */
export interface ListedCompany {
  id: string;
  name: string;
  isActive: boolean;
}

interface CompanyPage<Item> {
  items: readonly Item[];
  next: string | null;
}

/** Lists that an agency's key can read. `readCompanies` and `readNumbers` throw a z.ZodError for a body that is no page of them. */
export interface Agencies {
  /** Word for a company, such as `company`. */
  noun: string;
  /** True if one list has the calls of all companies. If each company has its own list, the company's id is the account's. */
  oneList: boolean;
  companies(account: string | null): string;
  readCompanies(body: unknown, address: URL): CompanyPage<ListedCompany>;
  /** First pages of the lists that have the tracking numbers of these companies. */
  numbers(account: string | null, companyIds: readonly string[]): readonly string[];
  readNumbers(body: unknown, address: URL): CompanyPage<{ companyId: string; number: string }>;
}

/** A telephone service, as its public API clients describe it (connectors/). */
export interface CallSystem extends Vendor {
  /** @throws {Problem} 400 if the body is not a valid event */
  readEvent(body: Buffer, headers: IncomingHttpHeaders): CallEvent;
  callIdOf(row: TheirCall): string;
  calledNumber(row: TheirCall): string;
  /** Id of the company whose call it is. */
  companyOf(row: TheirCall): string;
  agencies: Agencies;
  /** Months that the system keeps calls; null if it names none. */
  keptMonths: number | null;
  firstPage(window: CallWindow): string;
  /** @throws {z.ZodError} if it is no page of calls */
  readPage(body: unknown): CallPage;
  callPath(account: string, callId: string): string;
  /** @throws {z.ZodError} if it is no call */
  readCall(body: unknown): TheirCall;
  /** Fields of a call that can have its transcript. The first has the times, too. */
  transcriptFields: readonly string[];
  recordingOf(call: TheirCall): { id: string; address: string } | null;
}

export function textOf(value: unknown): string {
  if (typeof value === 'string') return value.trim();
  return typeof value === 'number' && Number.isFinite(value) ? String(value) : '';
}

const modificationFields = ['updated_at', 'modified_at'];
/** Milliseconds for which bodies are kept. An older change cannot be compared with later ones. */
const keptTime = days(30);
/** Milliseconds that the system's clock may be ahead of ours. */
const maxAhead = hours(1);

/** Modification time in a JSON body (ISO 8601); null if absent, in the future or too old to compare. */
export function modifiedAtOf(row: TheirCall, now: Date): Date | null {
  for (const name of modificationFields) {
    const text = Object.hasOwn(row, name) ? textOf(row[name]) : '';
    const time = /^\d{4}-\d{2}-\d{2}T.*(?:Z|[+-]\d{2}:?\d{2})$/.test(text) ? Date.parse(text) : Number.NaN;
    const age = now.getTime() - time;
    if (age < keptTime && age > -maxAhead) return new Date(time);
  }
  return null;
}

/** Bodies of calls have a list of objects at most. */
const maxDepth = 32;

function isTooDeep(value: unknown): boolean {
  let level: unknown[] = [value];
  for (let depth = 0; level.length > 0; depth += 1) {
    if (depth > maxDepth) return true;
    level = level.flatMap((one) => (typeof one === 'object' && one !== null ? Object.values(one) : []));
  }
  return false;
}

const notReadable = (message: string) => notValid({ request: message });

/** @throws {Problem} 400 if it is not UTF-8 */
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

export const isForm = (headers: IncomingHttpHeaders): boolean =>
  (headers['content-type'] ?? '').toLowerCase().startsWith('application/x-www-form-urlencoded');

/** Reads JSON or a form. @throws {Problem} 400 for another body, one nested too deeply, or a text that cannot be stored */
export function readObject(body: Buffer, headers: IncomingHttpHeaders): TheirCall {
  const text = decoded(body);
  const value = isForm(headers) ? Object.fromEntries(new URLSearchParams(text)) : parsed(text);
  if (typeof value !== 'object' || value === null || Array.isArray(value) || isTooDeep(value))
    throw notReadable('Send one JSON object.');
  checkTexts(value);
  return value as TheirCall;
}

/** @throws {Problem} 400 for an invalid id; `field` names its place */
export function readCallId(value: unknown, field: string): string {
  const id = typeof value === 'number' && !Number.isSafeInteger(value) ? '' : textOf(value);
  if (!/^[A-Za-z0-9_-]{1,100}$/.test(id)) throw notValid({ [field]: 'Send the id of the call.' });
  return id;
}

const day = days(1);
/** Days are in an account's unknown time zone: a day more on either side covers them all. */
export const dayBefore = (date: Date) => new Date(date.getTime() - day).toISOString().slice(0, 10);
export const dayAfter = (date: Date) => new Date(date.getTime() + day).toISOString().slice(0, 10);

/** For lists that count their pages: the address of the next one. */
export function nextPage(
  address: URL,
  { page, total_pages: pages }: { page: number; total_pages: number },
): string | null {
  if (page >= pages) return null;
  const next = new URL(address);
  next.searchParams.set('page', String(page + 1));
  return `${next.pathname}${next.search}`;
}

export const callObject = z.record(z.string(), z.unknown());
export const path = (parts: readonly string[]) =>
  parts.map((part) => `/${encodeURIComponent(part)}`).join('');
