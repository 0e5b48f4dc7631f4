import type { ProviderMailing } from '@mailcall/contract/provider-mailings.ts';
import { mailingStepLabels, stepOf } from '@mailcall/contract/rules/mailing.ts';
import { formatDay } from '@mailcall/contract/time/date-format.ts';

export const stepText = ({ status }: ProviderMailing): string => {
  const step = stepOf(status);
  return step === null ? 'Not ordered' : mailingStepLabels[step];
};

/** Day of the current step, and whether mail tracking says so; '' without one. */
export function stepDayText({ status, days, trackedDays }: ProviderMailing): string {
  const step = stepOf(status);
  if (step === null) return '';
  if (days[step] !== null) return formatDay(days[step]);
  const tracked = step === 'shipped' || step === 'delivered' ? trackedDays[step] : null;
  return tracked === null ? '' : `${formatDay(tracked)}, by mail tracking`;
}

export const weekText = ({ deliveryWeek }: ProviderMailing): string =>
  deliveryWeek === null ? 'No week yet' : `Week of ${formatDay(deliveryWeek)}`;

/** The server's reasons complete the name of the value. */
export function problemText(label: string, reason: string): string {
  const sentence = /^[a-z]/.test(reason) ? `${label} ${reason}` : reason;
  return /[.!?]$/.test(sentence) ? sentence : `${sentence}.`;
}
