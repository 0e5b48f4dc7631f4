import { allRoutes } from '@mailcall/contract/api.ts';
import type { AnyRoute } from '@mailcall/contract/wire/route.ts';
import { type JsonSchema, jsonSchemaOf } from '../../server/platform/http/openapi.ts';
import { serviceBase } from '../../server/platform/http/serve.ts';
import {
  hostileBodies,
  hostileHeaders,
  hostileQueries,
  hostileTexts,
  hostileTypes,
  hostileValues,
} from './hostile-values.ts';

type Fields = Record<string, unknown>;

/** A request as it is sent: the address is encoded already. */
export interface RandomRequest {
  route: AnyRoute;
  method: string;
  path: string;
  headers: Record<string, string>;
  body: Buffer | null;
}

/** Chooses by a sequence of random numbers. */
export class Choice {
  readonly #next: () => number;

  constructor(next: () => number) {
    this.#next = next;
  }

  /** Whether something happens that happens once in so many times. */
  oneIn = (times: number): boolean => this.#next() * times < 1;

  below = (limit: number): number => Math.floor(this.#next() * limit);

  of = <Item>(items: readonly Item[]): Item => {
    if (items.length === 0) throw new Error('There is nothing to choose from.');
    return items[this.below(items.length)] as Item;
  };
}

/** The schemas of a route's parts, made once. */
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

const asSchema = (part: unknown): JsonSchema =>
  typeof part === 'object' && part !== null ? (part as JsonSchema) : {};

/** A value that fits a schema well enough to get past its first checks; texts are often ids of what exists. */
function fitting(schema: JsonSchema, choice: Choice, ids: readonly string[]): unknown {
  if (schema.const !== undefined) return schema.const;
  if (schema.enum) return choice.of(schema.enum);
  const options = [...(schema.anyOf ?? []), ...(schema.oneOf ?? [])];
  if (options.length > 0) return fitting(asSchema(choice.of(options)), choice, ids);
  if (schema.type === 'array')
    return Array.from({ length: 1 + choice.below(2) }, () => fitting(asSchema(schema.items), choice, ids));
  if (schema.type === 'object' || schema.properties) {
    const required = new Set(schema.required);
    return Object.fromEntries(
      Object.entries(schema.properties ?? {}).flatMap(([name, part]) =>
        required.has(name) || choice.oneIn(2) ? [[name, fitting(asSchema(part), choice, ids)]] : [],
      ),
    );
  }
  if (schema.type === 'integer') return choice.below(50);
  if (schema.type === 'number') return choice.below(100) / 100;
  if (schema.type === 'boolean') return choice.oneIn(2);
  if (schema.format === 'uuid') return '11111111-1111-4111-8111-111111111111';
  return choice.of([
    ...ids,
    '2026-03-01',
    '2026-03-01T15:00:00.000Z',
    'Ann',
    'ann@people.test',
    '+13035550101',
  ]);
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
  return choice.of(hostileValues);
}

/** Like `encodeURIComponent`, and half of a surrogate pair as the bytes that careless programs send for it. */
const encoded = (text: string) =>
  text
    .split(/([\ud800-\udfff]{1,2})/)
    .map((part) => (part.isWellFormed() ? encodeURIComponent(part) : '%ED%A0%80'))
    .join('');

/** A value as a query, nested names in brackets, as deep as it is. */
function writtenQuery(value: unknown): string {
  const pairs: string[] = [];
  const write = (name: string, inside: unknown): void => {
    if (typeof inside !== 'object' || inside === null) pairs.push(`${name}=${encoded(String(inside))}`);
    else if (Array.isArray(inside)) for (const item of inside) write(`${name}[]`, item);
    else for (const [inner, part] of Object.entries(inside)) write(`${name}[${encoded(inner)}]`, part);
  };
  const fields = typeof value === 'object' && value !== null ? value : { a: value };
  for (const [name, inside] of Object.entries(fields)) write(encoded(name), inside);
  return pairs.join('&');
}

/** A path with its parameters; with `spoil` one of them is hostile. */
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

/** What a request may be wrong in. */
const parts = ['params', 'query', 'body', 'headers', 'method'] as const;

/**
 * A request to a random route that fits its schemas but for one or two things.
 * @param ids of accounts, calls and so on, that texts may be
 */
export function randomRequest(choice: Choice, ids: (route: AnyRoute) => readonly string[]): RandomRequest {
  const route = choice.of(allRoutes);
  const { params, query, body } = schemasOf(route);
  const wrong = new Set([choice.of(parts), choice.of(parts)]);
  const known = ids(route);
  const value = (schema: JsonSchema | null, spoil: boolean) => {
    const made = schema ? fitting(schema, choice, known) : {};
    return spoil ? spoiled(made, choice) : made;
  };
  const path = pathWith(route, value(params, false) as Fields, wrong.has('params'), choice);
  const queryValue = value(query, wrong.has('query'));
  const written =
    wrong.has('query') && choice.oneIn(3) ? choice.of(hostileQueries) : writtenQuery(queryValue);
  const search = written.length > longestQuery ? '' : written;
  const sendsBody =
    route.method !== 'GET' && (body !== null || route.bodyFormat === 'file' || choice.oneIn(4));
  const isRaw = route.bodyFormat === 'file' || (wrong.has('body') && choice.oneIn(3));
  const text = isRaw
    ? choice.of(hostileBodies)
    : Buffer.from(JSON.stringify(value(body, wrong.has('body'))) ?? '');
  const type =
    wrong.has('headers') && choice.oneIn(2)
      ? choice.of(hostileTypes)
      : {
          'content-type':
            route.bodyTypes[0] ?? (route.bodyFormat === 'file' ? 'text/csv' : 'application/json'),
        };
  return {
    route,
    method:
      wrong.has('method') && choice.oneIn(3)
        ? choice.of(['GET', 'POST', 'PUT', 'DELETE', 'PATCH', 'HEAD', 'OPTIONS', 'TRACE'])
        : route.method,
    path: `${serviceBase[route.service]}${path}${search === '' ? '' : `?${search}`}`,
    headers: {
      ...(sendsBody ? type : {}),
      ...(wrong.has('headers') && choice.oneIn(2) ? choice.of(hostileHeaders) : {}),
    },
    body: sendsBody ? text : null,
  };
}
