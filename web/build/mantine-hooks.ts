import type { Plugin } from 'vite';

/**
 * Mantine draws each control with an id twice: first with the id that a server would have written, then with a random one.
 * Nothing is drawn on a server here, so that React's own ids are enough.
 */
const reactId = () => `import { useId as useReactId } from 'react';
export function useId(staticId) {
  const id = useReactId();
  return typeof staticId === 'string' ? staticId : id;
}`;

/**
 * Mantine moves the focus into a dialog, drawer, menu or popover by a timeout, and browsers prefer keys to timeouts: a key
 * that is pressed as soon as the dialog is there was lost. A microtask comes before the next key, and leaves the focus where
 * the dialog's content or a later key has put it.
 */
function focusAtOnce(source: string): string {
  const guarded = 'const focusNode = (node) => {';
  if (!source.includes(guarded) || source.split('setTimeout(').length !== 3) return source;
  return source
    .replace(
      guarded,
      `${guarded} if (node !== document.activeElement && node.contains(document.activeElement)) return;`,
    )
    .replaceAll('setTimeout(', 'queueMicrotask(');
}

/**
 * Notes where the focus was in the commit, before {@link focusAtOnce} moves it, and gives it back before the next key. A dialog
 * that opens in the commit in which a menu closes gives it back to the menu's button. A click beside a menu takes the focus
 * away after that; it is given back again.
 */
const returnFocusAtOnce = () => `import { useLayoutEffect, useRef } from 'react';
let closing = null;
export function useFocusReturn({ opened, shouldReturnFocus = true }) {
  const before = useRef(null);
  const latest = useRef(shouldReturnFocus);
  const returnFocus = () => before.current?.focus?.({ preventScroll: true });
  useLayoutEffect(() => {
    latest.current = shouldReturnFocus;
  });
  useLayoutEffect(() => {
    const isLost = () => document.activeElement === null || document.activeElement === document.body;
    if (opened) before.current = isLost() ? (closing ?? document.body) : document.activeElement;
    else if (before.current && latest.current) {
      closing = before.current;
      const returnLost = () => {
        if (isLost()) returnFocus();
      };
      queueMicrotask(() => {
        closing = null;
        returnLost();
      });
      const timeout = setTimeout(returnLost, 10);
      return () => clearTimeout(timeout);
    }
  }, [opened]);
  return returnFocus;
}`;

/** The hooks that the build replaces, by the end of their address; each returns the new source. */
const replacements: readonly (readonly [file: string, replace: (source: string) => string])[] = [
  ['/use-id/use-id.mjs', reactId],
  ['/use-focus-trap/use-focus-trap.mjs', focusAtOnce],
  ['/use-focus-return/use-focus-return.mjs', returnFocusAtOnce],
];

/** Replaces hooks of Mantine. Fails the build if one of them is no longer what is replaced. */
export function mantineHooks(): Plugin {
  const replaced = new Set<string>();
  return {
    name: 'mailcall-mantine-hooks',
    apply: 'build',
    transform(source, id) {
      if (!id.includes('/@mantine/hooks/')) return null;
      const found = replacements.find(([file]) => id.endsWith(file));
      if (!found) return null;
      const code = found[1](source);
      if (code !== source) replaced.add(found[0]);
      return { code, map: null };
    },
    buildEnd(error) {
      for (const [file] of replacements) {
        if (!error && !replaced.has(file))
          this.error(`Mantine's ${file} is no longer where or what this build replaces.`);
      }
    },
  };
}
