import {
  callbackResults,
  maxCallbackSummaryLength,
  opportunityResults,
  resolveCall,
} from '@mailcall/contract/resolve.ts';
import { messages } from '@mailcall/contract/rules/messages.ts';
import type { Call } from '@mailcall/contract/calls.ts';
import { z } from 'zod';
import { CallFailed, call as ask } from '../../platform/api.ts';
import { createInputStore } from '../../platform/input-store.ts';
import { queryClient } from '../../platform/query-client.ts';
import { newRequestId } from '../../platform/request-id.ts';
import { callQuery } from './api.ts';
import { appointmentInputSchema, isUntouched, newAppointmentOf } from './appointment-input.ts';
import { showFreshCall } from './fresh-call.ts';

/** An appointment that is made only when the call is resolved. `key` tells it apart; it has no id yet. */
const temporaryAppointmentSchema = appointmentInputSchema.extend({ key: z.string() });
export type TemporaryAppointment = z.infer<typeof temporaryAppointmentSchema>;

const notChosen = z.literal('');

/** What came of calling back, as it is typed in; '' is not chosen yet. */
const resolutionInputSchema = z.object({
  handler: z.string(),
  result: z.enum(callbackResults).or(notChosen),
  opportunity: z.enum(opportunityResults).or(notChosen),
  summary: z.string(),
  appointments: z.array(temporaryAppointmentSchema).readonly(),
  /** The appointment form; null while it is closed. `key` names the appointment that is edited, null a new one. */
  form: z.object({ values: appointmentInputSchema, key: z.string().nullable() }).nullable(),
  /** Of the request under way or failed: sending the same again resolves once. */
  requestId: z.string().nullable(),
  saving: z.boolean(),
  /** Why it could not be sent; null while all is well. */
  failure: z.string().nullable(),
});
export type ResolutionInput = z.infer<typeof resolutionInputSchema>;
export type RequiredField = 'handler' | 'result' | 'opportunity' | 'summary';
/** The fields that must be filled, in the order in which they are asked for. */
export const requiredFields: readonly RequiredField[] = ['handler', 'result', 'opportunity', 'summary'];

const nothing: ResolutionInput = {
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

/** After a reload nothing is under way; the request's id stays, so that sending again resolves once. */
const savedResolution = resolutionInputSchema.transform((input) => ({
  ...input,
  saving: false,
  failure: null,
}));

/** What is typed for each call that is being resolved, by call. It outlives a reload of this tab. */
export const resolutionInputs = createInputStore(nothing, { name: 'resolution', schema: savedResolution });

/** Changes what is typed: what was sent before is then another request. */
export const typeResolution = (callId: string, patch: Partial<ResolutionInput>) =>
  resolutionInputs.change(callId, (before) => ({ ...before, ...patch, requestId: null }));

/** Whether anything has been typed that would be lost. */
export const isTyped = (input: ResolutionInput) =>
  requiredFields.some((field) => input[field] !== '') ||
  input.appointments.length > 0 ||
  (input.form !== null && !isUntouched(input.form.values));

/** The required fields that are missing. */
export const missingFields = (input: ResolutionInput): RequiredField[] =>
  requiredFields.filter((field) => input[field].trim() === '');

/** Why a request failed: what the server says, with what is wrong with each field. */
function failureOf(error: unknown): string {
  if (!(error instanceof CallFailed)) return messages.fatal;
  const problems = Object.values(error.problems ?? {});
  return problems.length > 0 ? problems.join(' ') : error.message;
}

/**
 * Resolves a call with what is typed for it. What is typed stays when that fails, whatever became of the drawer
 * meanwhile; when somebody else was first, the call is asked for anew.
 * @returns whether the call is resolved
 */
export async function sendResolution(of: Pick<Call, 'id' | 'timeZone'>): Promise<boolean> {
  const typed = resolutionInputs.read(of.id);
  const { handler, result, opportunity, summary, appointments } = typed;
  if (typed.saving || result === '' || opportunity === '') return false;
  const requestId = typed.requestId ?? newRequestId();
  resolutionInputs.change(of.id, (before) => ({ ...before, requestId, saving: true, failure: null }));
  try {
    const { call } = await ask(resolveCall, {
      params: { id: of.id },
      body: {
        callbackHandler: handler,
        callbackOutcomeResult: result,
        callbackOutcomeOpportunityResult: opportunity,
        callbackOutcomeSummary: summary.trim().slice(0, maxCallbackSummaryLength),
        appointments: appointments.map((appointment) => newAppointmentOf(appointment, of.timeZone)),
        requestId,
      },
    });
    resolutionInputs.remove(of.id);
    showFreshCall(queryClient, call);
    return true;
  } catch (error) {
    resolutionInputs.change(of.id, (before) => ({ ...before, saving: false, failure: failureOf(error) }));
    if (error instanceof CallFailed && error.status === 422)
      void queryClient.invalidateQueries({ queryKey: callQuery(of.id).queryKey });
    return false;
  }
}
