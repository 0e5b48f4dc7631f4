import { readDuration } from '@mailcall/contract/time/duration.ts';
import { isWithheldNumber, numberOfAddress } from '@mailcall/contract/rules/phone.ts';
import { answerers, type answererTexts } from '@mailcall/contract/rules/score-texts.ts';
import { beginningOf } from '../../../platform/storable-texts.ts';
import { days, minutes } from '@mailcall/contract/time/durations.ts';

export interface ReportedCall {
  to: string;
  /** Empty if withheld. */
  from: string;
  /** From the caller's telephone company; empty if unknown. */
  callerName: string;
  /** Seconds from the answer to the end. */
  duration: number;
  endedAt: string;
  answeredBy: (typeof answererTexts)[number] | null;
}

const unanswered: ReadonlySet<string> = new Set(['busy', 'no-answer', 'failed', 'canceled']);
const maxDuration = 86_400;
/** Milliseconds that a report may be late, and that clocks may differ. */
const maxAge = days(1);
const maxAhead = minutes(10);

export const isFinalStatus = (status: string | null): boolean =>
  status !== null && (status === 'completed' || unanswered.has(status));

/** Too far from now, as in a stored request. A report without a time is accepted. */
export function isOutdated(parameters: URLSearchParams, now: Date): boolean {
  const time = Date.parse(parameters.get('Timestamp') ?? '');
  return now.getTime() - time > maxAge || time - now.getTime() > maxAhead;
}

/** No answer, by the status of the call or its leg to the office; otherwise the result of the answering machine detection. */
function answeredBy(parameters: URLSearchParams): ReportedCall['answeredBy'] {
  const statuses = [parameters.get('CallStatus') ?? '', parameters.get('DialCallStatus') ?? ''];
  if (statuses.some((status) => unanswered.has(status))) return answerers.noAnswer;
  const detected = parameters.get('AnsweredBy') ?? '';
  if (detected === 'human') return answerers.staff;
  return detected.startsWith('machine') ? answerers.voicemail : null;
}

/** The later report fills the earlier one's gaps, such as who answered the leg to the office. */
export function mergeReports(earlier: ReportedCall, later: ReportedCall): ReportedCall {
  return {
    to: earlier.to || later.to,
    from: earlier.from || later.from,
    callerName: earlier.callerName || later.callerName,
    duration: earlier.duration || later.duration,
    endedAt: earlier.endedAt,
    answeredBy: earlier.answeredBy ?? later.answeredBy,
  };
}

/** Programs and devices without a number are no end of a call to a tracking line. */
const withoutNumber = /^\s*(?:client|conference|queue|app|whatsapp|messenger|sim):/i;
/** A person or a device whose address names no number. */
const isNamed = (address: string) =>
  /^\s*(?:sips?|tel):/i.test(address) && numberOfAddress(address) === address && !isWithheldNumber(address);

/** Completes "The call …": outbound, or a leg with its own report. Null if inbound; services that name no direction report no others. */
export function leftOutOf(parameters: URLSearchParams): string | null {
  const text = (name: string) => (parameters.get(name) ?? '').trim();
  const parent = text('ParentCallSid');
  if (parent !== '' && parent !== text('CallSid')) return 'is a leg of another call';
  const direction = text('Direction').toLowerCase();
  if (direction.startsWith('outbound')) return 'is an outbound call';
  if (direction.startsWith('trunking')) return 'is a leg of a trunk';
  if (direction !== '' && direction !== 'inbound') return 'is not an inbound call';
  const [to, from] = [text('To') || text('Called'), text('From') || text('Caller')];
  if (withoutNumber.test(to) || withoutNumber.test(from)) return 'is from or to a program';
  return isNamed(to) ? 'was to an address without a number' : null;
}

/** Empty for texts without a number, such as `anonymous` or its digits on a keypad. */
function numberOf(text: string): string {
  const number = numberOfAddress(text);
  return /^\+?[\d\s().-]{3,40}$/.test(number) && !isWithheldNumber(text) ? number : '';
}

export function readReport(parameters: URLSearchParams, now: Date): ReportedCall {
  const text = (...names: string[]) => names.map((name) => parameters.get(name) ?? '').find(Boolean) ?? '';
  const time = Date.parse(text('Timestamp'));
  const duration = readDuration(text('CallDuration')) ?? 0;
  return {
    to: beginningOf(numberOfAddress(beginningOf(text('To', 'Called'), 500)), 100),
    from: numberOf(beginningOf(text('From', 'Caller'), 500)),
    callerName: beginningOf(text('CallerName'), 500),
    duration: Math.min(maxDuration, duration),
    endedAt: (Number.isNaN(time) ? now : new Date(time)).toISOString(),
    answeredBy: answeredBy(parameters),
  };
}
