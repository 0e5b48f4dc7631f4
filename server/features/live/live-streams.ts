import type { ServerResponse } from 'node:http';
import { type LiveEvent, maxNamedDesigns } from '@mailcall/contract/live.ts';
import { Gauge } from 'prom-client';
import type { Notifications } from '../../platform/notifications.ts';
import { processMetrics } from '../../platform/process-metrics.ts';
import { sessionEndedChannel } from '../identity/index.ts';
import {
  accountChangedChannel,
  type ChangedDesign,
  changedDesignSchema,
  designChangedChannel,
} from './changes.ts';

const openStreams = new Gauge({
  name: 'mailcall_live_streams',
  help: 'Streams of changes that are open to screens.',
  registers: [processMetrics],
});

/** Milliseconds between two events of a stream at least: an import changes accounts many times a second. */
const eventInterval = 1000;
/** Milliseconds between heartbeats, so that proxies do not close an idle stream. */
const heartbeatInterval = 25_000;
/** Heartbeats after which the reader of an idle stream is checked again. */
const heartbeatsPerCheck = 4;
/** Readers that are checked at the same time, each with all of their streams. */
const checksAtOnce = 4;

/** Streams that one person can have open: screens on many desks, but not as many as a program can open. */
const maxStreamsPerReader = 50;
/** Bytes that a reader can leave unread until the stream ends. */
const maxUnreadBytes = 64 * 1024;

const heartbeat = Buffer.from(':\n\n');

/** What a stream is about, and who reads it. */
export interface LiveReader {
  contactId: string;
  accountIds: ReadonlySet<string>;
  /** Whether changes of designs are sent. */
  receivesDesigns: boolean;
  /** Whether the reader still has the right to all these accounts. */
  mayReceive: () => Promise<boolean>;
}

interface Stream extends LiveReader {
  raw: ServerResponse;
  /** Heartbeats since the reader was checked. */
  heartbeats: number;
}

/** What has changed since the last events. */
interface Changes {
  accountIds: Set<string>;
  /** By id, the newest change. */
  designs: Map<string, ChangedDesign>;
  /** Whether notifications can have been lost, so that anything may have changed. */
  lost: boolean;
}

const noChanges = (): Changes => ({ accountIds: new Set(), designs: new Map(), lost: false });

/** The event of a stream; null when nothing of it has changed. */
function eventFor({ accountIds, receivesDesigns }: LiveReader, changes: Changes): LiveEvent | null {
  if (changes.lost) return { data: true, designs: receivesDesigns ? null : [] };
  const [fewer, more] =
    changes.accountIds.size < accountIds.size
      ? [changes.accountIds, accountIds]
      : [accountIds, changes.accountIds];
  let data = false;
  for (const id of fewer) {
    if (!more.has(id)) continue;
    data = true;
    break;
  }
  const designs = receivesDesigns
    ? [...changes.designs.values()].filter(({ accountId }) => accountIds.has(accountId))
    : [];
  if (!data && designs.length === 0) return null;
  const named = designs.map(({ id, revision }) => ({ id, revision }));
  return { data, designs: named.length > maxNamedDesigns ? null : named };
}

/** Two events of a stream as one. */
function bothEvents(one: LiveEvent, other: LiveEvent): LiveEvent {
  const designs = new Map(
    [...(one.designs ?? []), ...(other.designs ?? [])].map((design) => [design.id, design]),
  );
  const areKnown = one.designs !== null && other.designs !== null && designs.size <= maxNamedDesigns;
  return { data: one.data || other.data, designs: areKnown ? [...designs.values()] : null };
}

/**
 * The open event streams of this process. One connection listens for all of them, one timer sends the heartbeats of all, and
 * what changes within a second is one event. A reader is checked before each event and every 100 seconds.
 */
export class LiveStreams {
  readonly #notifications: Notifications;
  readonly #streams = new Set<Stream>();
  /** By the id of their reader, the streams that wait for a check, with the event to send then; null: none. */
  readonly #toCheck = new Map<string, Map<Stream, LiveEvent | null>>();
  #checking = 0;
  #changes = noChanges();
  #sentAt = Number.NEGATIVE_INFINITY;
  #sendTimer: ReturnType<typeof setTimeout> | undefined;
  #heartbeatTimer: ReturnType<typeof setInterval> | undefined;
  #listening: Promise<unknown> | undefined;

  constructor(notifications: Notifications) {
    this.#notifications = notifications;
    notifications.closing.addEventListener('abort', () => {
      clearTimeout(this.#sendTimer);
      for (const { raw } of this.#streams) raw.end();
    });
  }

  /**
   * Begins to listen, once; everything that is committed after it resolves reaches the streams that are open then.
   * @throws {DatabaseUnavailable} when PostgreSQL cannot be reached.
   */
  listen(): Promise<unknown> {
    this.#listening ??= Promise.all([
      this.#notifications.listen(accountChangedChannel, (accountId) => {
        if (accountId === null) this.#changes.lost = true;
        else this.#changes.accountIds.add(accountId);
        this.#scheduleEvents();
      }),
      this.#notifications.listen(designChangedChannel, (text) => {
        if (text === null) this.#changes.lost = true;
        else {
          const design = changedDesignSchema.parse(JSON.parse(text));
          this.#changes.designs.set(design.id, design);
        }
        this.#scheduleEvents();
      }),
      // a stream whose session has ended ends at once; without notifications at the next check
      this.#notifications.listen(sessionEndedChannel, (contactId) => {
        for (const stream of this.#streams)
          if (contactId === null || stream.contactId === contactId) this.#check(stream, null);
      }),
    ]).catch((error: unknown) => {
      this.#listening = undefined;
      throw error;
    });
    return this.#listening;
  }

  /** Whether a person has as many streams as one can have. */
  isFull(contactId: string): boolean {
    let count = 0;
    for (const stream of this.#streams) if (stream.contactId === contactId) count += 1;
    return count >= maxStreamsPerReader;
  }

  /** Adds a stream whose headers are sent; it ends with the connection, with the reader's right or with the process. */
  add(reader: LiveReader, raw: ServerResponse): void {
    const stream: Stream = { ...reader, raw, heartbeats: 0 };
    if (raw.destroyed) return;
    if (this.#notifications.closing.aborted) {
      raw.end();
      return;
    }
    this.#streams.add(stream);
    openStreams.inc();
    this.#heartbeatTimer ??= setInterval(() => this.#beat(), heartbeatInterval).unref();
    raw.once('close', () => this.#remove(stream));
    raw.write(heartbeat);
  }

  #remove(stream: Stream): void {
    if (this.#streams.delete(stream)) openStreams.dec();
    this.#toCheck.get(stream.contactId)?.delete(stream);
    if (this.#streams.size > 0) return;
    clearInterval(this.#heartbeatTimer);
    this.#heartbeatTimer = undefined;
  }

  /** Sends what has changed: now, or when the last events are long enough ago. */
  #scheduleEvents(): void {
    if (this.#sendTimer !== undefined || this.#notifications.closing.aborted) return;
    const delay = Math.max(0, this.#sentAt + eventInterval - performance.now());
    this.#sendTimer = setTimeout(() => {
      this.#sendTimer = undefined;
      this.#sentAt = performance.now();
      const changes = this.#changes;
      this.#changes = noChanges();
      for (const stream of this.#streams) {
        const event = eventFor(stream, changes);
        if (event) this.#check(stream, event);
      }
    }, delay);
  }

  #beat(): void {
    for (const stream of this.#streams) {
      // who does not take its last bytes keeps an ended stream open, and nothing can be written to it
      if (stream.raw.writableEnded) {
        stream.raw.destroy();
        continue;
      }
      stream.heartbeats += 1;
      if (stream.heartbeats < heartbeatsPerCheck) stream.raw.write(heartbeat);
      else this.#check(stream, null);
    }
  }

  /** Checks the reader of a stream in their turn; then sends the event, or ends the stream. */
  #check(stream: Stream, event: LiveEvent | null): void {
    const ofReader = this.#toCheck.get(stream.contactId) ?? new Map<Stream, LiveEvent | null>();
    this.#toCheck.set(stream.contactId, ofReader);
    const waiting = ofReader.get(stream);
    ofReader.set(stream, event && waiting ? bothEvents(waiting, event) : (event ?? waiting ?? null));
    if (this.#checking >= checksAtOnce) return;
    this.#checking += 1;
    // when all streams that have the same event wait
    queueMicrotask(() => void this.#checkNext());
  }

  async #checkNext(): Promise<void> {
    for (const [contactId, ofReader] of this.#toCheck) {
      this.#toCheck.delete(contactId);
      // in one turn, so that the streams of a session share what is read of it
      await Promise.all([...ofReader].map(([stream, event]) => this.#checkStream(stream, event)));
    }
    this.#checking -= 1;
  }

  async #checkStream(stream: Stream, event: LiveEvent | null): Promise<void> {
    stream.heartbeats = 0;
    const mayReceive = await stream.mayReceive().catch(() => false);
    const { raw } = stream;
    if (raw.writableEnded || raw.destroyed) return;
    if (raw.writableLength > maxUnreadBytes) raw.destroy();
    else if (mayReceive) raw.write(event ? `event: changed\ndata: ${JSON.stringify(event)}\n\n` : heartbeat);
    else raw.end();
  }
}
