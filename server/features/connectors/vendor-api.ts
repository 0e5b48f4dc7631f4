import { setTimeout as timeout } from 'node:timers/promises';
import { minutes } from '@mailcall/contract/time/durations.ts';
import { connectionProblem, RefusedConnection } from '../../platform/connection-problem.ts';
import { OperatorProblem } from '../../platform/operator-problem.ts';
import { loopbackHosts, readAnswer, requestOutside } from '../../platform/outside-requests.ts';

/** The message is a sentence for operators. */
export class VendorProblem extends OperatorProblem {
  /** Milliseconds, after too many requests. */
  readonly retryAfter: number | null;
  /** The same request will fail again. */
  readonly isFinal: boolean;

  constructor(message: string, options: { retryAfter?: number; isFinal?: boolean } = {}) {
    super(message);
    this.retryAfter = options.retryAfter ?? null;
    this.isFinal = options.isFinal ?? false;
  }
}

const requestTimeout = minutes(1);
/** Bytes; a page of 250 calls has about 1 MB. */
const maxAnswerBytes = 32 * 1024 * 1024;
/** Requests without a pause, enough for a sync of some days. */
const promptRequests = 20;
const maxRetries = 4;
/** Milliseconds; a longer pause ends the sync, which continues later. */
const longestPause = minutes(1);
/** Milliseconds to wait after too many requests, if the system does not say. */
const limitPause = minutes(15);

/** Milliseconds, from seconds or a date. Null if absent or unreadable. */
export function retryAfterOf(header: string | undefined, now: number): number | null {
  if (header === undefined) return null;
  if (/^\s*\d{1,9}\s*$/.test(header)) return Number(header) * 1000;
  const date = Date.parse(header);
  return Number.isNaN(date) ? null : Math.max(0, date - now);
}

export interface Vendor {
  name: string;
  origin: string;
  secretForm: string;
  /** Milliseconds between two requests of a long list, to keep the system's limits. */
  interval: number;
  /** Milliseconds to wait after too many requests, if the answer does not say; 15 minutes by default. */
  limitPause?: number;
  /** Requests with one key, a tenth less than the system allows; without them it names none. */
  limits?: { hour: number; day: number };
  headers(secret: string): Record<string, string>;
}

export interface VendorAccess<Source extends Vendor = Vendor> {
  source: Source;
  /** Named by an operator; null for the vendor's own. */
  origin: string | null;
  /** Valid ones, newest first; two during a rotation. */
  secrets: readonly string[];
  signal: AbortSignal;
  pause?: (milliseconds: number) => Promise<void>;
  /** Before each request. @throws {VendorProblem} if the limit of the system is reached */
  spend?: () => Promise<void>;
  /** The system wants no request for so many milliseconds. */
  deferred?: (milliseconds: number) => Promise<void>;
}

/** Origins that may be private: the one that an operator named. Without TLS a secret goes to this machine only. */
export const namedOriginsOf = (origin: string | null): readonly string[] =>
  origin === null || (!origin.startsWith('https:') && !loopbackHosts.has(new URL(origin).hostname))
    ? []
    : [origin];

/** A sentence; null if another attempt can help. */
function finalProblem({ name, secretForm }: Vendor, status: number): string | null {
  if (status === 401 || status === 403)
    return `${name} refuses the secret of its API with status ${status}; it must be ${secretForm} of the account.`;
  if (status >= 300 && status < 400)
    return `${name} redirects to another address; nothing is requested there with a secret.`;
  return status < 500 ? `${name} answers with status ${status}.` : null;
}

/** By access, because one can be used for many lists. */
const requestsWith = new WeakMap<VendorAccess, number>();

/** Sends the secret to one origin only, and follows no redirects. */
export class VendorApi {
  readonly #access: VendorAccess;
  readonly #origin: string;
  #secrets: readonly string[];

  constructor(access: VendorAccess) {
    this.#access = access;
    this.#origin = access.origin ?? access.source.origin;
    this.#secrets = access.secrets;
  }

  /** Takes a path, or a whole address that the system gave. @throws {VendorProblem} for an address of another origin */
  addressOf(path: string): URL {
    const url = URL.canParse(path, this.#origin) ? new URL(path, this.#origin) : null;
    if (url?.origin !== this.#origin || url.username !== '' || url.password !== '')
      throw new VendorProblem(
        `${this.#access.source.name} names an address that is not of ${this.#origin}; nothing is requested there with a secret.`,
      );
    return url;
  }

  /** JSON; null for 404 and 410. @throws {VendorProblem} for any other answer, or if the API asks to come back later */
  async get(path: string): Promise<unknown> {
    const { source, signal } = this.#access;
    const url = this.addressOf(path);
    for (let attempt = 0; ; attempt += 1) {
      signal.throwIfAborted();
      const [secret, ...others] = this.#secrets;
      if (secret === undefined)
        throw new VendorProblem(`${source.name} needs a secret for its API: ${source.secretForm}.`);
      const requests = (requestsWith.get(this.#access) ?? 0) + 1;
      requestsWith.set(this.#access, requests);
      if (requests > promptRequests) await this.#pause(source.interval);
      await this.#access.spend?.();
      const { status, body, failure, retryAfter } = await this.#ask(url, secret);
      if (status === 404 || status === 410) return null;
      if ((status === 401 || status === 403) && others.length > 0) {
        this.#secrets = others;
        continue;
      }
      if (body) return this.#parse(body);
      const isLimit = status === 429 || (status === 503 && retryAfter !== null);
      const final = isLimit || failure !== null ? null : finalProblem(source, status);
      if (final !== null) throw new VendorProblem(final, { isFinal: true });
      const wait = retryAfter ?? (isLimit ? (source.limitPause ?? limitPause) : 1000 * 2 ** attempt);
      if (isLimit && (attempt >= maxRetries || wait > longestPause)) await this.#access.deferred?.(wait);
      if (attempt >= maxRetries || wait > longestPause)
        throw isLimit
          ? new VendorProblem(`${source.name} wants no more requests for now.`, { retryAfter: wait })
          : new VendorProblem(
              failure === null
                ? `${source.name} answers with status ${status}.`
                : `${source.name} cannot be asked. ${failure}`,
            );
      await this.#pause(wait);
    }
  }

  async #pause(milliseconds: number): Promise<void> {
    const { pause, signal } = this.#access;
    await (pause ? pause(milliseconds) : timeout(milliseconds, undefined, { signal }));
  }

  async #ask(
    url: URL,
    secret: string,
  ): Promise<{ status: number; body: Buffer | null; failure: string | null; retryAfter: number | null }> {
    const { source, signal, origin } = this.#access;
    try {
      const answer = await requestOutside({
        url,
        headers: { accept: 'application/json', ...source.headers(secret) },
        signal: AbortSignal.any([signal, AbortSignal.timeout(requestTimeout)]),
        namedOrigins: namedOriginsOf(origin),
      });
      const status = answer.statusCode ?? 0;
      const retryAfter = retryAfterOf(answer.headers['retry-after'], Date.now());
      if (status === 200)
        return { status, body: await readAnswer(answer, maxAnswerBytes), failure: null, retryAfter };
      answer.destroy();
      return { status, body: null, failure: null, retryAfter };
    } catch (error) {
      signal.throwIfAborted();
      // what our own rules refuse, such as too large an answer, they refuse again
      if (error instanceof RefusedConnection)
        throw new VendorProblem(`${source.name} cannot be asked. ${error.message}`, { isFinal: true });
      return { status: 0, body: null, failure: connectionProblem(error), retryAfter: null };
    }
  }

  #parse(body: Buffer): unknown {
    try {
      return JSON.parse(body.toString());
    } catch {
      throw new VendorProblem(`${this.#access.source.name} answers with something that is not JSON.`);
    }
  }
}
