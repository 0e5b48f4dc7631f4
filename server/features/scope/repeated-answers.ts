import { createHash } from 'node:crypto';
import type { ScopeFilters } from '@mailcall/contract/scope/scope.ts';
import type { VersionMeta } from '@mailcall/contract/wire/page.ts';
import type { AnyRoute } from '@mailcall/contract/wire/route.ts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Dependencies } from '../../dependencies.ts';
import { clientLeft } from '../../platform/http/client-left.ts';
import { hasTag, notModified } from '../../platform/http/revalidation.ts';
import { SerializedReply } from '../../platform/http/serialized-reply.ts';
import { release } from '../../platform/release.ts';
import { type MemoryLimits, RememberedValues } from '../../platform/remembered-values.ts';
import { type ReadCall, recordCallsRead } from '../activity/index.ts';
import type { Viewer } from '../identity/index.ts';
import { type CheckedScope, checkScope, type SelectedAccounts } from './checked-scope.ts';
import { dataVersionOf, followUpsStayUntil } from './data-version.ts';
import type { RequestOptions } from './query-engine.ts';

/** A request about a scope. */
export interface ScopedRequest {
  viewer: Viewer;
  query: SelectedAccounts & { filters?: ScopeFilters | undefined };
  request: FastifyRequest;
  reply: FastifyReply;
}

/** Moments at which the last 30 days can begin. */
interface Beginnings {
  from: Date;
  to: Date;
}

interface RememberedAnswer {
  /** The answer without `meta` as JSON, which takes a fraction of the memory of its objects. */
  text: string;
  /** The calls that it shows. */
  calls: readonly ReadCall[];
  meta: VersionMeta;
  /** Identity of the data that it was counted from. */
  data: string;
  /** Whenever the last 30 days begin then, the answer is the same; null when it does not look at them. */
  beginnings: Beginnings | null;
}

/** Milliseconds between two times that old answers are forgotten. */
const forgetEvery = 30_000;
/**
 * Characters of all remembered answers as JSON, and milliseconds for which one is remembered: with those until old ones are
 * forgotten ten minutes, and two for what nobody has asked for again. Otherwise the memory of a busy portal would grow for ten minutes
 * by answers of which most are never asked for again.
 */
const usualLimits: MemoryLimits = {
  size: 32 * 1024 ** 2,
  age: 10 * 60_000 - forgetEvery,
  unused: 2 * 60_000 - forgetEvery,
};
/** What an answer takes beside its own characters, so that a great many small ones do not take several times the room. */
const sizeBesides = 1024;

/** What an answer takes for the ids of a call that it shows. */
const sizeOfCall = 128;

const digest = (...parts: readonly unknown[]) =>
  createHash('sha256').update(JSON.stringify(parts)).digest('base64url');

/**
 * Answers requests about a scope, from the memory of the process while nothing has changed. An answer is made of the route, the
 * checked scope, the request and the data of the accounts alone, never of the person who asks: who may read the same accounts gets the same one,
 * and each reading of its calls is recorded.
 */
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
   * Answers a request after checking its scope. The version of the data is read after the request came, so that the answer has
   * whatever was committed before.
   * @param count counts the answer from the scope and the parsed request alone
   * @param options `lastThirtyDays`: the answer counts follow-ups, whose days begin later with each request; `callsOf`: the calls that
   * the answer shows, whose reading is recorded whenever it is sent
   * @throws {Problem} as {@link checkScope} does.
   */
  async inScope<Request extends ScopedRequest, Reply extends { meta: VersionMeta }>(
    route: AnyRoute,
    request: Request,
    count: (scope: CheckedScope, now: Date, options: RequestOptions) => Promise<Reply>,
    options: { lastThirtyDays?: boolean; callsOf?: (reply: Reply) => readonly ReadCall[] } = {},
  ): Promise<Reply | SerializedReply<Reply> | typeof notModified> {
    const { database, clock, environment } = this.#dependencies;
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
      if (hasTag(request, tagOf(key, known))) return notModified;
      await record(known.calls);
      // remembered by this key, which has the route
      return serialized<Reply>(known.text, { ...known.meta, asOf: now.toISOString() });
    }
    if (!options.lastThirtyDays && hasTag(request, tagOf(key, { data: data.identity, beginnings: null })))
      return notModified;
    // what changes between the two raises the version, so that the answer is not remembered as of now
    const [answer, beginnings] = await Promise.all([
      count(scope, now, { signal, data }),
      options.lastThirtyDays
        ? followUpsStayUntil(database.kysely, scope).then((to) => ({ from: beginning, to }))
        : null,
    ]);
    const calls = options.callsOf?.(answer) ?? [];
    await record(calls);
    // newer ones are counted once more for the next request
    if (answer.meta.version !== data.version) return answer;
    const { meta, ...rest } = answer;
    const remembered = { text: JSON.stringify(rest), calls, meta, data: data.identity, beginnings };
    this.#answers.set(key, remembered, remembered.text.length + calls.length * sizeOfCall + sizeBesides);
    hasTag(request, tagOf(key, remembered));
    return serialized<Reply>(remembered.text, meta);
  }
}

/** A reply of its parts: the JSON of an object, and what else it has. */
const serialized = <Reply>(text: string, meta: VersionMeta): SerializedReply<Reply> =>
  new SerializedReply(`${text.slice(0, -1)}${text === '{}' ? '' : ','}"meta":${JSON.stringify(meta)}}`);

const isWithin = (beginning: Date, beginnings: Beginnings | null): boolean =>
  beginnings === null || (beginning >= beginnings.from && beginning <= beginnings.to);

/** Identifies an answer among all that the same address had and will have. */
const tagOf = (key: string, { data, beginnings }: Pick<RememberedAnswer, 'data' | 'beginnings'>): string =>
  digest(release, key, data, beginnings?.from ?? null).slice(0, 22);
