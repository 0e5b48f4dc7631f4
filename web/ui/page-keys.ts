import { type RefObject, useEffect, useRef } from 'react';
import { keyActs, useKeys } from '../platform/keys.ts';

/** Keys and what they do; a key is named as the browser names it: 'j', '/', ' ', 'ArrowLeft'. */
export type KeyActions = Record<string, (event: KeyboardEvent) => void>;

const typingPlaces = 'input, textarea, select, [contenteditable=""], [contenteditable="true"]';
const controls = `${typingPlaces}, button, a[href], summary, [role="slider"], [role="button"], [role="tab"], [role="option"], [tabindex]:not([tabindex="-1"])`;

/** Whether a key pressed there is the control's own: text in a field, space on a button. */
export function belongsToControl(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest(controls) !== null;
}

const belongsToTyping = (target: EventTarget | null) =>
  target instanceof Element && target.closest(typingPlaces) !== null;

/** The open dialog on top, where keys are meant for it and not for the page below. */
export const topDialog = () => [...document.querySelectorAll('[role="dialog"]')].at(-1) ?? null;

/**
 * Single keys of a part of the page. They act while nobody types, and only where they are meant: an open dialog keeps
 * its keys to itself, and the page below gets none. With `outsideControls` a focused button or link keeps its keys too.
 */
export function usePageKeys(
  place: RefObject<Element | null>,
  actions: KeyActions,
  { outsideControls = false }: { outsideControls?: boolean } = {},
): void {
  const latest = useRef(actions);
  useEffect(() => {
    latest.current = actions;
  });
  useEffect(() => {
    const act = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
      const action = latest.current[event.key];
      if (!action || !place.current || !keyActs(event.key)) return;
      const dialog = topDialog();
      if (dialog && !dialog.contains(place.current)) return;
      if (outsideControls ? belongsToControl(event.target) : belongsToTyping(event.target)) return;
      event.preventDefault();
      action(event);
    };
    document.addEventListener('keydown', act);
    return () => document.removeEventListener('keydown', act);
  }, [place, outsideControls]);
}

/** Marks the element of a row that opens it: {@link useRowKeys} steps through these. */
export const rowMark = (row: string) => ({ 'data-row': row });

/** Moves the focus to a row's element, if that row is shown. Says whether it was. */
export function focusRow(row: string): boolean {
  const shown = document.querySelector<HTMLElement>(`[data-row="${CSS.escape(row)}"]`);
  shown?.focus();
  return shown !== null;
}

/** `j` and `k` step through the rows of a list by moving the focus; Enter opens as on any link or button. */
export function useRowKeys(place: RefObject<Element | null>): void {
  useKeys([
    { key: 'j', does: 'Next row of the list' },
    { key: 'k', does: 'Previous row of the list' },
  ]);
  const step = (by: 1 | -1) => {
    const rows = [...(place.current?.querySelectorAll<HTMLElement>('[data-row]') ?? [])];
    const focused = document.activeElement;
    const at = rows.findIndex(
      (row) => row === focused || (focused !== null && row.closest('tr, li')?.contains(focused)),
    );
    const next = at < 0 ? (by > 0 ? 0 : rows.length - 1) : Math.min(rows.length - 1, Math.max(0, at + by));
    rows[next]?.focus();
    rows[next]?.scrollIntoView({ block: 'nearest' });
  };
  usePageKeys(place, { j: () => step(1), k: () => step(-1) });
}
