import type { ServerResponse } from 'node:http';
import { type DeskEvent, type DeskTopic, type LiveEvent, maxNamedDesigns } from '@mailcall/contract/live.ts';
import { seconds } from '@mailcall/contract/time/durations.ts';
import { Gauge } from 'prom-client';
import type { Notifications } from '../../platform/notifications.ts';
import { processMetrics } from '../../platform/process-metrics.ts';
import {
  accountChangedChannel,
  type ChangedDesign,
  changedDeskSchema,
  changedDesignSchema,
  deskChangedChannel,
  designChangedChannel,
} from './live-channels.ts';

const openStreams = new Gauge({
  name: 'mailcall_live_streams',
  help: 'Streams of changes that are open to screens.',
  registers: [processMetrics],
});

/** Minimum milliseconds between events of a stream; imports change accounts many times a second. */
const eventInterval = 1000;
/** Keeps proxies from closing idle streams. */
const heartbeatInterval = seconds(25);
/** Heartbeats between checks of an idle stream's reader. */
const heartbeatsPerCheck = 4;
const checksAtOnce = 4;

/** Enough for screens on many desks, but a limit for programs. */
const maxStreamsPerReader = 50;
const maxUnreadBytes = 64 * 1024;

const heartbeat = Buffer.from(':\n\n');

interface Reader {
  contactId: string;
  mayReceive: () => Promise<boolean>;
}

interface ScreenReader extends Reader {
  accountIds: ReadonlySet<string>;
  receivesDesigns: boolean;
}

/** Person at the provider's desk. */
interface DeskReader extends Reader {
  scope: 'all' | ReadonlySet<string>;
}

export type LiveReader = ScreenReader | DeskReader;

type Stream = LiveReader & { raw: ServerResponse; heartbeats: number };
type Event = LiveEvent | DeskEvent;

interface Changes {
  accountIds: Set<string>;
  designs: Map<string, ChangedDesign>;
  /** Accounts by topic; null: all desks. */
  desk: Map<DeskTopic, Set<string> | null>;
  /** Notifications may have been lost, so anything may have changed. */
  lost: boolean;
}

const noChanges = (): Changes => ({
  accountIds: new Set(),
  designs: new Map(),
  desk: new Map(),
  lost: false,
});

function haveCommon(one: ReadonlySet<string>, other: ReadonlySet<string>): boolean {
  const [fewer, more] = one.size < other.size ? [one, other] : [other, one];
  for (const id of fewer) if (more.has(id)) return true;
  return false;
}

function deskEventFor({ scope }: DeskReader, { desk, lost }: Changes): DeskEvent | null {
  if (lost) return { topics: null };
  const topics = [...desk].flatMap(([topic, accountIds]) =>
    accountIds === null || scope === 'all' || haveCommon(accountIds, scope) ? [topic] : [],
  );
  return topics.length === 0 ? null : { topics };
}

function screenEventFor({ accountIds, receivesDesigns }: ScreenReader, changes: Changes): LiveEvent | null {
  if (changes.lost) return { data: true, designs: receivesDesigns ? null : [] };
  const data = haveCommon(changes.accountIds, accountIds);
  const designs = receivesDesigns
    ? [...changes.designs.values()].filter(({ accountId }) => accountIds.has(accountId))
    : [];
  if (!data && designs.length === 0) return null;
  const named = designs.map(({ id, revision }) => ({ id, revision }));
  return { data, designs: named.length > maxNamedDesigns ? null : named };
}

/** Null if nothing relevant changed. */
const eventFor = (reader: LiveReader, changes: Changes): Event | null =>
  'scope' in reader ? deskEventFor(reader, changes) : screenEventFor(reader, changes);

/** Of one stream. */
function bothEvents(one: Event, other: Event): Event {
  if ('topics' in one || 'topics' in other) {
    const [first, second] = [one, other].map((event) => ('topics' in event ? event.topics : null));
    return { topics: first && second ? [...new Set([...first, ...second])] : null };
  }
  const designs = new Map(
    [...(one.designs ?? []), ...(other.designs ?? [])].map((design) => [design.id, design]),
  );
  const areKnown = one.designs !== null && other.designs !== null && designs.size <= maxNamedDesigns;
  return { data: one.data || other.data, designs: areKnown ? [...designs.values()] : null };
}

/** Streams share one connection and timer; changes within a second become one event. */
export class LiveStreams {
  readonly #notifications: Notifications;
  readonly #sessionEndedChannel: string;
  readonly #streams = new Set<Stream>();
  /** By reader id, with the event to send after the check, or null. */
  readonly #toCheck = new Map<string, Map<Stream, Event | null>>();
  #checking = 0;
  #changes = noChanges();
  #sentAt = Number.NEGATIVE_INFINITY;
  #sendTimer: ReturnType<typeof setTimeout> | undefined;
  #heartbeatTimer: ReturnType<typeof setInterval> | undefined;
  #listening: Promise<unknown> | undefined;

  /** `sessionEndedChannel`: PostgreSQL channel with the contact of each ended session. */
  constructor(notifications: Notifications, { sessionEndedChannel }: { sessionEndedChannel: string }) {
    this.#notifications = notifications;
    this.#sessionEndedChannel = sessionEndedChannel;
    notifications.closing.addEventListener('abort', () => {
      clearTimeout(this.#sendTimer);
      for (const { raw } of this.#streams) raw.end();
    });
  }

  /** Listens once; after it resolves, no commit is missed. Throws {@link DatabaseUnavailable}. */
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
      this.#notifications.listen(deskChangedChannel, (text) => {
        if (text === null) this.#changes.lost = true;
        else {
          const { topic, accountIds } = changedDeskSchema.parse(JSON.parse(text));
          const before = this.#changes.desk.get(topic);
          const isForAll = accountIds === null || before === null;
          this.#changes.desk.set(topic, isForAll ? null : new Set([...(before ?? []), ...accountIds]));
        }
        this.#scheduleEvents();
      }),
      // ends streams of an ended session at once; if the notification is lost, the next check does
      this.#notifications.listen(this.#sessionEndedChannel, (contactId) => {
        for (const stream of this.#streams)
          if (contactId === null || stream.contactId === contactId) this.#check(stream, null);
      }),
    ]).catch((error: unknown) => {
      this.#listening = undefined;
      throw error;
    });
    return this.#listening;
  }

  isFull(contactId: string): boolean {
    let count = 0;
    for (const stream of this.#streams) if (stream.contactId === contactId) count += 1;
    return count >= maxStreamsPerReader;
  }

  /** Call after sending the headers. The stream ends with the connection, the reader's access or the process. */
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
      // a reader that ignores the last bytes keeps an ended stream open, and nothing can be written to it
      if (stream.raw.writableEnded) {
        stream.raw.destroy();
        continue;
      }
      stream.heartbeats += 1;
      if (stream.heartbeats < heartbeatsPerCheck) stream.raw.write(heartbeat);
      else this.#check(stream, null);
    }
  }

  /** Checks the reader in turn; then sends the event or ends the stream. */
  #check(stream: Stream, event: Event | null): void {
    const ofReader = this.#toCheck.get(stream.contactId) ?? new Map<Stream, Event | null>();
    this.#toCheck.set(stream.contactId, ofReader);
    const waiting = ofReader.get(stream);
    ofReader.set(stream, event && waiting ? bothEvents(waiting, event) : (event ?? waiting ?? null));
    if (this.#checking >= checksAtOnce) return;
    this.#checking += 1;
    // after all streams with the same event have been added
    queueMicrotask(() => void this.#checkNext());
  }

  async #checkNext(): Promise<void> {
    for (const [contactId, ofReader] of this.#toCheck) {
      this.#toCheck.delete(contactId);
      // together, so that streams of a session share the reads
      await Promise.all([...ofReader].map(([stream, event]) => this.#checkStream(stream, event)));
    }
    this.#checking -= 1;
  }

  async #checkStream(stream: Stream, event: Event | null): Promise<void> {
    stream.heartbeats = 0;
    const mayReceive = await stream.mayReceive().catch(() => false);
    const { raw } = stream;
    if (raw.writableEnded || raw.destroyed) return;
    if (raw.writableLength > maxUnreadBytes) raw.destroy();
    else if (mayReceive) raw.write(event ? `event: changed\ndata: ${JSON.stringify(event)}\n\n` : heartbeat);
    else raw.end();
  }
}
