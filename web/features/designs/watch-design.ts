import { designEvents } from '@mailcall/contract/designs.ts';
import { useEffect, useRef, useState } from 'react';
import { z } from 'zod';
import { callForStream } from '../../platform/api.ts';
import { designsChanged } from './api.ts';
import { eventsOf } from './event-stream.ts';

const newsSchema = z.object({ revision: z.number().optional() });

/** Milliseconds until a lost stream is opened again; twice as long after each failure. */
const firstPause = 1000;
const longestPause = 30_000;

/**
 * Keeps a design as it is for everybody: asks anew when another screen or the provider has changed it, also after the
 * connection was lost. Says whether news can be heard at the moment.
 */
export function useWatchedDesign(designId: string | undefined, revision: number | undefined): boolean {
  const known = useRef(revision);
  const [heard, setHeard] = useState(true);
  useEffect(() => {
    known.current = revision;
  });
  useEffect(() => {
    if (designId === undefined) return;
    const stop = new AbortController();
    void watch(designId, stop.signal, known, setHeard);
    return () => stop.abort();
  }, [designId]);
  return heard;
}

async function watch(
  id: string,
  signal: AbortSignal,
  known: { current: number | undefined },
  onHeard: (heard: boolean) => void,
): Promise<void> {
  let wait = firstPause;
  let before = false;
  while (!signal.aborted) {
    try {
      const stream = await callForStream(designEvents, { params: { id } }, { signal });
      onHeard(true);
      wait = firstPause;
      for await (const { data } of eventsOf(stream)) {
        const { revision } = newsSchema.parse(JSON.parse(data));
        // without a number it greets: what was missed while nobody listened is asked for
        if (revision === undefined ? before : revision !== known.current) void designsChanged();
        before = true;
      }
      // the server ends each stream after a while, so that whoever opens it again is checked again
      await pause(firstPause, signal);
    } catch {
      if (signal.aborted) return;
      onHeard(false);
      await pause(wait, signal);
      wait = Math.min(longestPause, wait * 2);
    }
  }
}

const pause = (milliseconds: number, signal: AbortSignal) =>
  new Promise<void>((done) => {
    const timer = setTimeout(done, milliseconds);
    signal.addEventListener('abort', () => {
      clearTimeout(timer);
      done();
    });
  });
