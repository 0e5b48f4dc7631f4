import type { Plugin } from 'vite';

const useId = /@mantine\/hooks\/esm\/use-id\/use-id\.mjs$/;

/**
 * Mantine draws each control with an id twice: first with the id that a server would have written, then with a random one.
 * Nothing is drawn on a server here, so that React's own ids are enough.
 */
export function reactIds(): Plugin {
  let replaced = false;
  return {
    name: 'mailcall-react-ids',
    apply: 'build',
    load(id) {
      if (!useId.test(id)) return null;
      replaced = true;
      return `import { useId as useReactId } from 'react';
export function useId(staticId) {
  const id = useReactId();
  return typeof staticId === 'string' ? staticId : id;
}`;
    },
    buildEnd(error) {
      if (!error && !replaced) this.error("Mantine's useId is no longer where this build replaces it.");
    },
  };
}
