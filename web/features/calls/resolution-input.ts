import {
  callbackResults,
  maxCallbackSummaryLength,
  opportunityResults,
  type Resolution,
  resolveCall,
} from '@mailcall/contract/resolve.ts';
import type { Call } from '@mailcall/contract/calls.ts';
import * as z from 'zod/mini';
import { CallFailed, call as request } from '../../platform/api.ts';
import { createInputStore } from '../../platform/input-store.ts';
import { queryClient } from '../../platform/query-client.ts';
import { newRequestId } from '../../platform/request-id.ts';
import { callQuery, failureOf } from './api.ts';
import { appointmentInputSchema, isUntouched, newAppointmentOf } from './appointment-input.ts';
import { showFreshCall } from './fresh-call.ts';
import { waitsForCallback } from './waiting-call.ts';

/** What a form resolves: one call, or all waiting calls of a caller. */
export interface ResolutionTarget {
  /** Names its draft. */
  id: string;
  /** The account whose staff called back. */
  accountId: string;
  /** IANA zone of the account. */
  timeZone: string;
  /** Whether it still waits for a callback. */
  waits: boolean;
  /** Resolves it on the server and shows what has changed. Rejects with {@link CallFailed}. */
  send: (resolution: Resolution) => Promise<void>;
  /** Loads it again, because somebody else resolved it first. */
  reload: () => void;
}

/** A call as what a form resolves. */
export const callToResolve = (call: Call): ResolutionTarget => ({
  id: call.id,
  accountId: call.accountId,
  timeZone: call.timeZone,
  waits: waitsForCallback(call),
  async send(resolution) {
    const reply = await request(resolveCall, { params: { id: call.id }, body: resolution });
    showFreshCall(queryClient, reply.call);
  },
  reload: () => void queryClient.invalidateQueries({ queryKey: callQuery(call.id).queryKey }),
});

/** An appointment that is made only when the call is resolved. `key` identifies it until it has an id. */
const temporaryAppointmentSchema = z.extend(appointmentInputSchema, { key: z.string() });
export type TemporaryAppointment = z.infer<typeof temporaryAppointmentSchema>;

const notChosen = z.literal('');

/** The result of a callback as typed; '' for a field that is not chosen yet. */
const resolutionInputSchema = z.object({
  handler: z.string(),
  result: z.union([z.enum(callbackResults), notChosen]),
  opportunity: z.union([z.enum(opportunityResults), notChosen]),
  summary: z.string(),
  appointments: z.readonly(z.array(temporaryAppointmentSchema)),
  /** The appointment form; null while it is closed. `key` is of the appointment being edited, null for a new one. */
  form: z.nullable(z.object({ values: appointmentInputSchema, key: z.nullable(z.string()) })),
  /** Id of the request that is under way or has failed: sending it again resolves the call only once. */
  requestId: z.nullable(z.string()),
  saving: z.boolean(),
  /** Why it could not be sent; null without a failure. */
  failure: z.nullable(z.string()),
});
export type ResolutionInput = z.infer<typeof resolutionInputSchema>;
export type RequiredField = 'handler' | 'result' | 'opportunity' | 'summary';
/** The fields that must be filled, in the order of the form. */
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

/** After a reload nothing is under way; the request's id stays, so that sending again resolves the call only once. */
const savedResolution = z.pipe(
  resolutionInputSchema,
  z.transform((input: ResolutionInput): ResolutionInput => ({ ...input, saving: false, failure: null })),
);

/** The draft for each target that is being resolved, by its id. It survives a reload of this tab. */
export const resolutionInputs = createInputStore(emptyResolution, {
  name: 'resolution',
  schema: savedResolution,
});

/** Changes the draft for a target: the next request is then a new one. */
export const changeResolution = (id: string, patch: Partial<ResolutionInput>) =>
  resolutionInputs.change(id, (before) => ({ ...before, ...patch, requestId: null }));

/** What a form is filled with before anybody types. */
export type PrefilledResolution = Pick<ResolutionInput, 'handler' | 'result' | 'opportunity' | 'form'>;

/** Fills a form in, unless somebody typed there. */
export function prefillResolution(id: string, prefilled: PrefilledResolution): void {
  if (!isTyped(resolutionInputs.read(id))) changeResolution(id, prefilled);
}

/** Forgets the draft of a form that has nothing but what it was filled with. */
export function forgetPrefilled(id: string, prefilled: PrefilledResolution): void {
  const draft = resolutionInputs.read(id);
  const untouched = { ...emptyResolution, ...prefilled };
  if (JSON.stringify(draft) === JSON.stringify(untouched)) resolutionInputs.remove(id);
}

/** Whether the form has unsaved input. */
export const isTyped = (input: ResolutionInput) =>
  requiredFields.some((field) => input[field] !== '') ||
  input.appointments.length > 0 ||
  (input.form !== null && !isUntouched(input.form.values));

/** The required fields that are missing. */
export const missingFields = (input: Pick<ResolutionInput, RequiredField>): RequiredField[] =>
  requiredFields.filter((field) => input[field].trim() === '');

/**
 * Resolves a target with its draft. The draft stays when that fails, whether or not the drawer is still open; when somebody
 * else resolved the target first, it is loaded again.
 * @returns whether the target is resolved
 */
export async function sendResolution({ id, timeZone, send, reload }: ResolutionTarget): Promise<boolean> {
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
      callbackOutcomeSummary: summary.trim().slice(0, maxCallbackSummaryLength),
      appointments: appointments.map((appointment) => newAppointmentOf(appointment, timeZone)),
      requestId,
    });
    resolutionInputs.remove(id);
    return true;
  } catch (error) {
    resolutionInputs.change(id, (before) => ({ ...before, saving: false, failure: failureOf(error) }));
    if (error instanceof CallFailed && error.status === 422) reload();
    return false;
  }
}
