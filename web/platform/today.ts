import { useMemo, useSyncExternalStore } from 'react';

const dayLength = 86_400_000;
const utcDay = () => new Date().toISOString().slice(0, 10);

/** Calls the listener when a UTC day ends, and when the window is seen again, because timers stop while a computer sleeps. */
function subscribe(listener: () => void): () => void {
  let timer: ReturnType<typeof setTimeout>;
  const wait = () => {
    timer = setTimeout(
      () => {
        listener();
        wait();
      },
      dayLength - (Date.now() % dayLength),
    );
  };
  wait();
  document.addEventListener('visibilitychange', listener);
  return () => {
    clearTimeout(timer);
    document.removeEventListener('visibilitychange', listener);
  };
}

/** The start of the current UTC day, the same object until the next one. */
export function useToday(): Date {
  const day = useSyncExternalStore(subscribe, utcDay);
  return useMemo(() => new Date(day), [day]);
}
