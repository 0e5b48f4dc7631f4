import type { Call } from '@mailcall/contract/calls.ts';
import { createAppointment } from '@mailcall/contract/resolve.ts';
import { messages } from '@mailcall/contract/rules/messages.ts';
import type { AppointmentInput } from '@mailcall/contract/rules/appointment.ts';
import { CallFailed, call as ask } from '../../platform/api.ts';
import { createInputStore } from '../../platform/input-store.ts';
import { queryClient } from '../../platform/query-client.ts';
import { newRequestId } from '../../platform/request-id.ts';
import { toast } from '../../ui/toast.tsx';
import { newAppointmentOf } from './appointment-input.ts';
import { showFreshCall } from './fresh-call.ts';

/** An appointment on its way to the server, or one that did not get there. */
export interface AddedAppointment extends AppointmentInput {
  /** Tells it apart, and is its request's id: sending it again books it once. */
  key: string;
  state: 'saving' | 'failed';
  /** Why it failed, beside the message that it did. */
  reason: string | null;
}

/** The appointments that are added to a call outside resolving it, and the form for them. */
export interface AppointmentAdding {
  added: readonly AddedAppointment[];
  /** The form; null while it is closed. `key` names the failed appointment that is edited, null a new one. */
  form: { values: AppointmentInput; key: string | null } | null;
}

/** What is being added to each call, by call. */
export const appointmentAddings = createInputStore<AppointmentAdding>({ added: [], form: null });

const changeAdded = (
  callId: string,
  key: string,
  how: (before: AddedAppointment) => AddedAppointment | null,
) =>
  appointmentAddings.change(callId, (before) => ({
    ...before,
    added: before.added.flatMap((one) => (one.key === key ? (how(one) ?? []) : one)),
  }));

/** Takes back an appointment that did not get to the server. */
export const removeAdded = (callId: string, key: string) => changeAdded(callId, key, () => null);

async function send(to: Pick<Call, 'id' | 'timeZone'>, appointment: AddedAppointment): Promise<void> {
  const { key } = appointment;
  try {
    const body = { ...newAppointmentOf(appointment, to.timeZone), call: to.id, requestId: key };
    const { id, call } = await ask(createAppointment, { body });
    if (!id) throw new CallFailed(messages.appointmentFailed, 200);
    removeAdded(to.id, key);
    showFreshCall(queryClient, call);
    toast('success', 'The appointment was added.');
  } catch (error) {
    const reason = error instanceof CallFailed ? error.message : messages.fatal;
    changeAdded(to.id, key, (before) => ({ ...before, state: 'failed', reason }));
  }
}

/** Adds an appointment to a call: shown at once as being saved, then as the server has it, or as failed. */
export function addAppointment(to: Pick<Call, 'id' | 'timeZone'>, values: AppointmentInput): void {
  const appointment: AddedAppointment = { ...values, key: newRequestId(), state: 'saving', reason: null };
  appointmentAddings.change(to.id, ({ added }) => ({ added: [...added, appointment], form: null }));
  void send(to, appointment);
}

/** Sends a failed appointment again, as the same request. */
export function retryAppointment(to: Pick<Call, 'id' | 'timeZone'>, failed: AddedAppointment): void {
  changeAdded(to.id, failed.key, (before) => ({ ...before, state: 'saving', reason: null }));
  void send(to, failed);
}
