import { opportunityResults } from '@mailcall/contract/resolve.ts';
import { namesOf, type PrefilledResolution } from '../calls/index.ts';
import type { CallerDetails } from './api.ts';
import type { ReachedResult } from './desk-address.ts';

export function prefilledResolution(
  { entry, calls }: Pick<CallerDetails, 'entry' | 'calls'>,
  result: ReachedResult,
): PrefilledResolution {
  const known = calls.find(({ patientType }) => patientType !== null)?.patientType;
  const opportunity = opportunityResults.find((one) => one === known) ?? '';
  const reached = { result: 'Spoke With Caller', opportunity } as const;
  if (result === 'reached') return reached;
  const values = { ...namesOf(entry.callerName), day: '', minutes: null };
  return { ...reached, summary: 'Booked an appointment.', form: { values, key: null } };
}
