import type { z } from 'zod';
import type { TeamAccess } from '../rules/team-roles.ts';
import { configureFieldMessages } from './field-messages.ts';

configureFieldMessages();

/** Each service has its own base URL. `ingest` is for the provider's systems, the others for the web app. */
export type Service = 'identity' | 'data' | 'maps' | 'ingest';

/** `full`: a session without limits; `operator` and the team's also need that role or a higher one; `key`: the handler checks it. */
export type Access = 'public' | 'limited' | 'full' | 'operator' | TeamAccess | 'key';

/** `envelope`: `{status, message?, data}`; `plain`: JSON without it (OAuth, JWKS); `binary`: bytes; `events`: server-sent events. */
export type ReplyFormat = 'envelope' | 'plain' | 'binary' | 'events';

/** `file`: bytes that the handler reads as a stream. */
export type BodyFormat = 'json' | 'file';

export interface Route<
  Params extends z.ZodType = z.ZodType,
  Query extends z.ZodType = z.ZodType,
  Body extends z.ZodType = z.ZodType,
  Reply extends z.ZodType = z.ZodType,
  Allowed extends Access = Access,
> {
  service: Service;
  method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  /** Below the service's base URL, with `:name` for parameters. */
  path: string;
  access: Allowed;
  /** Open to sessions from a scoreboard link. Such a route reads granted accounts only, nothing of the contact. */
  guests: boolean;
  /** Open to members of the team who view as a client; by default, reading that is no download. `recordings`: if the provider allows it. */
  clientViews: boolean | 'recordings';
  summary: string;
  params: Params;
  query: Query;
  body: Body;
  bodyFormat: BodyFormat;
  /** Accepted content types; others get 415. Empty for any. */
  bodyTypes: readonly string[];
  reply: Reply;
  replyFormat: ReplyFormat;
}

export type AnyRoute = Route;

export type RouteInput<R extends AnyRoute> = {
  params?: z.input<R['params']>;
  query?: z.input<R['query']>;
  body?: z.input<R['body']>;
};

export type RouteReply<R extends AnyRoute> = z.output<R['reply']>;

/** Omitted parts accept no input. */
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
  clientViews?: boolean | 'recordings';
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
    clientViews: definition.method === 'GET' && definition.replyFormat !== 'binary',
    bodyFormat: 'json',
    bodyTypes: [],
    replyFormat: 'envelope',
    ...definition,
    params: definition.params as Params,
    query: definition.query as Query,
    body: definition.body as Body,
  };
}

/** Escapes parameters; throws if one is missing. */
export function pathOf(definition: AnyRoute, params: Record<string, string> = {}): string {
  return definition.path.replace(/:(\w+)/g, (_, name: string) => {
    const value = params[name];
    if (value === undefined) throw new Error(`The path ${definition.path} needs ${name}.`);
    return encodeURIComponent(value);
  });
}
