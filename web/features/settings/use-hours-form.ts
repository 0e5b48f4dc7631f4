import { useMemo, useState } from 'react';
import { saveHours } from './office-hours-api.ts';
import {
  type HoursInput,
  hoursProblems,
  type HoursProblems,
  inputOf,
  isChangedFrom,
  type OfficeHoursRecord,
  toSavedHours,
} from './office-hours-input.ts';

export interface HoursForm {
  input: HoursInput | null;
  problems: HoursProblems;
  isChanged: boolean;
  isValid: boolean;
  edit: (change: (before: HoursInput) => HoursInput) => void;
  reset: () => void;
  save: () => Promise<void>;
}

const none: HoursProblems = new Map();

/** Hours of an office with edits, which server updates do not touch. */
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
      await saveHours(accountId, { hours: toSavedHours(edited.input), before: toSavedHours(edited.before) });
      // keeps edits made during the save
      setEdited((now) => (now === edited || now === null ? null : { ...now, before: edited.input }));
    },
  };
}
