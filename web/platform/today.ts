import { daysAt } from '@mailcall/contract/time/days.ts';
import type { DateRange } from '@mailcall/contract/scope/date-range.ts';
import { minutes } from '@mailcall/contract/time/durations.ts';
import { useCallback, useMemo, useSyncExternalStore } from 'react';

/** In every time zone, days end at a UTC quarter hour. */
const quarterHour = minutes(15);

const listeners = new Set<() => void>();
let timer: ReturnType<typeof setTimeout>;

function tell(): void {
  for (const listener of listeners) listener();
}

function wait(): void {
  timer = setTimeout(
    () => {
      tell();
      wait();
    },
    quarterHour - (Date.now() % quarterHour),
  );
}

/** Calls the listener when a day may have ended, also on return, because timers stop during sleep. */
function subscribe(listener: () => void): () => void {
  if (listeners.size === 0) {
    wait();
    document.addEventListener('visibilitychange', tell);
  }
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
    if (listeners.size > 0) return;
    clearTimeout(timer);
    document.removeEventListener('visibilitychange', tell);
  };
}

const daysText = ({ startDate, endDate }: DateRange) => `${startDate} ${endDate}`;

/** Current days of the contract's `dayZones`; the same object until a day begins or ends. */
export function useToday(dayZones: readonly string[]): DateRange {
  const days = useSyncExternalStore(
    subscribe,
    useCallback(() => daysText(daysAt(new Date(), dayZones)), [dayZones]),
  );
  return useMemo(() => {
    const [startDate = '', endDate = ''] = days.split(' ');
    return { startDate, endDate };
  }, [days]);
}
