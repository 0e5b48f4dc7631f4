import type { mailingSummary } from '@mailcall/contract/mailings.ts';
import { conversionRate } from '@mailcall/contract/rules/rates.ts';
import type { RouteReply } from '@mailcall/contract/wire/route.ts';
import type { summaryOf } from '../scoreboard/index.ts';

export const presentMailingSummary = (
  figures: Awaited<ReturnType<typeof summaryOf>>,
): RouteReply<typeof mailingSummary> => ({
  all: figures.all_calls_count,
  leads: figures.opportunity_calls_count,
  appointments: figures.appointment_calls_count,
  conversionRate: conversionRate(
    figures.all_appointment_set_by_staff_count,
    figures.opportunity_calls_by_staff_count,
  ),
  missed: figures.missed_calls_count,
  followUps: figures.followup_opportunity_calls_count,
  appointmentCalls: figures.calls_with_Appointments_count,
  appointmentsByStaff: figures.all_appointment_set_by_staff_count,
  leadsByStaff: figures.opportunity_calls_by_staff_count,
  nonOpportunities: figures.non_opportunity_calls_count,
  unscored: figures.unscored_calls_count,
  missedAndFollowUps: figures.missed_and_followup_count,
  meta: figures.meta,
});
