import { type LiveEvent, liveUpdates } from '@mailcall/contract/live.ts';
import type { RequestedAccounts } from '@mailcall/contract/scope/scope.ts';
import { automatically, callForStream } from '../../platform/api.ts';
import { readEventStream } from './event-stream.ts';
import { currentSession, subscribe } from '../../platform/session-store.ts';
import { whilePageVisible } from '../../platform/while-page-visible.ts';
import { seconds } from '@mailcall/contract/time/durations.ts';

/** Milliseconds before a lost stream is reopened; doubled after each failure. */
const initialRetryDelay = 1000;
const maxRetryDelay = seconds(30);

interface ChangeListener {
  /** The stream is open; earlier changes are not reported. */
  onOpen: () => void;
  onChange: (event: LiveEvent) => void;
  onLost?: () => void;
}

/** Reports changes while the page is visible and signed in; reopens lost streams. Returns how to stop. */
export function watchChanges(accounts: RequestedAccounts, listener: ChangeListener): () => void {
  return whilePageVisible(document, (signal) => void follow(accounts, listener, signal));
}

async function follow(
  accounts: RequestedAccounts,
  { onOpen, onChange, onLost }: ChangeListener,
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
      const options = { signal: AbortSignal.any([signal, connection.signal]) };
      const stream = await automatically(() => callForStream(liveUpdates, { query: accounts }, options));
      retryDelay = initialRetryDelay;
      onOpen();
      await readEventStream(stream, (data) => onChange(JSON.parse(data) as LiveEvent));
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
