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
  const [edited, setEdited] = useState<HoursInput | null>(null);
  const stored = useMemo(() => (record?.canChange ? inputOf(record) : null), [record]);
  const input = stored && (edited ?? stored);
  const problems = input ? hoursProblems(input) : none;
  return {
    input,
    problems,
    isChanged: stored !== null && edited !== null && isChangedFrom(edited, stored),
    isValid: problems.size === 0,
    edit: (change) => setEdited((before) => (stored ? change(before ?? stored) : before)),
    reset: () => setEdited(null),
    save: async () => {
      if (accountId === null || edited === null) return;
      await saveHours(accountId, savedOf(edited));
      // what was edited while it was saved stays
      setEdited((now) => (now === edited ? null : now));
    },
  };
}
