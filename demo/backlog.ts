import type { CallRow, GeneratedCall } from './feed-files.ts';

/** Days before the story's end from which a call may still wait for its score. */
export const backlogDays = 60;

const waitingCalls = 8;

const waits = ({ call }: GeneratedCall) =>
  typeof call.audio === 'string' && typeof call.call_answered_by !== 'string';

const isPlain = ({ call, appointments }: GeneratedCall) =>
  typeof call.audio === 'string' &&
  call.call_answered_by === 'Staff' &&
  call.opportunity === false &&
  call.follow_up_opportunity === false &&
  appointments.length === 0;

function withoutScore({ call, turns = [] }: GeneratedCall): GeneratedCall {
  const { id, account_id, campaign_id, tracking_line_id, call_date_time, record_type } = call;
  const { duration_seconds, caller_phone_number, caller_id_name, audio } = call;
  const known: CallRow = {
    id,
    account_id,
    campaign_id: campaign_id ?? null,
    tracking_line_id: tracking_line_id ?? null,
    call_date_time,
    duration_seconds,
    caller_phone_number: caller_phone_number ?? null,
    caller_id_name: caller_id_name ?? null,
    audio: audio ?? null,
    record_type: record_type ?? null,
  };
  return { call: known, inquiries: [], appointments: [], turns };
}

/** Leaves an office's newest calls unscored until eight have a recording. Draws no random numbers: the rest of the story stays equal. */
export function withBacklog(calls: readonly GeneratedCall[]): GeneratedCall[] {
  let missing = waitingCalls - calls.filter(waits).length;
  return calls
    .toReversed()
    .map((call) => {
      if (missing <= 0 || !isPlain(call)) return call;
      missing -= 1;
      return withoutScore(call);
    })
    .reverse();
}
