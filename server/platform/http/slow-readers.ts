import type { ServerResponse } from 'node:http';
import type { FastifyInstance } from 'fastify';

/** How slowly clients may take their answers. */
export interface ReaderLimits {
  /** Bytes that have to be taken in a second, on average. */
  rate: number;
  /** Milliseconds that they have besides. */
  grace: number;
  /** How often open answers are looked at, in milliseconds. */
  checkEvery: number;
}

const defaultLimits: ReaderLimits = { rate: 4 * 1024, grace: 60_000, checkEvery: 10_000 };

/** A reader for whom bytes of an answer wait. */
interface Waiting {
  /** When the answer was looked at last. */
  at: number;
  /** Bytes that its connection had been given by then. */
  given: number;
  /** Milliseconds that the reader still has. */
  left: number;
}

/** Answers of one person that may be left unread for as long as they like. */
const mostPaused = 4;

/** Who may pause an answer. */
const pausing = new WeakMap<ServerResponse, string>();

/**
 * Lets a person take an answer as slowly as they like, such as a recording whose player is paused. Only the last few of a person
 * may be left unread; those before have the limits of all answers.
 * @param person who it is; only compared
 */
export function letPause(answer: ServerResponse, person: string): void {
  pausing.set(answer, person);
}

/** The answers that are being sent. */
export class OpenAnswers {
  readonly #limits: Omit<ReaderLimits, 'checkEvery'>;
  readonly #open = new Set<ServerResponse>();
  readonly #waiting = new WeakMap<ServerResponse, Waiting>();

  constructor(limits: Omit<ReaderLimits, 'checkEvery'>) {
    this.#limits = limits;
  }

  add(answer: ServerResponse): void {
    this.#open.add(answer);
  }

  remove(answer: ServerResponse): void {
    this.#open.delete(answer);
  }

  /** How many are looked at. */
  get count(): number {
    return this.#open.size;
  }

  /** Closes the connections of who takes too long. */
  closeSlow(now: number): void {
    // the hook for answers that were sent is not called for a client that has left
    for (const answer of this.#open) if (answer.destroyed) this.#open.delete(answer);
    const paused = new Map<string, number>();
    for (const answer of [...this.#open].reverse()) if (this.#isSlow(answer, now, paused)) answer.destroy();
  }

  /** Whether a person may leave an answer unread; counts those that are. */
  #mayPause(answer: ServerResponse, paused: Map<string, number>): boolean {
    const person = pausing.get(answer);
    if (person === undefined) return false;
    const count = (paused.get(person) ?? 0) + 1;
    paused.set(person, count);
    return count <= mostPaused;
  }

  #isSlow(answer: ServerResponse, now: number, paused: Map<string, number>): boolean {
    const { socket, writableLength } = answer;
    if (!socket || writableLength === 0 || this.#mayPause(answer, paused)) {
      this.#waiting.delete(answer);
      return false;
    }
    const { grace } = this.#limits;
    const given = socket.bytesWritten;
    const before = this.#waiting.get(answer);
    // what was taken quickly earns no time beyond that for what waits: the reader may stop at any moment
    const most = grace + this.#timeFor(writableLength);
    const left = before ? before.left + this.#timeFor(given - before.given) - (now - before.at) : most;
    this.#waiting.set(answer, { at: now, given, left: Math.min(left, most) });
    return left < 0;
  }

  #timeFor(bytes: number): number {
    return (bytes / this.#limits.rate) * 1000;
  }
}

/** Closes the connections of clients that take their answers too slowly: what waits for them would stay in memory. */
export function closeSlowReaders(app: FastifyInstance, limits = defaultLimits): void {
  const answers = new OpenAnswers(limits);
  app.addHook('onRequest', async (_request, reply) => answers.add(reply.raw));
  // a listener of its own would be the eleventh of a page, and Node warns of more than ten
  app.addHook('onResponse', async (_request, reply) => answers.remove(reply.raw));
  const looking = setInterval(() => answers.closeSlow(performance.now()), limits.checkEvery).unref();
  app.addHook('onClose', async () => clearInterval(looking));
}
