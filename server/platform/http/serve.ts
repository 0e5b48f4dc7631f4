import { isDeepStrictEqual } from 'node:util';
import type { FastifyInstance, FastifyReply, FastifyRequest, RouteOptions } from 'fastify';
import { FieldProblemList } from '@mailcall/contract/wire/envelope.ts';
import type { AnyRoute } from '@mailcall/contract/wire/route.ts';
import { z } from 'zod';
import { addTextProblems } from '../storable-texts.ts';
import { clientLeft } from './client-left.ts';
import { queryOf } from './request-query.ts';
import { asProblem, notValid, Problem } from './problems.ts';
import { inPlaceOf } from './request-place.ts';
import { requestTurns, takesTurns } from './request-turns.ts';
import { notModified } from './revalidation.ts';
import { sendSerialized, SerializedReply } from './serialized-reply.ts';
import { sendStreamedRecords, StreamedRecords } from './streamed-records.ts';

export const serviceBase = {
  identity: '/api/identity',
  data: '/api/data',
  maps: '/api/maps',
  ingest: '/api/ingest/v1',
} as const;

/** `viewer` is absent on public and API key routes. */
export interface HandlerRequest<R extends AnyRoute, Viewer> {
  params: z.output<R['params']>;
  query: z.output<R['query']>;
  body: z.output<R['body']>;
  viewer: R extends { access: 'public' | 'key' } ? undefined : Viewer;
  /** For long responses: throws a Problem if the session has ended or its rights have changed. Does not count as use of the session. */
  identifyAgain: () => Promise<Viewer>;
  request: FastifyRequest;
  reply: FastifyReply;
}

type Streamed<Reply> = Reply extends { records: readonly unknown[] } ? StreamedRecords<Reply> : never;

/** Returns the reply, {@link SerializedReply}, {@link StreamedRecords} or {@link notModified}; binary routes send it themselves. */
export type Handler<R extends AnyRoute, Viewer> = (
  handlerRequest: HandlerRequest<R, Viewer>,
) => Promise<
  | z.input<R['reply']>
  | SerializedReply<z.input<R['reply']>>
  | Streamed<z.input<R['reply']>>
  | typeof notModified
>;

/** Throws a Problem if this session may not use the route. `again`: counts as no request. */
export type Identify<Viewer> = (
  request: FastifyRequest,
  route: AnyRoute,
  options?: { again: boolean },
) => Promise<Viewer>;

export interface ServeOptions {
  /** For errors of routes without the envelope (OAuth). */
  presentProblem?: (problem: Problem) => object;
}

export interface RouteServer<Viewer> {
  serve<R extends AnyRoute>(route: R, handler: Handler<R, Viewer>, options?: ServeOptions): void;
  readonly served: ReadonlySet<AnyRoute>;
}

/** Nothing, or an empty object. */
const noBody = z.strictObject({}, { error: 'This route takes no body.' });

/** Throws 400 with the problems of all parts. */
function parse(route: AnyRoute, request: FastifyRequest): { params: unknown; query: unknown; body: unknown } {
  const problems = new FieldProblemList();
  let fits = true;
  const part = (name: 'params' | 'query' | 'body', value: unknown) => {
    const schema = route[name] as z.ZodType | undefined;
    if (!schema) return undefined;
    const result = schema.safeParse(value ?? {});
    if (result.success) addTextProblems(problems, result.data, []);
    else problems.addError(result.error, name);
    fits &&= result.success;
    return result.data;
  };
  const parsed = {
    params: part('params', request.params),
    query: part('query', route.query && queryOf(request)),
    body: part('body', request.body),
  };
  // a route without a body would ignore its content
  if (!route.body && route.bodyFormat === 'json')
    problems.addError(noBody.safeParse(request.body ?? {}).error, 'body');
  if (!fits || !problems.isEmpty) throw notValid(problems.listed, problems.unlisted);
  return parsed;
}

/** Rejects extra fields, so that no superfluous column leaves the server. Throws Error that names the route, or ZodError. */
function checked(route: AnyRoute, answer: unknown): unknown {
  const known = route.reply.parse(answer);
  const asSent = (value: unknown): unknown => JSON.parse(JSON.stringify(value));
  if (!isDeepStrictEqual(asSent(known), asSent(answer))) {
    throw new Error(`The answer of ${route.method} ${route.path} holds more than the contract says.`);
  }
  return known;
}

/** Bytes; enough for a thousand settings. */
const largestBody = 1024 * 1024;

const isStream = ({ replyFormat }: AnyRoute) => replyFormat === 'binary' || replyFormat === 'events';

const signsIn = (route: AnyRoute) => route.access !== 'public' && route.access !== 'key';

/** The handler streams `request.body`. Without `types` it accepts all. */
function addFileRoute(scope: FastifyInstance, definition: RouteOptions, types: readonly string[]): void {
  scope.removeAllContentTypeParsers();
  scope.addContentTypeParser('*', async (request: FastifyRequest, payload: unknown) => {
    const [type = ''] = (request.headers['content-type'] ?? '').toLowerCase().split(';');
    if (types.length > 0 && !types.includes(type.trim()))
      throw new Problem(415, `Send the body as ${types.join(', ')}.`);
    return payload;
  });
  scope.route(definition);
}

export function createRouteServer<Viewer>(
  app: FastifyInstance,
  options: {
    identify: Identify<Viewer>;
    personOf: (viewer: Viewer) => string;
    /** Who acts instead of the viewer; null for the viewer. */
    actorOf?: (viewer: Viewer) => string | null;
    checkReplies: boolean;
  },
): RouteServer<Viewer> {
  const served = new Set<AnyRoute>();
  const turns = requestTurns();
  const identified = new WeakMap<FastifyRequest, { viewer: Viewer; beforeBody: boolean }>();
  const identify = async (request: FastifyRequest, route: AnyRoute) => {
    const viewer = await options.identify(request, route);
    identified.set(request, { viewer, beforeBody: route.body !== undefined && !request.raw.complete });
  };
  /** Identified again if the request waited or its body arrived late, which may take minutes. */
  const viewerOf = async (request: FastifyRequest, route: AnyRoute, waited: boolean): Promise<Viewer> => {
    const known = identified.get(request);
    return known && !known.beforeBody && !waited
      ? known.viewer
      : options.identify(request, route, { again: true });
  };
  /** One queue per user or API key. The identity service has its own, so that settings open meanwhile. */
  const takerOf = (request: FastifyRequest, { service }: AnyRoute): string => {
    const known = identified.get(request);
    if (known) return `${service === 'identity' ? service : 'data'} of ${options.personOf(known.viewer)}`;
    // the scheme is case-insensitive
    return `key ${request.headers.authorization?.replace(/^Bearer /i, '')}`;
  };
  return {
    served,
    serve(route, handler, { presentProblem } = {}) {
      served.add(route);
      const definition: RouteOptions = {
        method: route.method,
        url: serviceBase[route.service] + route.path,
        config: { checksToken: signsIn(route) },
        // before the body is read
        ...(signsIn(route) && {
          bodyLimit: largestBody,
          onRequest: (request) => identify(request, route),
        }),
        ...(presentProblem && {
          errorHandler: (error, request, reply) => {
            const problem = asProblem(error, request);
            void reply.headers(problem.headers).status(problem.statusCode).send(presentProblem(problem));
          },
        }),
        handler: (request, reply) =>
          takesTurns(route)
            ? turns.run(
                takerOf(request, route),
                (waited) => answerRequest(request, reply, waited),
                clientLeft(reply),
              )
            : answerRequest(request, reply, false),
      };
      const answerRequest = async (request: FastifyRequest, reply: FastifyReply, waited: boolean) => {
        const viewer = signsIn(route) ? await viewerOf(request, route, waited) : undefined;
        const identifyAgain = () => options.identify(request, route, { again: true });
        const handlerRequest = {
          ...parse(route, request),
          viewer,
          identifyAgain,
          request,
          reply,
        } as Parameters<typeof handler>[0];
        const actor = (viewer === undefined ? null : options.actorOf?.(viewer)) ?? null;
        const answer = await inPlaceOf(request, actor, () => handler(handlerRequest));
        if (isStream(route) && answer !== notModified) return reply;
        if (!reply.hasHeader('cache-control')) reply.header('cache-control', 'no-store');
        if (answer === notModified) return reply.status(304).send();
        if (answer instanceof StreamedRecords) {
          const check = (part: object) => void (options.checkReplies && checked(route, part));
          return sendStreamedRecords(reply, answer, check);
        }
        if (answer instanceof SerializedReply) {
          if (options.checkReplies) checked(route, JSON.parse(answer.text));
          return sendSerialized(reply, answer, route.replyFormat);
        }
        const data = options.checkReplies ? checked(route, answer) : answer;
        return route.replyFormat === 'plain' ? data : { status: 'success', data };
      };
      if (route.bodyFormat === 'file')
        app.register(async (scope) => addFileRoute(scope, definition, route.bodyTypes));
      else app.route(definition);
    },
  };
}
