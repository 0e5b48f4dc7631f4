import type { z } from 'zod';
import { configureFieldMessages } from './field-messages.ts';

configureFieldMessages();

/** The services, each with its own base URL. The web app uses all but `ingest`, which is for the provider's systems. */
export type Service = 'identity' | 'data' | 'maps' | 'ingest';

/**
 * Who can use a route: `public` needs no access token, `limited` any session, `full` a session without limited access,
 * `operator` such a session of an operator, `key` a system with an API key, which the handler checks.
 */
export type Access = 'public' | 'limited' | 'full' | 'operator' | 'key';

/**
 * The format of a reply: `envelope` is `{status, message?, data}`, `plain` is JSON without the envelope (OAuth and JWKS),
 * `binary` is a stream of bytes, `events` one of server-sent events, which lasts as long as the screen is open.
 */
export type ReplyFormat = 'envelope' | 'plain' | 'binary' | 'events';

/** The format of a request's body: JSON by a schema, or `file`, the bytes of one file, which the handler reads as a stream. */
export type BodyFormat = 'json' | 'file';

/** A route of the API: its address, who can use it, and the schemas of request and reply. */
export interface Route<
  Params extends z.ZodType = z.ZodType,
  Query extends z.ZodType = z.ZodType,
  Body extends z.ZodType = z.ZodType,
  Reply extends z.ZodType = z.ZodType,
  Allowed extends Access = Access,
> {
  service: Service;
  method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  /** Path below the service's base URL, with `:name` for a parameter. */
  path: string;
  access: Allowed;
  /** Whether a session that began with a scoreboard link may use it: it reads the granted accounts, and nothing of the contact. */
  guests: boolean;
  /** One sentence for the generated API description. */
  summary: string;
  params: Params;
  query: Query;
  body: Body;
  bodyFormat: BodyFormat;
  /** The media types of a `file`; another is answered 415. Empty for any. */
  bodyTypes: readonly string[];
  reply: Reply;
  replyFormat: ReplyFormat;
}

/** Any route, whatever its schemas. */
export type AnyRoute = Route;

/** The input of a route's caller: the parts that the route declares, before parsing. */
export type RouteInput<R extends AnyRoute> = {
  params?: z.input<R['params']>;
  query?: z.input<R['query']>;
  body?: z.input<R['body']>;
};

/** The parsed reply of a route. */
export type RouteReply<R extends AnyRoute> = z.output<R['reply']>;

/** Declares a route. A part that is left out accepts no input. */
export function route<
  Reply extends z.ZodType,
  const Allowed extends Access,
  Params extends z.ZodType = z.ZodUndefined,
  Query extends z.ZodType = z.ZodUndefined,
  Body extends z.ZodType = z.ZodUndefined,
>(definition: {
  service: Service;
  method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  path: string;
  access: Allowed;
  guests?: boolean;
  summary: string;
  params?: Params;
  query?: Query;
  body?: Body;
  bodyFormat?: BodyFormat;
  bodyTypes?: readonly string[];
  reply: Reply;
  replyFormat?: ReplyFormat;
}): Route<Params, Query, Body, Reply, Allowed> {
  return {
    guests: false,
    bodyFormat: 'json',
    bodyTypes: [],
    replyFormat: 'envelope',
    ...definition,
    params: definition.params as Params,
    query: definition.query as Query,
    body: definition.body as Body,
  };
}

/**
 * The path of a route with its parameters filled in and escaped.
 * @throws {Error} when a parameter is missing.
 */
export function pathOf(definition: AnyRoute, params: Record<string, string> = {}): string {
  return definition.path.replace(/:(\w+)/g, (_, name: string) => {
    const value = params[name];
    if (value === undefined) throw new Error(`The path ${definition.path} needs ${name}.`);
    return encodeURIComponent(value);
  });
}
