import { createHash } from 'node:crypto';
import type { ScopeFilters } from '@mailcall/contract/scope/scope.ts';
import { minutes } from '@mailcall/contract/time/durations.ts';
import type { VersionMeta } from '@mailcall/contract/wire/page.ts';
import type { AnyRoute } from '@mailcall/contract/wire/route.ts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Dependencies } from '../../dependencies.ts';
import { clientLeft } from '../../platform/http/client-left.ts';
import { hasTag, notModified } from '../../platform/http/revalidation.ts';
import { SerializedReply } from '../../platform/http/serialized-reply.ts';
import { release } from '../../platform/env.ts';
import { type MemoryLimits, RememberedValues } from '../../platform/remembered-values.ts';
import { type ReadCall, recordCallsRead } from '../activity/index.ts';
import type { Viewer } from '../identity/index.ts';
import { type CheckedScope, checkScope, type SelectedAccounts } from '../scope/index.ts';
import { dataVersionOf, followUpsStayUntil } from './data-version.ts';
import type { RequestOptions } from './query-engine.ts';

export interface ScopedRequest {
  viewer: Viewer;
  query: SelectedAccounts & { filters?: ScopeFilters | undefined };
  request: FastifyRequest;
  reply: FastifyReply;
}

interface Beginnings {
  from: Date;
  to: Date;
}

interface RememberedAnswer {
  /** JSON without `meta`; takes a fraction of the memory of its objects. */
  text: string;
  calls: readonly ReadCall[];
  meta: VersionMeta;
  data: string;
  /** Starts of the last 30 days that give the same answer; null if it does not use them. */
  beginnings: Beginnings | null;
}

/** Milliseconds between evictions. */
const forgetEvery = 30_000;
/** Characters of JSON, and lifetimes: ten minutes, or two without another request, so that unused answers do not fill the memory. */
const usualLimits: MemoryLimits = {
  size: 32 * 1024 ** 2,
  age: minutes(10) - forgetEvery,
  unused: minutes(2) - forgetEvery,
};
/** Counts for each answer, so that many small ones do not exceed the limit. */
const sizeBesides = 1024;

/** Counts for the ids of each displayed call. */
const sizeOfCall = 128;

const digest = (...parts: readonly unknown[]) =>
  createHash('sha256').update(JSON.stringify(parts)).digest('base64url');

/** Users with the same access share answers, which never depend on the person. Records each reading of their calls. */
export class RepeatedAnswers {
  readonly #dependencies: Pick<Dependencies, 'database' | 'clock' | 'environment'>;
  readonly #answers: RememberedValues<RememberedAnswer>;
  readonly #forgetting: NodeJS.Timeout;

  constructor(
    dependencies: Pick<Dependencies, 'database' | 'clock' | 'environment'>,
    limits: Partial<MemoryLimits> = {},
  ) {
    this.#dependencies = dependencies;
    this.#answers = new RememberedValues({ ...usualLimits, ...limits });
    this.#forgetting = setInterval(() => this.#answers.forgetOld(), forgetEvery).unref();
  }

  close(): void {
    clearInterval(this.#forgetting);
  }

  /**
   * Reads the data's version after the request arrived, so that the answer includes earlier commits.
   * @param count computes the answer from scope and parsed request only
   * @param options `lastThirtyDays`: the answer counts follow-ups, whose days move with each request; `callsOf`: shown
   * calls, recorded whenever the answer is sent
   * @throws {Problem} as {@link checkScope}
   */
  async inScope<Request extends ScopedRequest, Reply extends { meta: VersionMeta }>(
    route: AnyRoute,
    request: Request,
    count: (scope: CheckedScope, now: Date, options: RequestOptions) => Promise<Reply>,
    options: { lastThirtyDays?: boolean; callsOf?: (reply: Reply) => readonly ReadCall[] } = {},
  ): Promise<Reply | SerializedReply<Reply> | typeof notModified> {
    const { database, clock, environment } = this.#dependencies;
    const started = performance.now();
    const now = clock.now();
    const signal = clientLeft(request.reply);
    const scope = await checkScope(database.kysely, request.viewer, request.query, {
      now,
      dayMode: environment.dayMode,
    });
    if (scope.accountIds.length === 0) return count(scope, now, { signal });
    const { followUpsFrom: beginning, ...same } = scope;
    const record = (calls: readonly ReadCall[]) =>
      recordCallsRead(database.kysely, { contactId: request.viewer.contactId, at: now }, calls);
    const key = digest(route.service, route.path, same, request.query);
    const data = await dataVersionOf(database.kysely, scope.accountIds);
    const known = this.#answers.get(key);
    if (known?.data === data.identity && isWithin(beginning, known.beginnings)) {
      showEngine(request, 'remembered', started, now.getTime() - Date.parse(known.meta.asOf));
      if (hasTag(request, tagOf(key, known))) return notModified;
      await record(known.calls);
      return serialized<Reply>(known.text, { ...known.meta, asOf: now.toISOString() });
    }
    if (!options.lastThirtyDays && hasTag(request, tagOf(key, { data: data.identity, beginnings: null })))
      return notModified;
    // changes between the two reads raise the version, so the answer is not cached as current
    let engine: Engine = 'postgres';
    const onCopy = () => {
      engine = 'copy';
    };
    const [answer, beginnings] = await Promise.all([
      count(scope, now, { signal, data, onCopy }),
      options.lastThirtyDays
        ? followUpsStayUntil(database.kysely, scope).then((to) => ({ from: beginning, to }))
        : null,
    ]);
    showEngine(request, engine, started, 0);
    const calls = options.callsOf?.(answer) ?? [];
    await record(calls);
    // a newer answer is not cached, but computed again for the next request
    if (answer.meta.version !== data.version) return answer;
    const { meta, ...rest } = answer;
    const remembered = { text: JSON.stringify(rest), calls, meta, data: data.identity, beginnings };
    this.#answers.set(key, remembered, remembered.text.length + calls.length * sizeOfCall + sizeBesides);
    hasTag(request, tagOf(key, remembered));
    return serialized<Reply>(remembered.text, meta);
  }
}

type Engine = 'postgres' | 'copy' | 'remembered';

/** Shows in `Server-Timing` and in the log what answered, after how many milliseconds, and the answer's age. */
function showEngine({ request, reply }: ScopedRequest, engine: Engine, started: number, age: number): void {
  const ms = Math.round((performance.now() - started) * 10) / 10;
  reply.header('Server-Timing', `${engine};dur=${ms}, age;dur=${age}`);
  request.log.debug({ engine, ms, age }, 'figures');
}

const serialized = <Reply>(text: string, meta: VersionMeta): SerializedReply<Reply> =>
  new SerializedReply(`${text.slice(0, -1)}${text === '{}' ? '' : ','}"meta":${JSON.stringify(meta)}}`);

const isWithin = (beginning: Date, beginnings: Beginnings | null): boolean =>
  beginnings === null || (beginning >= beginnings.from && beginning <= beginnings.to);

const tagOf = (key: string, { data, beginnings }: Pick<RememberedAnswer, 'data' | 'beginnings'>): string =>
  digest(release, key, data, beginnings?.from ?? null).slice(0, 22);
