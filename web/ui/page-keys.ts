import { type RefObject, useEffect, useRef } from 'react';
import { isKeyEnabled, useKeyHelp } from '../platform/keys.ts';

/** Actions by `KeyboardEvent.key`: 'j', '/', ' ', 'ArrowLeft'. */
export type KeyActions = Record<string, (event: KeyboardEvent) => void>;

const textInputs = 'input, textarea, select, [contenteditable=""], [contenteditable="true"]';
const controls = `${textInputs}, button, a[href], summary, [role="slider"], [role="button"], [role="tab"], [role="option"], [tabindex]:not([tabindex="-1"])`;

/** Whether a key belongs to a control: text in a field, space on a button. */
export function belongsToControl(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest(controls) !== null;
}

const belongsToTextInput = (target: EventTarget | null) =>
  target instanceof Element && target.closest(textInputs) !== null;

/** Topmost open dialog, which receives keys instead of the page; null without one. Ignores dialogs in hidden tabs. */
export const topDialog = (): Element | null =>
  [...document.querySelectorAll('[role="dialog"]')].findLast((dialog) => dialog.checkVisibility()) ?? null;

/** Ignored while the user types or a dialog outside the part is open; also on buttons with `outsideControls`. */
export function usePageKeys(
  container: RefObject<Element | null>,
  actions: KeyActions,
  { outsideControls = false }: { outsideControls?: boolean } = {},
): void {
  const latest = useRef(actions);
  useEffect(() => {
    latest.current = actions;
  });
  useEffect(() => {
    const handleKey = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
      const action = latest.current[event.key];
      if (!action || !container.current || !isKeyEnabled(event.key)) return;
      const dialog = topDialog();
      if (dialog && !dialog.contains(container.current)) return;
      if (outsideControls ? belongsToControl(event.target) : belongsToTextInput(event.target)) return;
      event.preventDefault();
      action(event);
    };
    document.addEventListener('keydown', handleKey);
    return () => document.removeEventListener('keydown', handleKey);
  }, [container, outsideControls]);
}

/** Marks the element that opens a row, for {@link useRowKeys}. */
export const rowAttributes = (row: string) => ({ 'data-row': row });

export function focusRow(row: string): boolean {
  const element = document.querySelector<HTMLElement>(`[data-row="${CSS.escape(row)}"]`);
  element?.focus();
  return element !== null;
}

export function useRowKeys(container: RefObject<Element | null>): void {
  useKeyHelp([
    { key: 'j', description: 'Next row of the list' },
    { key: 'k', description: 'Previous row of the list' },
  ]);
  const step = (by: 1 | -1) => {
    const rows = [...(container.current?.querySelectorAll<HTMLElement>('[data-row]') ?? [])];
    const focused = document.activeElement;
    const at = rows.findIndex(
      (row) => row === focused || (focused !== null && row.closest('tr, li')?.contains(focused)),
    );
    const next = at < 0 ? (by > 0 ? 0 : rows.length - 1) : Math.min(rows.length - 1, Math.max(0, at + by));
    rows[next]?.focus();
    rows[next]?.scrollIntoView({ block: 'nearest' });
  };
  usePageKeys(container, { j: () => step(1), k: () => step(-1) });
}
