import { designEvents } from '@mailcall/contract/designs.ts';
import { useEffect, useRef, useState } from 'react';
import * as z from 'zod/mini';
import { callForStream } from '../../platform/api.ts';
import { whilePageVisible } from '../../platform/while-page-visible.ts';
import { refetchDesigns } from './api.ts';
import { readEventStream } from './event-stream.ts';

const designEventSchema = z.object({ revision: z.optional(z.number()) });

/** Milliseconds until a lost stream is opened again; doubled after each failure. */
const initialRetryDelay = 1000;
const maxRetryDelay = 30_000;

/**
 * Keeps a design up to date: refetches it when another screen or the provider has changed it, also after a lost connection
 * and when the page becomes visible again. Returns whether updates are being received.
 */
export function useDesignUpdates(designId: string | undefined, revision: number | undefined): boolean {
  const knownRevision = useRef(revision);
  const [isConnected, setConnected] = useState(true);
  useEffect(() => {
    knownRevision.current = revision;
  });
  useEffect(() => {
    if (designId === undefined) return;
    return whilePageVisible(
      document,
      (signal) => void subscribeToDesign(designId, signal, knownRevision, setConnected),
    );
  }, [designId]);
  return isConnected;
}

async function subscribeToDesign(
  id: string,
  signal: AbortSignal,
  knownRevision: { current: number | undefined },
  onConnectionChange: (isConnected: boolean) => void,
): Promise<void> {
  let retryDelay = initialRetryDelay;
  while (!signal.aborted) {
    try {
      const stream = await callForStream(designEvents, { params: { id } }, { signal });
      onConnectionChange(true);
      retryDelay = initialRetryDelay;
      await readEventStream(stream, (data) => {
        const { revision } = designEventSchema.parse(JSON.parse(data));
        // an event without a revision says that some can have been missed
        if (revision === undefined || revision !== knownRevision.current) void refetchDesigns();
      });
      // the server ends each stream after a while
      await pause(initialRetryDelay, signal);
    } catch {
      if (signal.aborted) return;
      onConnectionChange(false);
      await pause(retryDelay, signal);
      retryDelay = Math.min(maxRetryDelay, retryDelay * 2);
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
