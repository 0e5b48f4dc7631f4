import { useEffect } from 'react';

const attribute = 'data-mantine-color-scheme';

/** Prints the page in its light colours: on paper the dark ones would be light ink on white. */
export function usePrintInLight(): void {
  useEffect(() => {
    const root = document.documentElement;
    let shown: string | null = null;
    const before = () => {
      shown = root.getAttribute(attribute);
      root.setAttribute(attribute, 'light');
    };
    const after = () => {
      if (shown !== null) root.setAttribute(attribute, shown);
      shown = null;
    };
    window.addEventListener('beforeprint', before);
    window.addEventListener('afterprint', after);
    return () => {
      window.removeEventListener('beforeprint', before);
      window.removeEventListener('afterprint', after);
    };
  }, []);
}
