import type { Call } from '@mailcall/contract/calls.ts';

/** Whether a call waits for a callback: it is missed or needs a follow-up, and is not resolved. */
export const waitsForCallback = (
  call: Pick<Call, 'outcome' | 'resolveDate' | 'followUpOpportunity'>,
): boolean => call.resolveDate === null && (call.followUpOpportunity || call.outcome.includes('missed call'));
