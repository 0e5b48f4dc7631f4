import { expect, test } from 'vitest';
import { z } from 'zod';
import { allRoutes } from './api.ts';
import { requestToken, startPasswordless } from './identity.ts';
import { addPasskey } from './passkeys.ts';
import { requestChallenge } from './second-factor.ts';

function looseObjects(schema: unknown, path = 'body'): string[] {
  if (typeof schema !== 'object' || schema === null) return [];
  const { type, properties, additionalProperties } = schema as Record<string, unknown>;
  // Records have a schema for their values.
  const isLoose = type === 'object' && properties !== undefined && additionalProperties !== false;
  const inner = Object.entries(schema).flatMap(([name, value]) => looseObjects(value, `${path}.${name}`));
  return isLoose ? [path, ...inner] : inner;
}

// OAuth requires ignoring unknown parameters (RFC 6749, 3.2); Auth0 clients send some. Browsers decide a passkey's fields.
const exempt: readonly unknown[] = [requestToken, startPasswordless, requestChallenge, addPasskey];
const routes = allRoutes.filter((route) => route.body !== undefined && !exempt.includes(route));

test.each(routes.map((route) => [`${route.method} ${route.path}`, route.body] as const))(
  'the body of %s takes no unknown fields',
  (_, body) => {
    expect(looseObjects(z.toJSONSchema(body, { io: 'input', unrepresentable: 'any' }))).toEqual([]);
  },
);
