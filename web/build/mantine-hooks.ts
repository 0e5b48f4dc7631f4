import type { Plugin } from 'vite';

/** Without server rendering, React's ids are enough; Mantine would render each control twice for its own. */
const reactId = () => `import { useId as useReactId } from 'react';
export function useId(staticId) {
  const id = useReactId();
  return typeof staticId === 'string' ? staticId : id;
}`;

/** Mantine sets the focus in a timeout, and browsers handle keys before it, so a key was lost. A microtask runs before the next key. */
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

/** Notes the focus during the commit, before {@link focusAtOnce} moves it; restores it before the next key and after a click outside. */
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

/** Mantine hooks to replace, by the end of their path; each function returns the new source. */
const replacements: readonly (readonly [file: string, replace: (source: string) => string])[] = [
  ['/use-id/use-id.mjs', reactId],
  ['/use-focus-trap/use-focus-trap.mjs', focusAtOnce],
  ['/use-focus-return/use-focus-return.mjs', returnFocusAtOnce],
];

/** Replaces Mantine hooks. Fails the build if a hook's source no longer matches. */
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
