import { answerers, ivrOutcomes } from '@mailcall/contract/rules/score-texts.ts';
import { callerIdOf, type MovableAppointment } from './callers.ts';
import { dayOfLocal } from './local-time.ts';
import type { StaffMember } from './staff.ts';
import { recordings, type Recording } from './recordings.ts';
import { drawMention, type CallerKind } from './sources.ts';
import {
  existingSummary,
  movedSummary,
  opportunitySummary,
  refusedSummary,
  spamSummary,
  nonClientSummary,
} from './summaries.ts';
import { addInquiries, addCallerDetails, addRecording, type CallDraft } from './call-draft.ts';
import { followUpReasons, patientTypes, priceAnswers, spamReason, nonClientReasons } from './trade.ts';

/** Change the probability of an appointment; best answer first. */
const priceAnswerFactors = [1.25, 1.06, 1, 0.9, 0.6, 0.48] as const;

/** Opportunity calls are the longest. */
const talkRecordings: Record<CallerKind, readonly Recording[]> = {
  lead: recordings.conversation.slice(4),
  existing: recordings.conversation.slice(2, 11),
  nonClient: recordings.conversation.slice(0, 7),
  spam: recordings.conversation.slice(0, 3),
};

export function addTalkRecording(draft: CallDraft): void {
  addRecording(draft, talkRecordings[draft.kind], 0.97, [35, 260]);
}

export function scoreAnsweredCall(draft: CallDraft): void {
  const { call, kind, summary, local, profile } = draft;
  const { random } = draft.context;
  const day = dayOfLocal(local);
  const moved = kind === 'existing' && random.chance(0.16) ? draft.context.callers.takeMovable(local) : null;
  if (moved) {
    draft.caller = moved.caller;
    call.caller_phone_number = moved.caller.household.phone;
    call.caller_id_name = callerIdOf(moved.caller, draft.context.office, random);
  }
  const member = draft.context.schedule.staffMemberAt(day);
  summary.staff = member.first;
  call.call_answered_by = answerers.staff;
  call.handler_id = member.id;
  call.interacted_with_ivr = draft.context.office.hasMenu && random.chance(0.85);
  if (call.interacted_with_ivr) call.ivr_outcome = ivrOutcomes.staff;
  addTalkRecording(draft);
  addCallerDetails(draft, kind === 'nonClient' ? 0.35 : 0.82);
  if (kind !== 'spam') call.good_impression = random.chance(member.goodImpression);
  scoreHold(draft, member);

  if (kind === 'spam') {
    call.patient_type = patientTypes.spam;
    call.non_opportunity_reason = spamReason;
    call.highlights = spamSummary(random);
  } else if (kind === 'nonClient') {
    call.patient_type = patientTypes.nonOpportunity;
    call.non_opportunity_reason = random.draw(nonClientReasons);
    call.highlights = nonClientSummary(call.non_opportunity_reason, random);
  } else if (moved) {
    scoreMovedAppointment(draft, moved);
  } else if (kind === 'existing' && !random.chance(profile.reactivationProbability)) {
    scoreExistingClient(draft);
  } else if (kind === 'lead' && random.chance(0.07)) {
    scoreRefusedLead(draft);
  } else {
    call.patient_type = kind === 'lead' ? patientTypes.newPatient : patientTypes.existing;
    scoreOpportunity(draft, member);
  }
}

function scoreHold(draft: CallDraft, member: StaffMember): void {
  const { call, kind } = draft;
  if (kind === 'spam') return;
  const { random } = draft.context;
  const maxSeconds = call.duration_seconds - 14;
  call.placed_on_hold = maxSeconds >= 6 && random.chance(member.placesOnHold);
  if (!call.placed_on_hold) return;
  call.asked_to_place_on_hold = random.chance(member.asksBeforeHold);
  call.hold_seconds = Math.min(
    maxSeconds,
    Math.max(5, Math.round(member.holdSeconds * random.between(0.4, 1.9))),
  );
}

function scoreMovedAppointment(draft: CallDraft, earlier: MovableAppointment): void {
  const { call, summary, local } = draft;
  const { random } = draft.context;
  call.patient_type = patientTypes.existing;
  call.non_opportunity_reason = draft.context.office.trade.existingReasons.values[0] as string;
  summary.visit = draft.context.schedule.moveAppointment(draft, earlier, local);
  call.highlights = movedSummary(summary, summary.visit === null, random);
}

function scoreExistingClient(draft: CallDraft): void {
  const { call, summary } = draft;
  call.patient_type = patientTypes.existing;
  call.non_opportunity_reason = draft.context.random.draw(draft.context.office.trade.existingReasons);
  addInquiries(draft, 0.16, 0.02, call.non_opportunity_reason.endsWith('Insurance') ? 0.5 : 0);
  call.highlights = existingSummary(summary, call.non_opportunity_reason, draft.context.random);
}

function scoreRefusedLead(draft: CallDraft): void {
  const { call, summary } = draft;
  call.patient_type = patientTypes.newPatient;
  call.non_opportunity_reason = draft.context.random.draw(draft.context.office.trade.leadRefusals);
  addInquiries(draft, 0.7, 0.1, 0);
  call.highlights = refusedSummary(summary, call.non_opportunity_reason, draft.context.random);
}

function scoreOpportunity(draft: CallDraft, member: StaffMember): void {
  const { call, summary, profile, caller, local } = draft;
  const { random } = draft.context;
  call.opportunity = true;
  addInquiries(draft, 0.84, profile.offerProbability, 0.42);
  call.payment_type = random.chance(0.94) ? random.draw(draft.context.office.trade.paymentTypes) : null;
  askForSource(draft, member);

  call.appointment_caller_mentioned = random.chance(0.36);
  call.asked_for_appointment = !call.appointment_caller_mentioned && random.chance(member.asksForAppointment);
  let chance = call.appointment_caller_mentioned
    ? 0.24 + 0.5 * member.skill
    : call.asked_for_appointment
      ? 0.13 + 0.58 * member.skill
      : 0.07;
  if (random.chance(0.36)) {
    const answerIndex = Math.min(
      priceAnswers.length - 1,
      Math.floor(priceAnswers.length * random.next() ** (0.45 + member.skill)),
    );
    summary.price = priceAnswers[answerIndex] ?? null;
    call.price_answer = summary.price;
    chance *= priceAnswerFactors[answerIndex] ?? 1;
  }
  const refusedInsurance = summary.insurance !== null && !summary.insuranceAccepted;
  if (refusedInsurance) chance *= 0.4;

  if (random.chance(Math.min(0.96, chance))) {
    call.additional_appointment_caller_mentioned = random.chance(0.09);
    call.asked_for_additional_appointment =
      !call.additional_appointment_caller_mentioned && random.chance(member.asksForMore);
    const additional =
      call.additional_appointment_caller_mentioned ||
      (call.asked_for_additional_appointment && random.chance(0.3))
        ? random.integer(1, 2)
        : 0;
    summary.booked = 1 + additional;
    summary.visit = draft.context.schedule.bookVisits(draft, caller, local, summary.booked);
  } else {
    scoreUnbooked(draft, refusedInsurance);
  }
  call.highlights = opportunitySummary(summary, random);
  if (call.follow_up_opportunity) draft.context.schedule.resolveByCallback(draft, caller, local, true);
}

function scoreUnbooked(draft: CallDraft, refusedInsurance: boolean): void {
  const { call, summary } = draft;
  const { random } = draft.context;
  const insurance = 'Insurance Not Accepted';
  const staff = 'Staff Did Not Offer an Appointment';
  const reasons = draft.context.office.trade.noAppointmentReasons;
  const fits = (reason: string) =>
    reason === insurance ? refusedInsurance : reason !== staff || call.asked_for_appointment === false;
  let reason = refusedInsurance && random.chance(0.75) ? insurance : random.draw(reasons);
  while (!fits(reason)) reason = random.draw(reasons);
  summary.refusal = reason;
  call.no_appointment_scheduled_reason = reason;
  call.follow_up_opportunity = random.chance(reason === insurance ? 0.15 : 0.5);
  if (!call.follow_up_opportunity) return;
  call.follow_up_reason =
    reason === 'Wants to Check Schedule'
      ? followUpReasons.schedule
      : reason === 'Needs to Speak With Spouse or Parent'
        ? followUpReasons.spouse
        : reason === 'Price Too High'
          ? followUpReasons.price
          : reason === insurance
            ? followUpReasons.insurance
            : summary.price === 'Will Call Back With Price'
              ? followUpReasons.callback
              : followUpReasons.unbooked;
}

function askForSource(draft: CallDraft, member: StaffMember): void {
  const { call, profile } = draft;
  const { random } = draft.context;
  call.source_caller_mentioned = random.chance(profile.sourceName === null ? 0.1 : 0.27);
  call.asked_for_source = !call.source_caller_mentioned && random.chance(member.asksForSource);
  if (!call.source_caller_mentioned && !(call.asked_for_source && random.chance(0.9))) return;
  const mention = drawMention(profile, random);
  call.caller_source = mention.source;
  call.source_mentioned = mention.phrase;
  call.wrong_source_mentioned = mention.wrong;
}
