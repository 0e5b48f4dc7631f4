import { useMemo, useState } from 'react';
import { saveHours } from './office-hours-api.ts';
import {
  type HoursInput,
  hoursProblems,
  type HoursProblems,
  inputOf,
  isChangedFrom,
  type OfficeHoursRecord,
  savedOf,
} from './office-hours-input.ts';

/** The fields of the hours of an office, and how their changes are saved. */
export interface HoursForm {
  /** What the fields display; null while it is loaded. */
  input: HoursInput | null;
  problems: HoursProblems;
  isChanged: boolean;
  isValid: boolean;
  edit: (change: (before: HoursInput) => HoursInput) => void;
  reset: () => void;
  /** @throws {CallFailed} as {@link saveHours} does. */
  save: () => Promise<void>;
}

const none: HoursProblems = new Map();

/** The hours of an office with what was edited. What comes from the server meanwhile does not touch edits. */
export function useHoursForm(
  accountId: string | null,
  record: OfficeHoursRecord | null | undefined,
): HoursForm {
  const [edited, setEdited] = useState<{ input: HoursInput; before: HoursInput } | null>(null);
  const stored = useMemo(() => (record?.canChange ? inputOf(record) : null), [record]);
  const input = stored && (edited?.input ?? stored);
  const problems = input ? hoursProblems(input) : none;
  return {
    input,
    problems,
    isChanged: stored !== null && edited !== null && isChangedFrom(edited.input, edited.before),
    isValid: problems.size === 0,
    edit: (change) =>
      setEdited((last) => {
        if (!stored) return last;
        const { input: now, before } = last ?? { input: stored, before: stored };
        return { input: change(now), before };
      }),
    reset: () => setEdited(null),
    save: async () => {
      if (accountId === null || edited === null) return;
      await saveHours(accountId, { hours: savedOf(edited.input), before: savedOf(edited.before) });
      // what was edited while it was saved stays
      setEdited((now) => (now === edited || now === null ? null : { ...now, before: edited.input }));
    },
  };
}
