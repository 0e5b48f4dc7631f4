import { startTransition, useEffect, useEffectEvent, useState } from 'react';
import { flushSync } from 'react-dom';

/** What to draw of a value, and whether that is still the one before. */
interface Answered<Value> {
  value: Value;
  isBefore: boolean;
}

/**
 * Draws a value once what it shows has been answered, and the one before until then: figures are replaced in place and
 * together, instead of by skeletons and one by one. What is from before has to be marked. After `patience` the value is drawn
 * with the answers that are there; a page that is printed does not wait, and neither does somebody who goes on.
 */
export function useAnswered<Value>({
  value,
  key,
  request,
  patience,
}: {
  value: Value;
  /** Of what is requested: a value of another key waits for its answers. Null for values that do not wait. */
  key: string | null;
  /** Requests what the value shows; resolves when all of it has been answered or has failed. */
  request: (signal: AbortSignal) => Promise<unknown>;
  /** The longest time that the value before stays, in milliseconds. */
  patience: number;
}): Answered<Value> {
  const [drawn, setDrawn] = useState({ key, value });
  const [next, setNext] = useState(drawn);
  const isBefore = key !== null && drawn.key !== null && drawn.key !== key;
  const isAnother = next.key !== key || next.value !== value;
  if (isAnother) setNext({ key, value });
  // a step within the value that waits, such as sorting: it was pressed and is answered at once
  if (!isBefore ? drawn.key !== key || drawn.value !== value : isAnother && next.key === key)
    setDrawn({ key, value });
  const draw = useEffectEvent(() => setDrawn({ key, value }));
  const send = useEffectEvent(request);
  const awaited = isBefore ? key : null;
  useEffect(() => {
    if (awaited === null) return undefined;
    const replaced = new AbortController();
    const { signal } = replaced;
    const drawSoon = () => {
      if (!signal.aborted) startTransition(() => draw());
    };
    const drawNow = () => flushSync(() => draw());
    const timer = setTimeout(drawSoon, patience);
    window.addEventListener('beforeprint', drawNow, { signal });
    void send(signal).then(drawSoon);
    return () => {
      clearTimeout(timer);
      replaced.abort();
    };
  }, [awaited, patience]);
  return { value: isBefore ? drawn.value : value, isBefore };
}
