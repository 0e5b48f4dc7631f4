import type { AppointmentInput } from '@mailcall/contract/rules/appointment.ts';
import { timeOfDayText } from '@mailcall/contract/time/office-time.ts';
import { monthAndDay } from '../../ui/dates.ts';
import { toast } from '../../ui/toast.tsx';
import { withinLength } from '@mailcall/contract/rules/shown-text.ts';
import {
  callbackResults,
  maxCallbackSummaryLength,
  opportunityResults,
  type Resolution,
  resolveCall,
} from '@mailcall/contract/resolve.ts';
import type { Call } from '@mailcall/contract/calls.ts';
import * as z from 'zod/mini';
import { call as request, CallFailed, explanationOf, newRequestId } from '../../platform/api.ts';
import { createInputStore } from '../../platform/input-store.ts';
import { queryClient } from '../../platform/query-client.ts';
import { callQuery } from './api.ts';
import { appointmentInputSchema, isUntouched, newAppointmentOf } from './appointment-input.ts';
import { showFreshCall } from './fresh-call.ts';
import { rememberHandler } from './suggested-handler.ts';

/** Missed or needing a follow-up, and unresolved. */
export const waitsForCallback = (
  call: Pick<Call, 'outcome' | 'resolveDate' | 'followUpOpportunity'>,
): boolean => call.resolveDate === null && (call.followUpOpportunity || call.outcome.includes('missed call'));

export interface ResolutionTarget {
  id: string;
  accountId: string;
  /** Null if not known. */
  callerName: string | null;
  timeZone: string;
  waits: boolean;
  /** Resolves it on the server and shows the changes. Rejects with {@link CallFailed}. */
  send: (resolution: Resolution) => Promise<void>;
  reload: () => void;
}

export const callToResolve = (call: Call): ResolutionTarget => ({
  id: call.id,
  accountId: call.accountId,
  callerName: call.callerName,
  timeZone: call.timeZone,
  waits: waitsForCallback(call),
  async send(resolution) {
    const reply = await request(resolveCall, { params: { id: call.id }, body: resolution });
    showFreshCall(queryClient, reply.call);
  },
  reload: () => void queryClient.invalidateQueries({ queryKey: callQuery(call.id).queryKey }),
});

/** An appointment made on resolve. `key` identifies it until it has an id. */
const temporaryAppointmentSchema = z.extend(appointmentInputSchema, { key: z.string() });
export type TemporaryAppointment = z.infer<typeof temporaryAppointmentSchema>;

const notChosen = z.literal('');

/** Typed result; '' for an unselected field. */
const resolutionInputSchema = z.object({
  handler: z.string(),
  result: z.union([z.enum(callbackResults), notChosen]),
  opportunity: z.union([z.enum(opportunityResults), notChosen]),
  summary: z.string(),
  appointments: z.readonly(z.array(temporaryAppointmentSchema)),
  /** Appointment form; null while closed. `key`: the appointment being edited, null for a new one. */
  form: z.nullable(z.object({ values: appointmentInputSchema, key: z.nullable(z.string()) })),
  /** Id of the current or failed request; repeating it resolves only once. */
  requestId: z.nullable(z.string()),
  saving: z.boolean(),
  failure: z.nullable(z.string()),
});
export type ResolutionInput = z.infer<typeof resolutionInputSchema>;
export type RequiredField = 'handler' | 'result' | 'opportunity' | 'summary';
export const requiredFields: readonly RequiredField[] = ['handler', 'result', 'opportunity', 'summary'];

const emptyResolution: ResolutionInput = {
  handler: '',
  result: '',
  opportunity: '',
  summary: '',
  appointments: [],
  form: null,
  requestId: null,
  saving: false,
  failure: null,
};

/** After a reload no request is running; its id stays, so that a repetition resolves only once. */
const savedResolution = z.pipe(
  resolutionInputSchema,
  z.transform((input: ResolutionInput): ResolutionInput => ({ ...input, saving: false, failure: null })),
);

export const resolutionInputs = createInputStore(emptyResolution, {
  name: 'resolution',
  schema: savedResolution,
});

/** Changes a target's draft; the next request is a new one. */
export const changeResolution = (id: string, patch: Partial<ResolutionInput>) =>
  resolutionInputs.change(id, (before) => ({ ...before, ...patch, requestId: null }));

export type PrefilledResolution = Partial<Pick<ResolutionInput, RequiredField | 'form'>>;

export function prefillResolution(id: string, prefilled: PrefilledResolution): void {
  if (resolutionInputs.read(id) === emptyResolution) changeResolution(id, prefilled);
}

export function forgetPrefilled(id: string, prefilled: PrefilledResolution): void {
  const draft = resolutionInputs.read(id);
  const untouched = { ...emptyResolution, ...prefilled };
  if (JSON.stringify(draft) === JSON.stringify(untouched)) resolutionInputs.remove(id);
}

/** A handler alone is soon chosen again, and often a suggestion. */
export const isTyped = (input: ResolutionInput) =>
  requiredFields.some((field) => field !== 'handler' && input[field] !== '') ||
  input.appointments.length > 0 ||
  (input.form !== null && !isUntouched(input.form.values));

const missingTexts: Readonly<Record<RequiredField, string>> = {
  handler: 'Choose who called back',
  result: 'Choose the result',
  opportunity: 'Choose the type of caller',
  summary: 'Write a summary',
};

/** Problems by field; empty if nothing is missing. */
export const missingFields = (
  input: Pick<ResolutionInput, RequiredField>,
): Partial<Record<RequiredField, string>> =>
  Object.fromEntries(
    requiredFields.flatMap((field) => (input[field].trim() === '' ? [[field, missingTexts[field]]] : [])),
  );

/** What a resolution did: 'Booked: Dec 1, 9:00 am', 'Booked: Dec 1, 9:00 am, and 1 more' or 'Resolved'. */
export function resolvedText([first, ...others]: readonly AppointmentInput[]): string {
  if (!first) return 'Resolved';
  const time = `${monthAndDay(first.day)}, ${timeOfDayText(first.minutes ?? 0)}`;
  return `Booked: ${time}${others.length === 0 ? '' : `, and ${others.length} more`}`;
}

/** Resolves a target with its draft, which stays after a failure. Reloads a target that a colleague resolved first. */
export async function sendResolution({
  id,
  accountId,
  timeZone,
  send,
  reload,
}: ResolutionTarget): Promise<boolean> {
  const draft = resolutionInputs.read(id);
  const { handler, result, opportunity, summary, appointments } = draft;
  if (draft.saving || result === '' || opportunity === '') return false;
  const requestId = draft.requestId ?? newRequestId();
  resolutionInputs.change(id, (before) => ({ ...before, requestId, saving: true, failure: null }));
  try {
    await send({
      callbackHandler: handler,
      callbackOutcomeResult: result,
      callbackOutcomeOpportunityResult: opportunity,
      callbackOutcomeSummary: withinLength(summary.trim(), maxCallbackSummaryLength),
      appointments: appointments.map((appointment) => newAppointmentOf(appointment, timeZone)),
      requestId,
    });
    resolutionInputs.remove(id);
    rememberHandler(accountId, handler);
    toast('success', resolvedText(appointments));
    return true;
  } catch (error) {
    resolutionInputs.change(id, (before) => ({ ...before, saving: false, failure: explanationOf(error) }));
    if (error instanceof CallFailed && error.status === 422) reload();
    return false;
  }
}
