import type { Call } from '@mailcall/contract/calls.ts';
import { createAppointment, type NewAppointment } from '@mailcall/contract/resolve.ts';
import { messages } from '@mailcall/contract/rules/messages.ts';
import type { AppointmentInput } from '@mailcall/contract/rules/appointment.ts';
import * as z from 'zod/mini';
import { CallFailed, call as request } from '../../platform/api.ts';
import { createInputStore, interrupted } from '../../platform/input-store.ts';
import { queryClient } from '../../platform/query-client.ts';
import { newRequestId } from '../../platform/request-id.ts';
import { dateAndTime } from '../../ui/dates.ts';
import { toast } from '../../ui/toast.tsx';
import { failureOf } from './api.ts';
import { appointmentInputSchema, fullName, newAppointmentOf } from './appointment-input.ts';
import { showFreshCall } from './fresh-call.ts';

const addedAppointmentSchema = z.extend(appointmentInputSchema, {
  /** Identifies it, and is its request's id: sending it again books it only once. */
  key: z.string(),
  state: z.enum(['saving', 'failed']),
  /** Why it failed; null while it is being saved. */
  reason: z.nullable(z.string()),
  /** Whether the server may have booked it: its answer to a request never came. */
  maybeBooked: z.boolean(),
});
/** An appointment that is being sent to the server, or that failed. */
export type AddedAppointment = z.infer<typeof addedAppointmentSchema>;

const draftsSchema = z.object({
  added: z.readonly(z.array(addedAppointmentSchema)),
  /** The form; null while it is closed. `key` is of the failed appointment being edited, null for a new one. */
  form: z.nullable(z.object({ values: appointmentInputSchema, key: z.nullable(z.string()) })),
});
/** The appointments that are added to a call outside resolving it, and the form for them. */
type AppointmentDrafts = z.infer<typeof draftsSchema>;

/** After a reload nothing is under way, and nobody knows what became of what was. */
const savedDrafts = z.pipe(
  draftsSchema,
  z.transform(
    (drafts: AppointmentDrafts): AppointmentDrafts => ({
      ...drafts,
      added: drafts.added.map((one) =>
        one.state === 'failed' ? one : { ...one, state: 'failed', reason: interrupted, maybeBooked: true },
      ),
    }),
  ),
);

const noDrafts: AppointmentDrafts = { added: [], form: null };

/** The drafts of each call, by call id. They survive a reload of this tab. */
export const appointmentDrafts = createInputStore(noDrafts, { name: 'appointments', schema: savedDrafts });

const changeAdded = (
  callId: string,
  key: string,
  update: (before: AddedAppointment) => AddedAppointment | null,
) =>
  appointmentDrafts.change(callId, (before) => ({
    ...before,
    added: before.added.flatMap((one) => (one.key === key ? (update(one) ?? []) : one)),
  }));

/** Removes an appointment that is not on the server. */
export const removeAdded = (callId: string, key: string) => changeAdded(callId, key, () => null);

type Target = Pick<Call, 'id' | 'timeZone'>;

/** Whether an appointment may be booked after a failure. A refusal says that it was not this time, and a 400 that it never was. */
function maybeBookedAfter(error: unknown, before: boolean): boolean {
  const status = error instanceof CallFailed ? error.status : 0;
  return status < 400 || status >= 500 || (before && status !== 400);
}

/** Says what was booked: what was typed, or what an earlier request with the same id had. */
function sayBooked(call: Call, id: string, typed: NewAppointment): void {
  const booked = call.appointments.find((one) => one.id === id);
  const isTyped =
    !booked ||
    (booked.firstName === typed.firstName &&
      booked.lastName === typed.lastName &&
      booked.dateTime === typed.dateTime);
  if (isTyped) toast('success', 'The appointment was added.');
  else {
    const schedule = booked.dateTime ? `, ${dateAndTime(booked.dateTime, call.timeZone)}` : '';
    toast('warning', `It was booked before, as ${fullName(booked)}${schedule}.`);
  }
}

async function send(target: Target, appointment: AddedAppointment): Promise<void> {
  const { key } = appointment;
  try {
    const typed = newAppointmentOf(appointment, target.timeZone);
    const { id, call } = await request(createAppointment, {
      body: { ...typed, call: target.id, requestId: key },
    });
    if (!id) throw new CallFailed(messages.appointmentFailed, 200);
    removeAdded(target.id, key);
    showFreshCall(queryClient, call);
    sayBooked(call, id, typed);
  } catch (error) {
    const reason = failureOf(error);
    changeAdded(target.id, key, (before) => ({
      ...before,
      state: 'failed',
      reason,
      maybeBooked: maybeBookedAfter(error, before.maybeBooked),
    }));
  }
}

/**
 * Adds an appointment to a call: displayed as being saved, then as the server returns it, or as failed. With the key of one that failed
 * it takes its place. Its id stays if the server may have booked that one, so that there are never two.
 */
export function addAppointment(target: Target, values: AppointmentInput, replacedKey: string | null): void {
  const { added } = appointmentDrafts.read(target.id);
  const replaced = added.find(({ key }) => key === replacedKey);
  const key = replaced?.maybeBooked ? replaced.key : newRequestId();
  const appointment: AddedAppointment = {
    ...values,
    key,
    state: 'saving',
    reason: null,
    maybeBooked: replaced?.maybeBooked ?? false,
  };
  appointmentDrafts.change(target.id, () => ({
    added: [...added.filter((one) => one !== replaced), appointment],
    form: null,
  }));
  void send(target, appointment);
}

/** Sends a failed appointment again, as the same request. */
export function retryAppointment(target: Target, failed: AddedAppointment): void {
  changeAdded(target.id, failed.key, (before) => ({ ...before, state: 'saving', reason: null }));
  void send(target, failed);
}
