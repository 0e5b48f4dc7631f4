import type { Call } from '@mailcall/contract/calls.ts';
import { createAppointment } from '@mailcall/contract/resolve.ts';
import { messages } from '@mailcall/contract/rules/messages.ts';
import type { AppointmentInput } from '@mailcall/contract/rules/appointment.ts';
import { CallFailed, call as request } from '../../platform/api.ts';
import { createInputStore } from '../../platform/input-store.ts';
import { queryClient } from '../../platform/query-client.ts';
import { newRequestId } from '../../platform/request-id.ts';
import { toast } from '../../ui/toast.tsx';
import { newAppointmentOf } from './appointment-input.ts';
import { showFreshCall } from './fresh-call.ts';

/** An appointment that is being sent to the server, or that failed. */
export interface AddedAppointment extends AppointmentInput {
  /** Identifies it, and is its request's id: sending it again books it only once. */
  key: string;
  state: 'saving' | 'failed';
  /** Why it failed; null while it is being saved. */
  reason: string | null;
}

/** The appointments that are added to a call outside resolving it, and the form for them. */
export interface AppointmentDrafts {
  added: readonly AddedAppointment[];
  /** The form; null while it is closed. `key` is of the failed appointment being edited, null for a new one. */
  form: { values: AppointmentInput; key: string | null } | null;
}

/** The drafts of each call, by call id. */
export const appointmentDrafts = createInputStore<AppointmentDrafts>({ added: [], form: null });

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

async function send(target: Pick<Call, 'id' | 'timeZone'>, appointment: AddedAppointment): Promise<void> {
  const { key } = appointment;
  try {
    const body = { ...newAppointmentOf(appointment, target.timeZone), call: target.id, requestId: key };
    const { id, call } = await request(createAppointment, { body });
    if (!id) throw new CallFailed(messages.appointmentFailed, 200);
    removeAdded(target.id, key);
    showFreshCall(queryClient, call);
    toast('success', 'The appointment was added.');
  } catch (error) {
    const reason = error instanceof CallFailed ? error.message : messages.fatal;
    changeAdded(target.id, key, (before) => ({ ...before, state: 'failed', reason }));
  }
}

/** Adds an appointment to a call: displayed as being saved, then as the server returns it, or as failed. */
export function addAppointment(target: Pick<Call, 'id' | 'timeZone'>, values: AppointmentInput): void {
  const appointment: AddedAppointment = { ...values, key: newRequestId(), state: 'saving', reason: null };
  appointmentDrafts.change(target.id, ({ added }) => ({ added: [...added, appointment], form: null }));
  void send(target, appointment);
}

/** Sends a failed appointment again, as the same request. */
export function retryAppointment(target: Pick<Call, 'id' | 'timeZone'>, failed: AddedAppointment): void {
  changeAdded(target.id, failed.key, (before) => ({ ...before, state: 'saving', reason: null }));
  void send(target, failed);
}
