import { useEffect, useRef } from 'react';

/** Runs an action once although React may mount a screen twice, because a mailed link's code works once. */
export function useOnce(act: () => Promise<void>): void {
  const started = useRef(false);
  useEffect(() => {
    if (started.current) return;
    started.current = true;
    void act();
  }, [act]);
}
