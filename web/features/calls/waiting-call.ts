import type { Call } from '@mailcall/contract/calls.ts';

/** Missed or needing a follow-up, and unresolved. */
export const waitsForCallback = (
  call: Pick<Call, 'outcome' | 'resolveDate' | 'followUpOpportunity'>,
): boolean => call.resolveDate === null && (call.followUpOpportunity || call.outcome.includes('missed call'));
