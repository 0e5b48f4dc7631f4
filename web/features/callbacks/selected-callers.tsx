import { Button } from '@mantine/core';
import type { CallbackEntry } from '@mailcall/contract/callbacks.ts';
import { callbackKindTexts } from '@mailcall/contract/rules/callbacks.ts';
import { thousands } from '@mailcall/contract/rules/rates.ts';
import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useMemo, useRef, useState } from 'react';
import { useKeyHelp } from '../../platform/keys.ts';
import { usePageKeys } from '../../ui/page-keys.ts';
import { useReadOnlyAccounts } from '../accounts/index.ts';
import { closeCallers, type ClosingKind } from './caller-actions.ts';
import classes from './caller-list.module.css';
import { canBeCalled, waitsForCall } from './use-caller-controls.ts';

export interface SelectedCallers {
  entries: readonly CallbackEntry[];
  /** Whether a caller can be selected: they wait for a call, and the viewer may close them. */
  canSelect: (entry: CallbackEntry) => boolean;
  toggle: (id: string) => void;
  select: (ids: readonly string[]) => void;
  unselect: (ids: readonly string[]) => void;
}

/** Selected callers among `entries`. Callers who leave the list are deselected; another `list` starts without a selection. */
export function useSelectedCallers(entries: readonly CallbackEntry[], list: string): SelectedCallers {
  const [chosen, setChosen] = useState<{ list: string; ids: ReadonlySet<string> }>({ list, ids: new Set() });
  const readOnly = useReadOnlyAccounts();
  const canSelect = useCallback(
    (entry: CallbackEntry) => waitsForCall(entry) && !readOnly.has(entry.accountId),
    [readOnly],
  );
  const ids = chosen.list === list ? chosen.ids : null;
  const selected = useMemo(
    () => entries.filter((entry) => ids?.has(entry.id) && canSelect(entry)),
    [entries, ids, canSelect],
  );
  const change = useCallback(
    (edit: (ids: Set<string>) => void) =>
      setChosen((before) => {
        const next = new Set(before.list === list ? before.ids : []);
        edit(next);
        return { list, ids: next };
      }),
    [list],
  );
  const toggle = useCallback(
    (id: string) => change((before) => void (before.delete(id) || before.add(id))),
    [change],
  );
  return {
    entries: selected,
    canSelect,
    toggle,
    select: (some) => change((before) => some.forEach((id) => before.add(id))),
    unselect: (some) => change((before) => some.forEach((id) => before.delete(id))),
  };
}

/** The caller that a key is about: the one with the focus, else the open one. */
function callerOfKey(open: string | null): string | null {
  const row = document.activeElement?.closest('li')?.querySelector('[data-row]');
  return row?.getAttribute('data-row') ?? open;
}

const closings: readonly ClosingKind[] = ['not-needed', 'wrong-number', 'do-not-call'];

/** Actions for the selected callers, above their list; empty without a selection. `x` selects, `e` leads here. */
export function SelectedBar({
  selected,
  all,
  open,
  onClosed,
}: {
  selected: SelectedCallers;
  all: readonly CallbackEntry[];
  open: string | null;
  onClosed: (ids: readonly string[]) => void;
}) {
  const client = useQueryClient();
  const place = useRef<HTMLDivElement>(null);
  const [saving, setSaving] = useState<ClosingKind | null>(null);
  const { entries, canSelect, toggle, select, unselect } = selected;
  useKeyHelp([
    { key: 'x', description: 'Select a caller, to close several together' },
    ...(entries.length > 0 ? [{ key: 'e', description: 'Go to the actions for the selected callers' }] : []),
  ]);
  usePageKeys(place, {
    x() {
      const id = callerOfKey(open);
      const entry = all.find((one) => one.id === id);
      if (entry && canSelect(entry)) toggle(entry.id);
    },
    e: () => place.current?.querySelector('button')?.focus(),
  });
  const close = async (kind: ClosingKind) => {
    if (saving !== null) return;
    setSaving(kind);
    try {
      const closed = await closeCallers(client, entries, kind);
      unselect(closed);
      if (closed.length > 0) onClosed(closed);
    } finally {
      setSaving(null);
    }
  };
  const selectable = all.filter(canSelect).map(({ id }) => id);
  // a caller without a number cannot have a wrong one
  const haveNumbers = entries.every(canBeCalled);
  return (
    <div ref={place} className={classes.bar}>
      {entries.length > 0 && (
        <section className={classes.selected} aria-label="Selected callers">
          <span role="status">{thousands(entries.length)} selected</span>
          {closings.map((kind) =>
            kind === 'not-needed' || haveNumbers ? (
              <Button
                key={kind}
                size="compact-sm"
                variant={kind === 'not-needed' ? 'filled' : 'default'}
                loading={saving === kind}
                onClick={() => void close(kind)}
              >
                {closingLabels[kind]}
              </Button>
            ) : null,
          )}
          {entries.length < selectable.length && (
            <Button size="compact-sm" variant="subtle" onClick={() => select(selectable)}>
              Select all {thousands(selectable.length)}
            </Button>
          )}
          <Button size="compact-sm" variant="subtle" onClick={() => unselect(entries.map(({ id }) => id))}>
            Clear
          </Button>
        </section>
      )}
    </div>
  );
}

const closingLabels: Readonly<Record<ClosingKind, string>> = {
  'not-needed': callbackKindTexts['not-needed'],
  'wrong-number': callbackKindTexts['wrong-number'],
  'do-not-call': 'Do not call',
};
