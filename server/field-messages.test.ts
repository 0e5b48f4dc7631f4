import { allRoutes } from '@mailcall/contract/api.ts';
import type { AnyRoute } from '@mailcall/contract/wire/route.ts';
import { beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { addPerson, bearer, signInAs, testApp } from '../tests/support/test-app.ts';
import { serviceBase } from './platform/http/serve.ts';

const here = testApp();
let token = '';
beforeAll(async () => {
  await addPerson(here.database, { id: 'ann' });
  token = await signInAs(here, 'ann@people.test');
});

const send = async (route: AnyRoute, payload: object) => {
  const url = serviceBase[route.service] + route.path.replace(/:\w+/g, 'x');
  const { method } = route;
  const answer = await here.app.http.inject({ method, url, payload, headers: bearer(token) });
  return { code: answer.statusCode, text: answer.body };
};

const withBody = allRoutes.filter(({ body }) => (body as z.ZodType | undefined) !== undefined);

test('reports wrong fields of every route with a body in plain words', async () => {
  expect(withBody.length).toBeGreaterThan(20);
  for (const route of withBody) {
    const { properties = {} } = z.toJSONSchema(route.body, { io: 'input', unrepresentable: 'any' });
    for (const wrong of [{}, [], 5, null]) {
      const answer = await send(
        route,
        Object.fromEntries(Object.keys(properties).map((name) => [name, wrong])),
      );
      expect(answer.text, `${route.method} ${route.path}`).not.toMatch(
        /Invalid input|Invalid option|expected |received |Too big|Too small/,
      );
    }
  }
});

test.each(['/users/check', '/auth/scoreboard/grant'])('%s says that a field is missing', async (path) => {
  const route = allRoutes.find((one) => one.path === path) as AnyRoute;
  const { code, text } = await send(route, {});
  expect(code).toBe(400);
  expect(Object.values((JSON.parse(text) as { data: object }).data)).toEqual(['This field is required.']);
});
