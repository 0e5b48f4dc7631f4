import { expect, test } from 'vitest';
import { z } from 'zod';
import { allRoutes } from './api.ts';
import { ignored } from './wire/query.ts';

type JsonSchema = z.core.JSONSchema.BaseSchema;

const asSchema = (part: JsonSchema | boolean | undefined): JsonSchema | null =>
  part === undefined || part === false ? null : part === true ? {} : part;

function partsOf(schema: JsonSchema): [name: string, part: JsonSchema][] {
  const named: [string, JsonSchema | boolean | undefined][] = [
    ...Object.entries(schema.properties ?? {}),
    ['*', schema.additionalProperties],
    ['[]', schema.items as JsonSchema | undefined],
    ...[...(schema.anyOf ?? []), ...(schema.oneOf ?? []), ...(schema.allOf ?? [])].map(
      (option) => ['', option] as [string, JsonSchema],
    ),
  ];
  return named.flatMap(([name, part]) => {
    const found = asSchema(part);
    return found ? [[name, found] as [string, JsonSchema]] : [];
  });
}

function isBounded(schema: JsonSchema): boolean {
  if (schema.enum || schema.const !== undefined || schema.description === ignored.description) return true;
  if (schema.type === 'string') return schema.maxLength !== undefined || schema.format === 'uuid';
  if (schema.type === 'array') return schema.maxItems !== undefined;
  return schema.type !== undefined || partsOf(schema).length > 0;
}

const unboundedInside = (schema: JsonSchema, path: string): string[] => [
  ...(isBounded(schema) ? [] : [`${path}: ${String(schema.type ?? 'anything')}`]),
  ...partsOf(schema).flatMap(([name, part]) => unboundedInside(part, name === '' ? path : `${path}.${name}`)),
];

const unboundedIn = (schema: z.ZodType, path: string) =>
  unboundedInside(z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }), path);

test('limits every list and text of every route', () => {
  const found = allRoutes.flatMap((route) =>
    (['params', 'query', 'body'] as const).flatMap((part) => {
      const schema = route[part] as z.ZodType | undefined;
      return schema ? unboundedIn(schema, `${route.method} ${route.path} ${part}`) : [];
    }),
  );
  expect(found).toEqual([]);
});

test.each([
  ['a text', z.string(), ['body: string']],
  ['a text in a list', z.array(z.string()).max(3), ['body.[]: string']],
  ['a list', z.object({ ids: z.array(z.string().max(3)).optional() }), ['body.ids: array']],
  ['anything', z.object({ more: z.unknown() }), ['body.more: anything']],
  ['any field', z.looseObject({}), ['body.*: anything']],
  ['a text by any name', z.record(z.string().max(3), z.string()), ['body.*: string']],
  ['a text made of another', z.string().transform((text) => text.length), ['body: string']],
  ['a list of what is made', z.preprocess((value) => value, z.array(z.boolean())), ['body: array']],
])('finds %s without a limit', (_, schema, found) => {
  expect(unboundedIn(schema, 'body')).toEqual(found);
});

test('rejects a list that is too long without checking its items', () => {
  let seen = 0;
  const item = z.string().refine(() => {
    seen += 1;
    return true;
  });
  const result = z.array(item).max(2, 'Use at most 2.').safeParse(['a', 'b', 'c']);
  expect(result.error?.issues.map(({ message }) => message)).toEqual(['Use at most 2.']);
  expect(seen).toBe(0);
});
