import type { z } from 'zod';
import { configureFieldMessages } from './field-messages.ts';

configureFieldMessages();

/** The three services, each with its own base URL. */
export type Service = 'identity' | 'data' | 'maps';

/**
 * Who may use a route: `public` needs no token, `limited` any signed-in session, `full` a session that is not
 * limited-access.
 */
export type Access = 'public' | 'limited' | 'full';

/**
 * How an answer travels: `envelope` is `{status, message?, data}`, `plain` is the JSON itself (OAuth
 * and JWKS), `binary` is a stream of bytes.
 */
export type Answer = 'envelope' | 'plain' | 'binary';

/** One call of the product: where it lives, who may use it, what goes in and what comes out. */
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
  /** One sentence for the generated API description. */
  summary: string;
  params: Params;
  query: Query;
  body: Body;
  reply: Reply;
  answer: Answer;
}

/** Any route, whatever its schemas. */
export type AnyRoute = Route;

/** What a caller gives a route: the parts it declares, before parsing. */
export type RouteInput<R extends AnyRoute> = {
  params?: z.input<R['params']>;
  query?: z.input<R['query']>;
  body?: z.input<R['body']>;
};

/** What a route answers, parsed. */
export type RouteReply<R extends AnyRoute> = z.output<R['reply']>;

/** Declares a route; parts left out take nothing. */
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
  summary: string;
  params?: Params;
  query?: Query;
  body?: Body;
  reply: Reply;
  answer?: Answer;
}): Route<Params, Query, Body, Reply, Allowed> {
  return {
    answer: 'envelope',
    ...definition,
    params: definition.params as Params,
    query: definition.query as Query,
    body: definition.body as Body,
  };
}

/** The path of a route with its parameters filled in and escaped. */
export function pathOf(definition: AnyRoute, params: Record<string, string> = {}): string {
  return definition.path.replace(/:(\w+)/g, (_, name: string) => {
    const value = params[name];
    if (value === undefined) throw new Error(`The path ${definition.path} needs ${name}.`);
    return encodeURIComponent(value);
  });
}
