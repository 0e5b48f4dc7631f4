import type { AnyRoute } from '@mailcall/contract/wire/route.ts';
import { type JsonSchema, jsonSchemaOf } from '../../server/platform/http/openapi.ts';
import { serviceBase } from '../../server/platform/http/serve.ts';
import type { Choice } from './choice.ts';
import { fittingValue } from './fitting-value.ts';
import {
  hostileBodies,
  hostileHeaders,
  hostileQueries,
  hostileTexts,
  hostileTypes,
  hostileValues,
} from './hostile-values.ts';
import type { KnownIds } from './known-ids.ts';
import type { SentFile } from './posted-events.ts';
import { encoded, writtenQuery } from './written-query.ts';

type Fields = Record<string, unknown>;

/** A request in the form in which it is sent: the address is encoded already. */
export interface RandomRequest {
  /** Null for a page outside of the contract. */
  route: AnyRoute | null;
  method: string;
  path: string;
  headers: Record<string, string>;
  body: Buffer | null;
}

const schemas = new Map<AnyRoute, Record<'params' | 'query' | 'body', JsonSchema | null>>();

function schemasOf(route: AnyRoute): Record<'params' | 'query' | 'body', JsonSchema | null> {
  const known = schemas.get(route);
  if (known) return known;
  const part = (name: 'params' | 'query' | 'body') => {
    const schema = route[name] as AnyRoute['body'] | undefined;
    return schema ? jsonSchemaOf(schema, 'input') : null;
  };
  const made = { params: part('params'), query: part('query'), body: part('body') };
  schemas.set(route, made);
  return made;
}

/** A value with one hostile value somewhere in it, or a name that should not be there. */
function spoiled(value: unknown, choice: Choice): unknown {
  if (Array.isArray(value) && value.length > 0 && !choice.oneIn(3)) {
    const place = choice.below(value.length);
    return value.map((item: unknown, index) => (index === place ? spoiled(item, choice) : item));
  }
  if (typeof value === 'object' && value !== null && !Array.isArray(value) && !choice.oneIn(4)) {
    const fields = Object.entries(value as Fields);
    if (fields.length > 0 && !choice.oneIn(5)) {
      const place = choice.below(fields.length);
      if (choice.oneIn(8)) return Object.fromEntries(fields.filter((_, index) => index !== place));
      return Object.fromEntries(
        fields.map(([name, inside], index) => [name, index === place ? spoiled(inside, choice) : inside]),
      );
    }
    return Object.fromEntries([...fields, [choice.of(hostileTexts), choice.of(hostileValues)]]);
  }
  // fits its field, and is no text
  if (typeof value === 'string' && choice.oneIn(4)) return value + choice.of(['\ud800', '\udc00', '\0']);
  return choice.of(hostileValues);
}

function pathWith(route: AnyRoute, params: Fields, spoil: boolean, choice: Choice): string {
  const names = [...route.path.matchAll(/:(\w+)/g)].map(([, name]) => name ?? '');
  const worst = spoil && names.length > 0 ? choice.of(names) : null;
  return route.path.replace(/:(\w+)/g, (_, name: string) => {
    const value = params[name];
    if (name !== worst) return encoded(typeof value === 'string' ? value : JSON.stringify(value ?? 'none'));
    return choice.oneIn(4)
      ? choice.of(['%', '%ff', '%00', '..%2f..%2f', '%2e%2e/%2e%2e', '//', '%ED%A0%80', '%E4%E4'])
      : encoded(choice.of(hostileTexts));
  });
}

/** The longest address that is sent: the server takes a megabyte. */
const longestQuery = 900_000;

const methods = ['GET', 'POST', 'PUT', 'DELETE', 'PATCH', 'HEAD', 'OPTIONS', 'TRACE'];

const parts = ['params', 'query', 'body', 'headers', 'method'] as const;

export interface Given {
  known: KnownIds;
  foreign: boolean;
  now: Date;
  files: ReadonlyMap<AnyRoute, readonly SentFile[]>;
}

export function fittingParts(route: AnyRoute, choice: Choice, { known, foreign, files }: Given) {
  const { params, query, body } = schemasOf(route);
  const place = { path: route.path, known, foreign };
  const value = (schema: JsonSchema | null) => (schema ? fittingValue(schema, choice, place) : undefined);
  const candidates = files.get(route);
  if (route.bodyFormat === 'file' && !candidates)
    throw new Error(`Say in tests/malformed/sent-files.ts what is sent to ${route.method} ${route.path}.`);
  const file = candidates ? choice.of(candidates) : null;
  return {
    params: { ...(value(params) as Fields | undefined), ...file?.params },
    query: value(query),
    body: value(body),
    file,
  };
}

export type WrongParts = ReadonlySet<(typeof parts)[number]>;

export const someParts = (choice: Choice): WrongParts => new Set([choice.of(parts), choice.of(parts)]);

export function randomRequest(
  route: AnyRoute,
  choice: Choice,
  given: Given,
  wrong: WrongParts = someParts(choice),
): RandomRequest {
  const made = fittingParts(route, choice, given);
  const { file } = made;
  const { now } = given;
  const part = (name: 'query' | 'body') =>
    wrong.has(name) ? spoiled(made[name] ?? {}, choice) : (made[name] ?? {});
  const path = pathWith(route, made.params, wrong.has('params'), choice);
  const queryValue = part('query');
  const written =
    wrong.has('query') && choice.oneIn(3) ? choice.of(hostileQueries) : writtenQuery(queryValue);
  const address = `${serviceBase[route.service]}${path}${written === '' || written.length > longestQuery ? '' : `?${written}`}`;
  const sendsBody = route.method !== 'GET' && (made.body !== undefined || file !== null || choice.oneIn(4));
  const isRaw = wrong.has('body') && choice.oneIn(3);
  const bytes = isRaw
    ? choice.of(hostileBodies)
    : file
      ? file.write(wrong.has('body') ? spoiled(file.value, choice) : file.value)
      : Buffer.from(JSON.stringify(part('body')) ?? '');
  const type =
    wrong.has('headers') && choice.oneIn(2)
      ? choice.of(hostileTypes)
      : { 'content-type': file?.type ?? 'application/json' };
  return {
    route,
    method: wrong.has('method') && choice.oneIn(3) ? choice.of(methods) : route.method,
    path: address,
    headers: {
      ...(sendsBody ? { ...type, ...file?.sign?.(bytes, { address, now }) } : {}),
      ...(wrong.has('headers') && choice.oneIn(2) ? choice.of(hostileHeaders) : {}),
    },
    body: sendsBody ? bytes : null,
  };
}

/** Addresses of the server besides the routes of the contract; the last two are files of the web app, which has others of other names. */
export const pages = [
  '/health',
  '/health/live',
  '/health/ready',
  '/web-config.json',
  '/favicon.svg',
  '/api/openapi.json',
  '/outbox',
  '/',
  '/assets/none.js',
];

export function randomPageRequest(choice: Choice): RandomRequest {
  const search = choice.oneIn(2) ? `?${choice.of(hostileQueries)}` : '';
  const method = choice.oneIn(2) ? 'GET' : choice.of(methods);
  return {
    route: null,
    method,
    path: `${choice.of(pages)}${choice.oneIn(4) ? encoded(choice.of(hostileTexts)) : ''}${search}`,
    headers: choice.of(hostileHeaders),
    body: method === 'GET' || choice.oneIn(2) ? null : choice.of(hostileBodies),
  };
}
