import type { AnyRoute } from '@mailcall/contract/wire/route.ts';
import { pathOf } from '@mailcall/contract/wire/route.ts';
import { encodeQuery } from '@mailcall/contract/wire/query.ts';
import { bearer, type TestApp } from './test-app.ts';
import { serviceBase } from '../../server/platform/http/serve.ts';

export async function requestRoute<Data>(
  here: TestApp,
  token: string,
  route: AnyRoute,
  parts: {
    params?: Record<string, string>;
    query?: object;
    body?: object;
    headers?: Record<string, string>;
  } = {},
) {
  const query = encodeQuery(parts.query);
  const answer = await here.app.http.inject({
    method: route.method,
    url: `${serviceBase[route.service]}${pathOf(route, parts.params)}${query && `?${query}`}`,
    headers: { ...parts.headers, ...bearer(token) },
    ...(parts.body && { payload: parts.body }),
  });
  const envelope = (answer.body ? answer.json() : {}) as { status: string; message?: string; data: Data };
  return { code: answer.statusCode, headers: answer.headers, ...envelope };
}
