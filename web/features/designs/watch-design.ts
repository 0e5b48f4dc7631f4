import { designEvents } from '@mailcall/contract/designs.ts';
import { useEffect, useRef, useState } from 'react';
import { z } from 'zod';
import { callForStream } from '../../platform/api.ts';
import { whileSeen } from '../../platform/while-seen.ts';
import { designsChanged } from './api.ts';
import { eventsOf } from './event-stream.ts';

const designEventSchema = z.object({ revision: z.number().optional() });

/** Milliseconds until a lost stream is opened again; twice as long after each failure. */
const initialRetryDelay = 1000;
const maxRetryDelay = 30_000;

/**
 * Keeps a design as it is for everybody: asks anew when another screen or the provider has changed it, also after the
 * connection was lost and when the page is seen again. Says whether news can be heard at the moment.
 */
export function useWatchedDesign(designId: string | undefined, revision: number | undefined): boolean {
  const known = useRef(revision);
  const [isConnected, setConnected] = useState(true);
  useEffect(() => {
    known.current = revision;
  });
  useEffect(() => {
    if (designId === undefined) return;
    return whileSeen(document, (signal) => void watch(designId, signal, known, setConnected));
  }, [designId]);
  return isConnected;
}

async function watch(
  id: string,
  signal: AbortSignal,
  known: { current: number | undefined },
  onConnectionChange: (isConnected: boolean) => void,
): Promise<void> {
  let wait = initialRetryDelay;
  while (!signal.aborted) {
    try {
      const stream = await callForStream(designEvents, { params: { id } }, { signal });
      onConnectionChange(true);
      wait = initialRetryDelay;
      for await (const { data } of eventsOf(stream)) {
        const { revision } = designEventSchema.parse(JSON.parse(data));
        // without a number something may have been missed
        if (revision === undefined || revision !== known.current) void designsChanged();
      }
      // the server ends each stream after a while
      await pause(initialRetryDelay, signal);
    } catch {
      if (signal.aborted) return;
      onConnectionChange(false);
      await pause(wait, signal);
      wait = Math.min(maxRetryDelay, wait * 2);
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
