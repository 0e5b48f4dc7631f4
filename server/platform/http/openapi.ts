import { isTeamAccess, rolesOfAccess, teamRoleTexts } from '@mailcall/contract/rules/team-roles.ts';
import type { AnyRoute, Service } from '@mailcall/contract/wire/route.ts';
import { envelopeSchema } from '@mailcall/contract/wire/envelope.ts';
import { z } from 'zod';
import { serviceBase } from './serve.ts';

export type JsonSchema = z.core.JSONSchema.BaseSchema;

export interface HeaderNote {
  name: string;
  description: string;
  of: (route: AnyRoute) => boolean;
}

export interface ApiNotes {
  title: string;
  version: string;
  description: string;
  services: Record<Service, string>;
  headers: readonly HeaderNote[];
  samples: (route: AnyRoute) => { label: string; source: string }[];
  plainError: z.ZodType;
  alsoAsForm: (route: AnyRoute) => boolean;
}

export const jsonSchemaOf = (schema: z.core.$ZodType, io: 'input' | 'output'): JsonSchema => {
  const { $schema: _, ...json } = z.toJSONSchema(schema, { io, unrepresentable: 'any' });
  return json;
};

export function describeApi(routes: readonly AnyRoute[], notes: ApiNotes) {
  const paths: Record<string, Record<string, object>> = {};
  for (const route of routes) {
    const path = serviceBase[route.service] + route.path.replace(/:(\w+)/g, '{$1}');
    paths[path] = { ...paths[path], [route.method.toLowerCase()]: describeRoute(route, notes) };
  }
  return {
    openapi: '3.1.1',
    info: {
      title: notes.title,
      version: notes.version,
      description: notes.description,
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
    },
    servers: [{ url: '/' }],
    tags: Object.entries(notes.services).map(([name, description]) => ({ name, description })),
    paths,
    components: {
      securitySchemes: {
        accessToken: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' },
        apiKey: { type: 'http', scheme: 'bearer', bearerFormat: 'mck_…' },
      },
      schemas: {
        Problem: jsonSchemaOf(envelopeSchema, 'output'),
        PlainProblem: jsonSchemaOf(notes.plainError, 'output'),
      },
    },
  };
}

function securityOf({ access }: AnyRoute): object[] {
  if (access === 'public') return [];
  return access === 'key' ? [{ apiKey: [] }] : [{ accessToken: [] }];
}

function descriptionOf({ access }: AnyRoute): { description?: string } {
  if (access === 'full') return { description: 'Needs a full session: a limited-access one gets 403.' };
  if (access === 'operator') return { description: 'Needs a full session of an operator: others get 404.' };
  if (!isTeamAccess(access)) return {};
  const roles = rolesOfAccess[access].map((role) => teamRoleTexts[role]).join(', ');
  return { description: `Needs a full session in the provider’s team as ${roles}: others get 404.` };
}

function describeRoute(route: AnyRoute, notes: ApiNotes): object {
  const body = route.body as z.ZodType | undefined;
  const samples = notes.samples(route).map((sample) => ({ lang: 'Shell', ...sample }));
  const parameters = [...pathParameters(route), ...queryParameters(route), ...headerParameters(route, notes)];
  const content = body && { schema: jsonSchemaOf(body, 'input') };
  const fileTypes = route.bodyTypes.length > 0 ? route.bodyTypes : ['application/octet-stream'];
  const fileBody = {
    required: true,
    content: Object.fromEntries(fileTypes.map((type) => [type, { schema: {} }])),
  };
  return {
    operationId: operationId(route),
    tags: [route.service],
    summary: route.summary,
    ...descriptionOf(route),
    security: securityOf(route),
    ...(parameters.length > 0 ? { parameters } : {}),
    ...(content && {
      requestBody: {
        required: true,
        content: {
          'application/json': content,
          ...(notes.alsoAsForm(route) ? { 'application/x-www-form-urlencoded': content } : {}),
        },
      },
    }),
    ...(route.bodyFormat === 'file' && { requestBody: fileBody }),
    ...(samples.length > 0 && { 'x-codeSamples': samples }),
    responses: { '200': success(route), ...problems(route) },
  };
}

/** Such as `get_data_calls_id`. */
const operationId = (route: AnyRoute) =>
  [route.method.toLowerCase(), route.service, ...route.path.split(/[^A-Za-z0-9]+/)].filter(Boolean).join('_');

function pathParameters(route: AnyRoute): object[] {
  const params = route.params as z.ZodType | undefined;
  const known = params ? (jsonSchemaOf(params, 'input').properties ?? {}) : {};
  return [...route.path.matchAll(/:(\w+)/g)].map(([, name = '']) => ({
    name,
    in: 'path',
    required: true,
    schema: known[name] ?? { type: 'string' },
  }));
}

/** Follows the query codec: lists repeat their name, nested names use brackets. */
function queryParameters(route: AnyRoute): object[] {
  const query = route.query as z.ZodType | undefined;
  if (!query) return [];
  const { properties = {}, required = [] } = jsonSchemaOf(query, 'input');
  return Object.entries(properties).map(([name, schema]) => {
    const type = typeof schema === 'object' ? schema.type : undefined;
    return {
      name,
      in: 'query',
      ...(required.includes(name) ? { required: true } : {}),
      ...(type === 'object' ? { style: 'deepObject', explode: true } : {}),
      ...(type === 'array' ? { style: 'form', explode: true } : {}),
      schema,
    };
  });
}

const headerParameters = (route: AnyRoute, notes: ApiNotes): object[] =>
  notes.headers
    .filter((header) => header.of(route))
    .map(({ name, description }) => ({ name, in: 'header', description, schema: { type: 'string' } }));

function success(route: AnyRoute): object {
  if (route.replyFormat === 'binary')
    return { description: 'The bytes.', content: { 'application/octet-stream': { schema: {} } } };
  if (route.replyFormat === 'events')
    return { description: 'The events.', content: { 'text/event-stream': { schema: {} } } };
  const data = jsonSchemaOf(route.reply, 'output');
  const schema =
    route.replyFormat === 'plain'
      ? data
      : { type: 'object', properties: { status: { const: 'success' }, data }, required: ['status', 'data'] };
  return { description: 'Success.', content: { 'application/json': { schema } } };
}

function problems(route: AnyRoute): Record<string, object> {
  const named = (description: string, schema = 'Problem') => ({
    description,
    content: { 'application/json': { schema: { $ref: `#/components/schemas/${schema}` } } },
  });
  const signedIn = route.access !== 'public';
  const byKey = route.access === 'key';
  const plain = route.replyFormat === 'plain' && !signedIn ? 'PlainProblem' : 'Problem';
  return {
    ...(route.body || route.query || route.params
      ? { '400': named('The request is not valid.', plain) }
      : {}),
    ...(signedIn ? { '401': named(byKey ? 'No valid API key.' : 'No session, or it has ended.') } : {}),
    ...(signedIn
      ? { '403': named(byKey ? 'The key has no such scope.' : 'The session has no right to this.') }
      : {}),
    ...(signedIn && !byKey && route.service !== 'identity'
      ? { '409': named('The session is older than the person’s access.') }
      : {}),
    default: named('Any other problem.', plain),
  };
}
