import { Validator } from '@seriousme/openapi-schema-validator';
import { allRoutes } from '@mailcall/contract/api.ts';
import { gunzipSync } from 'node:zlib';
import { expect, onTestFinished, test, vi } from 'vitest';
import { testApp } from '../../../tests/support/test-app.ts';
import { serviceBase } from './serve.ts';

const here = testApp();

interface Parameter {
  name: string;
  in: string;
  style?: string;
  schema: { properties?: Record<string, unknown>; enum?: unknown[] };
}
interface Operation {
  operationId: string;
  security: object[];
  parameters?: Parameter[];
  requestBody?: { content: Record<string, unknown> };
  responses: Record<string, { content: Record<string, { schema: unknown }> }>;
}
interface Description {
  openapi: string;
  paths: Record<string, Record<string, Operation>>;
}

const describe = async () => (await here.app.http.inject({ url: '/api/openapi.json' })).json<Description>();
const operationsOf = ({ paths }: Description) =>
  Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method, operation })),
  );

test('is valid OpenAPI 3.1', async () => {
  const description = await describe();
  expect(description.openapi).toMatch(/^3\.1\./);
  const { valid, errors } = await new Validator().validate(description as unknown as Record<string, unknown>);
  expect(errors).toBeUndefined();
  expect(valid).toBe(true);
});

test('lists exactly the routes of the contract', async () => {
  const listed = operationsOf(await describe()).map(({ path, method }) => `${method.toUpperCase()} ${path}`);
  const expected = allRoutes.map(
    (route) => `${route.method} ${serviceBase[route.service]}${route.path.replace(/:(\w+)/g, '{$1}')}`,
  );
  expect(listed.sort()).toEqual(expected.sort());
});

test('gives each operation a unique name and says whether it needs a token', async () => {
  const operations = operationsOf(await describe());
  expect(new Set(operations.map(({ operation }) => operation.operationId)).size).toBe(operations.length);
  const open = operations.filter(({ operation }) => operation.security.length === 0).map(({ path }) => path);
  const publicRoutes = allRoutes.filter((route) => route.access === 'public');
  expect(open).toHaveLength(publicRoutes.length);
});

test('describes filters as deep objects and lists as repeated names', async () => {
  const { paths } = await describe();
  const parameters = paths['/api/data/calls']?.['get']?.parameters ?? [];
  const named = (name: string) => parameters.find((parameter) => parameter.name === name);
  expect(named('filters')).toMatchObject({ in: 'query', style: 'deepObject', explode: true });
  expect(Object.keys(named('filters')?.schema.properties ?? {})).toEqual(
    expect.arrayContaining(['startDate', 'endDate', 'campaignFilterType', 'outcome', 'answeredBy']),
  );
  expect(named('accountIds')).toMatchObject({
    in: 'query',
    style: 'form',
    explode: true,
    schema: { type: 'array' },
  });
  expect(named('page')).toMatchObject({ in: 'query', schema: { minimum: 1 } });
  expect(named('x-session-version')).toMatchObject({ in: 'header' });
});

test('describes the token endpoint with forms and without the envelope', async () => {
  const { paths } = await describe();
  const operation = paths['/api/identity/oauth/token']?.['post'];
  expect(Object.keys(operation?.requestBody?.content ?? {})).toEqual([
    'application/json',
    'application/x-www-form-urlencoded',
  ]);
  expect(operation?.responses['200']?.content['application/json']?.schema).toMatchObject({
    required: expect.arrayContaining(['access_token']) as unknown,
  });
  expect(operation?.responses['400']?.content['application/json']?.schema).toEqual({
    $ref: '#/components/schemas/PlainProblem',
  });
});

test.each([
  ['gzip', 'gzip'],
  ['br, GZIP;q=0.5', 'gzip'],
  ['gzip;q=0', undefined],
  ['br', undefined],
  ['', undefined],
])('the description is compressed for a client that takes “%s”: %s', async (taken, coding) => {
  const plain = await here.app.http.inject({ url: '/api/openapi.json' });
  const headers = { 'accept-encoding': taken };
  const answer = await here.app.http.inject({ url: '/api/openapi.json', headers });
  expect(answer.headers['content-encoding']).toBe(coding);
  expect(answer.headers.vary).toBe('accept-encoding');
  const bytes = coding ? gunzipSync(answer.rawPayload) : answer.rawPayload;
  expect(bytes.equals(plain.rawPayload)).toBe(true);
});

test('writes the description once', async () => {
  await describe();
  const write = vi.spyOn(JSON, 'stringify');
  onTestFinished(() => write.mockRestore());
  await here.app.http.inject({ url: '/api/openapi.json', headers: { 'accept-encoding': 'gzip' } });
  expect(write.mock.results.filter(({ value }) => String(value).includes('"openapi"'))).toEqual([]);
});
