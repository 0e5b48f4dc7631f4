import { callerIdOf, type MovableAppointment } from './callers.ts';
import { dayOfLocal } from './local-time.ts';
import type { StaffMember } from './offices.ts';
import { recordings, type Recording } from './recordings.ts';
import { drawMention, type Kind } from './sources.ts';
import {
  existingSummary,
  movedSummary,
  opportunitySummary,
  refusedSummary,
  spamSummary,
  strangerSummary,
} from './summaries.ts';
import { ask, hear, record, type Telling } from './telling.ts';
import { followUpReasons, ivrOutcomes, patientTypes, priceAnswers, spamReason, strangers } from './trade.ts';

/** How an answer about the price changes the chance of an appointment, best answer first. */
const pricePull = [1.25, 1.06, 1, 0.9, 0.6, 0.48] as const;

/** The recordings that fit a conversation with each kind of caller: opportunities talk longest. */
const talks: Record<Kind, readonly Recording[]> = {
  lead: recordings.conversation.slice(4),
  existing: recordings.conversation.slice(2, 11),
  stranger: recordings.conversation.slice(0, 7),
  spam: recordings.conversation.slice(0, 3),
};

/** Records a conversation; one in thirty is not recorded. */
export function recordTalk(telling: Telling): void {
  record(telling, talks[telling.kind], 0.97, [35, 260]);
}

/** Tells a call that a member of staff answers. */
export function answer(telling: Telling): void {
  const { call, kind, told, local, shape } = telling;
  const { random } = telling.desk;
  const day = dayOfLocal(local);
  const moved = kind === 'existing' && random.chance(0.16) ? telling.desk.callers.takeMovable(local) : null;
  if (moved) {
    telling.caller = moved.caller;
    call.caller_phone_number = moved.caller.household.phone;
    call.caller_id_name = callerIdOf(moved.caller, telling.desk.office, random);
  }
  const member = telling.desk.diary.memberAt(day);
  told.staff = member.first;
  call.call_answered_by = 'Staff';
  call.handler_id = member.id;
  call.interacted_with_ivr = telling.desk.office.hasMenu && random.chance(0.85);
  if (call.interacted_with_ivr) call.ivr_outcome = ivrOutcomes.staff;
  recordTalk(telling);
  hear(telling, kind === 'stranger' ? 0.35 : 0.82);
  if (kind !== 'spam') call.good_impression = random.chance(member.goodImpression);
  hold(telling, member);

  if (kind === 'spam') {
    call.patient_type = patientTypes.spam;
    call.non_opportunity_reason = spamReason;
    call.highlights = spamSummary(random);
  } else if (kind === 'stranger') {
    call.patient_type = patientTypes.stranger;
    call.non_opportunity_reason = random.draw(strangers);
    call.highlights = strangerSummary(call.non_opportunity_reason, random);
  } else if (moved) {
    move(telling, moved);
  } else if (kind === 'existing' && !random.chance(shape.reactivates)) {
    serveExisting(telling);
  } else if (kind === 'lead' && random.chance(0.07)) {
    refuse(telling);
  } else {
    call.patient_type = kind === 'lead' ? patientTypes.fresh : patientTypes.existing;
    seize(telling, member);
  }
}

function hold(telling: Telling, member: StaffMember): void {
  const { call, kind } = telling;
  if (kind === 'spam') return;
  const { random } = telling.desk;
  const longest = call.duration_seconds - 14;
  call.placed_on_hold = longest >= 6 && random.chance(member.placesOnHold);
  if (!call.placed_on_hold) return;
  call.asked_to_place_on_hold = random.chance(member.asksBeforeHold);
  call.hold_seconds = Math.min(
    longest,
    Math.max(5, Math.round(member.holdSeconds * random.between(0.4, 1.9))),
  );
}

function move(telling: Telling, earlier: MovableAppointment): void {
  const { call, told, local } = telling;
  const { random } = telling.desk;
  call.patient_type = patientTypes.existing;
  call.non_opportunity_reason = telling.desk.office.trade.existingReasons.values[0] as string;
  told.visit = telling.desk.diary.move(telling, earlier, local);
  call.highlights = movedSummary(told, told.visit === null, random);
}

function serveExisting(telling: Telling): void {
  const { call, told } = telling;
  call.patient_type = patientTypes.existing;
  call.non_opportunity_reason = telling.desk.random.draw(telling.desk.office.trade.existingReasons);
  ask(telling, 0.16, 0.02, call.non_opportunity_reason.endsWith('Insurance') ? 0.5 : 0);
  call.highlights = existingSummary(told, call.non_opportunity_reason, telling.desk.random);
}

function refuse(telling: Telling): void {
  const { call, told } = telling;
  call.patient_type = patientTypes.fresh;
  call.non_opportunity_reason = telling.desk.random.draw(telling.desk.office.trade.leadRefusals);
  ask(telling, 0.7, 0.1, 0);
  call.highlights = refusedSummary(told, call.non_opportunity_reason, telling.desk.random);
}

/** An opportunity: what staff ask, what it costs, and whether it ends in an appointment. */
function seize(telling: Telling, member: StaffMember): void {
  const { call, told, shape, caller, local } = telling;
  const { random } = telling.desk;
  call.opportunity = true;
  ask(telling, 0.84, shape.offers, 0.42);
  call.payment_type = random.chance(0.94) ? random.draw(telling.desk.office.trade.paymentTypes) : null;
  askForSource(telling, member);

  call.appointment_caller_mentioned = random.chance(0.36);
  call.asked_for_appointment = !call.appointment_caller_mentioned && random.chance(member.asksForAppointment);
  let chance = call.appointment_caller_mentioned
    ? 0.24 + 0.5 * member.skill
    : call.asked_for_appointment
      ? 0.13 + 0.58 * member.skill
      : 0.07;
  if (random.chance(0.36)) {
    const place = Math.min(
      priceAnswers.length - 1,
      Math.floor(priceAnswers.length * random.next() ** (0.45 + member.skill)),
    );
    told.price = priceAnswers[place] ?? null;
    call.price_answer = told.price;
    chance *= pricePull[place] ?? 1;
  }
  const refusedInsurance = told.insurance !== null && !told.insuranceAccepted;
  if (refusedInsurance) chance *= 0.4;

  if (random.chance(Math.min(0.96, chance))) {
    call.additional_appointment_caller_mentioned = random.chance(0.09);
    call.asked_for_additional_appointment =
      !call.additional_appointment_caller_mentioned && random.chance(member.asksForMore);
    const more =
      call.additional_appointment_caller_mentioned ||
      (call.asked_for_additional_appointment && random.chance(0.3))
        ? random.whole(1, 2)
        : 0;
    told.booked = 1 + more;
    told.visit = telling.desk.diary.book(telling, caller, local, told.booked);
  } else {
    leaveUnbooked(telling, refusedInsurance);
  }
  call.highlights = opportunitySummary(told, random);
  if (call.follow_up_opportunity) telling.desk.diary.callBack(telling, caller, local, true);
}

function leaveUnbooked(telling: Telling, refusedInsurance: boolean): void {
  const { call, told } = telling;
  const { random } = telling.desk;
  const insurance = 'Insurance Not Accepted';
  const staff = 'Staff Did Not Offer an Appointment';
  const reasons = telling.desk.office.trade.noAppointmentReasons;
  const fits = (reason: string) =>
    reason === insurance ? refusedInsurance : reason !== staff || call.asked_for_appointment === false;
  let reason = refusedInsurance && random.chance(0.75) ? insurance : random.draw(reasons);
  while (!fits(reason)) reason = random.draw(reasons);
  told.refusal = reason;
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
            : told.price === 'Will Call Back With Price'
              ? followUpReasons.callback
              : followUpReasons.unbooked;
}

function askForSource(telling: Telling, member: StaffMember): void {
  const { call, shape } = telling;
  const { random } = telling.desk;
  call.source_caller_mentioned = random.chance(shape.cameBy === null ? 0.1 : 0.27);
  call.asked_for_source = !call.source_caller_mentioned && random.chance(member.asksForSource);
  if (!call.source_caller_mentioned && !(call.asked_for_source && random.chance(0.9))) return;
  const mention = drawMention(shape, random);
  call.caller_source = mention.source;
  call.source_mentioned = mention.words;
  call.wrong_source_mentioned = mention.wrong;
}
