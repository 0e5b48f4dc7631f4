// Stale while loading: the previous figures stay, marked as stale, until the new ones replace them in one drawing.
// A change of the scope asks for a dozen answers; TanStack's `keepPreviousData` would replace them one by one and mix two scopes.
// The value from which a page makes its requests is held back. The requests are sent meanwhile, into the cache of queries.
// The caller marks the stale part with `aria-busy`; `stale.module.css` makes it pale.
import { startTransition, useEffect, useEffectEvent, useState } from 'react';
import { flushSync } from 'react-dom';

interface Displayed<Value> {
  value: Value;
  isStale: boolean;
}

/** Draws a value once its requests are answered, or after `maxStaleMs` with the answers so far. Printing and navigation do not wait. */
export function useStaleWhileLoading<Value>({
  value,
  key,
  request,
  maxStaleMs,
}: {
  value: Value;
  /** Identifies the requests; a value with another key waits for its answers. Null for values that do not wait. */
  key: string | null;
  /** Requests the value's data; resolves when all requests have ended. */
  request: (signal: AbortSignal) => Promise<unknown>;
  maxStaleMs: number;
}): Displayed<Value> {
  const [drawn, setDrawn] = useState({ key, value });
  const [next, setNext] = useState(drawn);
  const isStale = key !== null && drawn.key !== null && drawn.key !== key;
  const isAnother = next.key !== key || next.value !== value;
  if (isAnother) setNext({ key, value });
  // a step within the waiting value, such as sorting, is drawn at once
  if (!isStale ? drawn.key !== key || drawn.value !== value : isAnother && next.key === key)
    setDrawn({ key, value });
  const draw = useEffectEvent(() => setDrawn({ key, value }));
  const send = useEffectEvent(request);
  const awaited = isStale ? key : null;
  useEffect(() => {
    if (awaited === null) return undefined;
    const replaced = new AbortController();
    const { signal } = replaced;
    const drawSoon = () => {
      if (!signal.aborted) startTransition(() => draw());
    };
    const drawNow = () => flushSync(() => draw());
    const timer = setTimeout(drawSoon, maxStaleMs);
    window.addEventListener('beforeprint', drawNow, { signal });
    void send(signal).then(drawSoon);
    return () => {
      clearTimeout(timer);
      replaced.abort();
    };
  }, [awaited, maxStaleMs]);
  return { value: isStale ? drawn.value : value, isStale };
}

/** The value, or the last known one with the same key while it is undefined. */
export function useLastKnown<Value>(value: Value | undefined, key = ''): Value | undefined {
  const [last, setLast] = useState({ key, value });
  if (value !== undefined && (last.key !== key || last.value !== value)) setLast({ key, value });
  return value ?? (last.key === key ? last.value : undefined);
}
