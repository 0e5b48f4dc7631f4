import { recordings } from './recordings.ts';
import { messageSummary, silentSummary, spamSummary, strangerSummary } from './summaries.ts';
import { ask, hear, record, type Telling } from './telling.ts';
import {
  followUpReasons,
  ivrOutcomes,
  patientTypes,
  spamReason,
  strangers,
  voicemailOutcomes,
} from './trade.ts';

/** A call that no member of staff answered. */
export function miss(telling: Telling): void {
  const { call, presence } = telling;
  const { random } = telling.desk;
  const mark = random.next();
  const menu = telling.desk.office.hasMenu;
  call.interacted_with_ivr = menu && mark < 0.82;
  if (menu && mark < 0.3) {
    call.call_answered_by = 'IVR';
    call.ivr_outcome =
      presence !== 'closed' && random.chance(0.6) ? ivrOutcomes.unanswered : ivrOutcomes.disconnected;
    record(telling, recordings.menu, 0.62, [5, 28]);
  } else if (mark < (menu ? 0.82 : 0.64)) {
    call.call_answered_by = 'Voicemail';
    if (menu) call.ivr_outcome = ivrOutcomes.voicemail;
    leaveMessage(telling);
  } else {
    call.call_answered_by = 'No Answer';
    record(telling, [], 0, [14, 46]);
  }
  if (telling.kind === 'spam') {
    call.patient_type = patientTypes.spam;
    call.non_opportunity_reason = spamReason;
    call.highlights = call.audio ? spamSummary(random) : null;
    return;
  }
  if (!call.voicemail_left_message) {
    call.patient_type = patientTypes.unknown;
    call.highlights = silentSummary(
      call.call_answered_by,
      call.ivr_outcome === ivrOutcomes.disconnected,
      random,
    );
    call.follow_up_opportunity = random.chance(call.call_answered_by === 'IVR' ? 0.25 : 0.42);
    if (call.follow_up_opportunity) {
      call.follow_up_reason =
        call.call_answered_by === 'IVR' ? followUpReasons.disconnected : followUpReasons.missed;
    }
  }
  if (call.patient_type === patientTypes.stranger) return;
  telling.desk.callers.rememberMissed(telling.caller);
  telling.desk.diary.callBack(telling, telling.caller, telling.local, telling.kind === 'lead');
}

function leaveMessage(telling: Telling): void {
  const { call, kind, told } = telling;
  const { random } = telling.desk;
  call.voicemail_left_message = random.chance({ lead: 0.56, existing: 0.6, stranger: 0.42, spam: 0.3 }[kind]);
  if (!call.voicemail_left_message) {
    call.voicemail_wants_appointment = false;
    call.voicemail_outcome = random.chance(0.06) ? voicemailOutcomes.full : voicemailOutcomes.none;
    record(telling, recordings.voicemail.slice(0, 2), 0.3, [10, 26]);
    return;
  }
  record(telling, recordings.voicemail, 0.96, [18, 50]);
  hear(telling, 0.7);
  call.voicemail_wants_appointment = random.chance({ lead: 0.72, existing: 0.3, stranger: 0, spam: 0 }[kind]);
  call.voicemail_outcome = call.voicemail_wants_appointment
    ? voicemailOutcomes.wantsAppointment
    : voicemailOutcomes.message;
  if (kind === 'spam') return;
  if (kind === 'stranger') {
    call.patient_type = patientTypes.stranger;
    call.non_opportunity_reason = random.draw(strangers);
    call.highlights = strangerSummary(call.non_opportunity_reason, random);
    return;
  }
  call.patient_type = kind === 'lead' ? patientTypes.fresh : patientTypes.existing;
  if (kind === 'lead') ask(telling, 0.5, 0.2, 0);
  call.highlights = messageSummary(told, call.voicemail_wants_appointment, random);
  call.follow_up_opportunity = call.voicemail_wants_appointment || random.chance(0.6);
  if (call.follow_up_opportunity) call.follow_up_reason = followUpReasons.voicemail;
}
