import { useEffect, useRef } from 'react';

/** Runs an action once although React can mount a screen twice: the code of a mailed link works only once. */
export function useOnce(act: () => Promise<void>): void {
  const started = useRef(false);
  useEffect(() => {
    if (started.current) return;
    started.current = true;
    void act();
  }, [act]);
}
