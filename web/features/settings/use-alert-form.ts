import type { AlertType } from '@mailcall/contract/rules/alert-types.ts';
import { useMemo, useState } from 'react';
import { type AlertReceivers, saveAlerts } from './alerts-api.ts';
import {
  type AlertContact,
  type AlertRow,
  type AlertRows,
  changedRows,
  rowFor,
  rowsByKey,
  storedRows,
  withRows,
} from './alert-rows.ts';

const noRows: AlertRows = new Map();

export function useAlertForm(accountId: string | null, receivers: AlertReceivers | undefined) {
  const [edited, setEdited] = useState(noRows);
  const stored = useMemo(() => (receivers ? storedRows(receivers.settings) : noRows), [receivers]);
  const rows = useMemo(() => withRows(stored, edited), [stored, edited]);
  const changed = changedRows(stored, edited);
  return {
    rows,
    isChanged: changed.length > 0,
    rowFor: (contact: AlertContact, alertType: AlertType) => rowFor(rows, contact, alertType),
    edit: (changes: readonly AlertRow[]) => setEdited((before) => withRows(before, rowsByKey(changes))),
    reset: () => setEdited(noRows),
    save: async () => {
      if (accountId === null) return;
      await saveAlerts(accountId, changed);
      // keeps edits made during the save
      setEdited((now) => new Map([...now].filter(([key, row]) => edited.get(key) !== row)));
    },
  };
}
export type AlertForm = ReturnType<typeof useAlertForm>;
