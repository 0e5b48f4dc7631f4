import type { Call } from '@mailcall/contract/calls.ts';

/** Whether a call waits for a callback: missed or in need of a follow-up, and not resolved. */
export const waitsForCallback = (
  call: Pick<Call, 'outcome' | 'resolveDate' | 'followUpOpportunity'>,
): boolean => call.resolveDate === null && (call.followUpOpportunity || call.outcome.includes('missed call'));
