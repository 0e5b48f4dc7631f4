import { useEffect, useRef } from 'react';

/** Does what a mailed link asks for, once: its code works once, and React may mount a screen twice. */
export function useOnce(act: () => Promise<void>): void {
  const begun = useRef(false);
  useEffect(() => {
    if (begun.current) return;
    begun.current = true;
    void act();
  }, [act]);
}
