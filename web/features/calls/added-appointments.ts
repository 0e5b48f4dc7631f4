import type { Call } from '@mailcall/contract/calls.ts';
import { createAppointment, type NewAppointment } from '@mailcall/contract/resolve.ts';
import { messages } from '@mailcall/contract/rules/messages.ts';
import type { AppointmentInput } from '@mailcall/contract/rules/appointment.ts';
import * as z from 'zod/mini';
import { call as request, CallFailed, explanationOf, newRequestId } from '../../platform/api.ts';
import { createInputStore, interrupted } from '../../platform/input-store.ts';
import { queryClient } from '../../platform/query-client.ts';
import { dateAndTime } from '../../ui/dates.ts';
import { toast } from '../../ui/toast.tsx';
import { appointmentInputSchema, fullName, newAppointmentOf } from './appointment-input.ts';
import { showFreshCall } from './fresh-call.ts';

const addedAppointmentSchema = z.extend(appointmentInputSchema, {
  /** Key and request id; repeating it books only once. */
  key: z.string(),
  state: z.enum(['saving', 'failed']),
  reason: z.nullable(z.string()),
  /** The server may have booked it, because a response was lost. */
  maybeBooked: z.boolean(),
});
export type AddedAppointment = z.infer<typeof addedAppointmentSchema>;

const draftsSchema = z.object({
  added: z.readonly(z.array(addedAppointmentSchema)),
  /** Form; null while closed. `key`: the failed appointment being edited, null for a new one. */
  form: z.nullable(z.object({ values: appointmentInputSchema, key: z.nullable(z.string()) })),
});
type AppointmentDrafts = z.infer<typeof draftsSchema>;

/** After a reload, interrupted requests have an unknown result. */
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

export const removeAdded = (callId: string, key: string) => changeAdded(callId, key, () => null);

type Target = Pick<Call, 'id' | 'timeZone'>;

/** Whether a failed appointment may be booked. A refusal means not this time, a 400 never. */
function maybeBookedAfter(error: unknown, before: boolean): boolean {
  const status = error instanceof CallFailed ? error.status : 0;
  return status < 400 || status >= 500 || (before && status !== 400);
}

/** Reports the booked appointment: as typed, or as in an earlier request with the same id. */
function reportBooked(call: Call, id: string, typed: NewAppointment): void {
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
    reportBooked(call, id, typed);
  } catch (error) {
    const reason = explanationOf(error);
    changeAdded(target.id, key, (before) => ({
      ...before,
      state: 'failed',
      reason,
      maybeBooked: maybeBookedAfter(error, before.maybeBooked),
    }));
  }
}

/** Shows an appointment while it is saved. A retry keeps the id, so that the server never books it twice. */
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

export function retryAppointment(target: Target, failed: AddedAppointment): void {
  changeAdded(target.id, failed.key, (before) => ({ ...before, state: 'saving', reason: null }));
  void send(target, failed);
}
