import { opportunityResults } from '@mailcall/contract/resolve.ts';
import type { PrefilledResolution } from '../calls/index.ts';
import type { CallerDetails } from './api.ts';
import type { ReachedResult } from './desk-address.ts';

function namesOf(fullName: string | null): { firstName: string; lastName: string } {
  const words = fullName?.trim().split(/\s+/) ?? [];
  return {
    firstName: words.slice(0, -1).join(' ') || (words[0] ?? ''),
    lastName: words.length > 1 ? (words.at(-1) ?? '') : '',
  };
}

const same = (one: string, other: string) => one.trim().toLowerCase() === other.trim().toLowerCase();

export function prefilledResolution(
  { entry, calls }: Pick<CallerDetails, 'entry' | 'calls'>,
  result: ReachedResult,
  { staff, name }: { staff: readonly { id: string; name: string }[]; name: string | null },
): PrefilledResolution {
  const known = calls.find(({ patientType }) => patientType !== null)?.patientType;
  const opportunity = opportunityResults.find((one) => one === known) ?? '';
  const handler = staff.find((member) => name !== null && same(member.name, name))?.id ?? '';
  return {
    handler,
    result: 'Spoke With Caller',
    opportunity,
    form:
      result === 'booked'
        ? { values: { ...namesOf(entry.callerName), day: '', minutes: null }, key: null }
        : null,
  };
}
