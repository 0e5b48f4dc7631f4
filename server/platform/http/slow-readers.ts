import type { ServerResponse } from 'node:http';
import { minutes } from '@mailcall/contract/time/durations.ts';
import type { FastifyInstance } from 'fastify';

export interface ReaderLimits {
  /** Minimum average in bytes per second. */
  rate: number;
  grace: number;
  checkEvery: number;
}

const defaultLimits: ReaderLimits = { rate: 4 * 1024, grace: minutes(1), checkEvery: 10_000 };

interface Waiting {
  at: number;
  given: number;
  left: number;
}

/** Per user; these may pause forever. */
const mostPaused = 4;

const pausing = new WeakMap<ServerResponse, string>();

/** Lets a user pause, for instance a recording. Only the user's last few responses are exempt from the limits. */
export function letPause(answer: ServerResponse, person: string): void {
  pausing.set(answer, person);
}

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

  get count(): number {
    return this.#open.size;
  }

  closeSlow(now: number): void {
    // Fastify's response hook does not run for a client that has left
    for (const answer of this.#open) if (answer.destroyed) this.#open.delete(answer);
    const paused = new Map<string, number>();
    for (const answer of [...this.#open].reverse()) if (this.#isSlow(answer, now, paused)) answer.destroy();
  }

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
    // fast reading earns no extra time, because the reader may stop at any moment
    const most = grace + this.#timeFor(writableLength);
    const left = before ? before.left + this.#timeFor(given - before.given) - (now - before.at) : most;
    this.#waiting.set(answer, { at: now, given, left: Math.min(left, most) });
    return left < 0;
  }

  #timeFor(bytes: number): number {
    return (bytes / this.#limits.rate) * 1000;
  }
}

/** Unsent bytes stay in memory. */
export function closeSlowReaders(app: FastifyInstance, limits = defaultLimits): void {
  const answers = new OpenAnswers(limits);
  app.addHook('onRequest', async (_request, reply) => answers.add(reply.raw));
  // a further listener would be a page's eleventh, and Node warns above ten
  app.addHook('onResponse', async (_request, reply) => answers.remove(reply.raw));
  const looking = setInterval(() => answers.closeSlow(performance.now()), limits.checkEvery).unref();
  app.addHook('onClose', async () => clearInterval(looking));
}
