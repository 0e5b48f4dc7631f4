import type { PricingAnswer } from '@mailcall/contract/front-desk.ts';
import { type Grade, gradeOfShare } from '@mailcall/contract/rules/grades.ts';
import { percent } from '@mailcall/contract/rules/rates.ts';
import { gradingFor } from './figure-texts.ts';

/** All price answers together; the score is the share of calls with an appointment. */
export function pricingTotal(records: readonly PricingAnswer[]): {
  calls: number;
  withAppointment: number;
  /** Whole percent. */
  rate: number;
  grade: Grade;
} {
  const calls = records.reduce((sum, answer) => sum + answer.totalCallCount, 0);
  const withAppointment = records.reduce((sum, answer) => sum + answer.scoreWithAppointmentCount, 0);
  return {
    calls,
    withAppointment,
    rate: percent(withAppointment, calls),
    grade: gradeOfShare(gradingFor('pricing'), withAppointment, calls),
  };
}
