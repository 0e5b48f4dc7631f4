import { useEffect } from 'react';

const attribute = 'data-mantine-color-scheme';

/** Prints in the light scheme: light text would be illegible on paper. */
export function usePrintInLightScheme(): void {
  useEffect(() => {
    const root = document.documentElement;
    let screenScheme: string | null = null;
    const before = () => {
      screenScheme = root.getAttribute(attribute);
      root.setAttribute(attribute, 'light');
    };
    const after = () => {
      if (screenScheme !== null) root.setAttribute(attribute, screenScheme);
      screenScheme = null;
    };
    window.addEventListener('beforeprint', before);
    window.addEventListener('afterprint', after);
    return () => {
      window.removeEventListener('beforeprint', before);
      window.removeEventListener('afterprint', after);
    };
  }, []);
}
