import { answerers, ivrOutcomes } from '@mailcall/contract/rules/score-texts.ts';
import { recordings } from './recordings.ts';
import { messageSummary, silentSummary, spamSummary, nonClientSummary } from './summaries.ts';
import { addInquiries, addCallerDetails, addRecording, type CallDraft } from './call-draft.ts';
import { followUpReasons, patientTypes, spamReason, nonClientReasons, voicemailOutcomes } from './trade.ts';

export function scoreMissedCall(draft: CallDraft): void {
  const { call, presence } = draft;
  const { random } = draft.context;
  const roll = random.next();
  const hasMenu = draft.context.office.hasMenu;
  call.interacted_with_ivr = hasMenu && roll < 0.82;
  if (hasMenu && roll < 0.3) {
    call.call_answered_by = answerers.ivr;
    call.ivr_outcome =
      presence !== 'closed' && random.chance(0.6) ? ivrOutcomes.unanswered : ivrOutcomes.disconnected;
    addRecording(draft, recordings.menu, 0.62, [5, 28]);
  } else if (roll < (hasMenu ? 0.82 : 0.64)) {
    call.call_answered_by = answerers.voicemail;
    if (hasMenu) call.ivr_outcome = ivrOutcomes.voicemail;
    scoreVoicemail(draft);
  } else {
    call.call_answered_by = answerers.noAnswer;
    addRecording(draft, [], 0, [14, 46]);
  }
  if (draft.kind === 'spam') {
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
    call.follow_up_opportunity = random.chance(call.call_answered_by === answerers.ivr ? 0.25 : 0.42);
    if (call.follow_up_opportunity) {
      call.follow_up_reason =
        call.call_answered_by === answerers.ivr ? followUpReasons.disconnected : followUpReasons.missed;
    }
  }
  if (call.patient_type === patientTypes.nonOpportunity) return;
  draft.context.callers.addMissed(draft.caller);
  draft.context.schedule.resolveByCallback(draft, draft.caller, draft.local, draft.kind === 'lead');
}

function scoreVoicemail(draft: CallDraft): void {
  const { call, kind, summary } = draft;
  const { random } = draft.context;
  call.voicemail_left_message = random.chance(
    { lead: 0.56, existing: 0.6, nonClient: 0.42, spam: 0.3 }[kind],
  );
  if (!call.voicemail_left_message) {
    call.voicemail_wants_appointment = false;
    call.voicemail_outcome = random.chance(0.06) ? voicemailOutcomes.full : voicemailOutcomes.none;
    addRecording(draft, recordings.voicemail.slice(0, 2), 0.3, [10, 26]);
    return;
  }
  addRecording(draft, recordings.voicemail, 0.96, [18, 50]);
  addCallerDetails(draft, 0.7);
  call.voicemail_wants_appointment = random.chance(
    { lead: 0.72, existing: 0.3, nonClient: 0, spam: 0 }[kind],
  );
  call.voicemail_outcome = call.voicemail_wants_appointment
    ? voicemailOutcomes.wantsAppointment
    : voicemailOutcomes.message;
  if (kind === 'spam') return;
  if (kind === 'nonClient') {
    call.patient_type = patientTypes.nonOpportunity;
    call.non_opportunity_reason = random.draw(nonClientReasons);
    call.highlights = nonClientSummary(call.non_opportunity_reason, random);
    return;
  }
  call.patient_type = kind === 'lead' ? patientTypes.newPatient : patientTypes.existing;
  if (kind === 'lead') addInquiries(draft, 0.5, 0.2, 0);
  call.highlights = messageSummary(summary, call.voicemail_wants_appointment, random);
  call.follow_up_opportunity = call.voicemail_wants_appointment || random.chance(0.6);
  if (call.follow_up_opportunity) call.follow_up_reason = followUpReasons.voicemail;
}
