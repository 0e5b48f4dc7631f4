import { type DeskEvent, deskUpdates, type LiveEvent, liveUpdates } from '@mailcall/contract/live.ts';
import type { RequestedAccounts } from '@mailcall/contract/scope/scope.ts';
import { automatically, callForStream } from '../../platform/api.ts';
import { readEventStream } from './event-stream.ts';
import { currentSession, subscribe } from '../../platform/session-store.ts';
import { whilePageVisible } from '../../platform/while-page-visible.ts';
import { seconds } from '@mailcall/contract/time/durations.ts';

/** Milliseconds before a lost stream is reopened; doubled after each failure. */
const initialRetryDelay = 1000;
const maxRetryDelay = seconds(30);

interface ChangeListener<Event> {
  /** The stream is open; earlier changes are not reported. */
  onOpen: () => void;
  onChange: (event: Event) => void;
  onLost?: () => void;
}

type OpenStream = (signal: AbortSignal) => Promise<ReadableStream<Uint8Array>>;

/** Reports changes while the page is visible and signed in; reopens lost streams. Returns how to stop. */
export const watchChanges = (accounts: RequestedAccounts, listener: ChangeListener<LiveEvent>) =>
  watch((signal) => callForStream(liveUpdates, { query: accounts }, { signal }), listener);

/** As {@link watchChanges}, of the provider's desk. */
export const watchDesk = (listener: ChangeListener<DeskEvent>) =>
  watch((signal) => callForStream(deskUpdates, {}, { signal }), listener);

const watch = <Event>(open: OpenStream, listener: ChangeListener<Event>): (() => void) =>
  whilePageVisible(document, (signal) => void follow(open, listener, signal));

async function follow<Event>(
  open: OpenStream,
  { onOpen, onChange, onLost }: ChangeListener<Event>,
  signal: AbortSignal,
): Promise<void> {
  let retryDelay = initialRetryDelay;
  while (!signal.aborted) {
    const session = currentSession();
    // the page of an ended session is about to close
    if (!session) return;
    const connection = new AbortController();
    const unsubscribe = subscribe(() => {
      const now = currentSession();
      if (now?.accessToken === session.accessToken && now.sessionVersion === session.sessionVersion) return;
      connection.abort();
    });
    try {
      const stream = await automatically(() => open(AbortSignal.any([signal, connection.signal])));
      retryDelay = initialRetryDelay;
      onOpen();
      await readEventStream(stream, (data) => onChange(JSON.parse(data) as Event));
      await pause(initialRetryDelay, signal);
    } catch {
      if (signal.aborted) return;
      if (!connection.signal.aborted) {
        onLost?.();
        // randomized, so that not all screens reconnect at once after a restart
        await pause(retryDelay * (0.5 + Math.random() / 2), signal);
        retryDelay = Math.min(maxRetryDelay, retryDelay * 2);
      }
    } finally {
      unsubscribe();
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
