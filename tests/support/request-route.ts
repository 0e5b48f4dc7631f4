import type { AnyRoute, RouteReply } from '@mailcall/contract/wire/route.ts';
import { pathOf } from '@mailcall/contract/wire/route.ts';
import { encodeQuery } from '@mailcall/contract/wire/query.ts';
import { bearer, type TestApp } from './test-app.ts';
import { serviceBase } from '../../server/platform/http/serve.ts';

export interface RequestParts {
  params?: Record<string, string>;
  query?: object;
  body?: object;
  headers?: Record<string, string>;
}

export async function requestRoute<Data>(
  here: TestApp,
  token: string,
  route: AnyRoute,
  parts: RequestParts = {},
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

/** @throws {Error} with status, message and fields of any answer but 200 */
export async function askRoute<R extends AnyRoute>(
  here: TestApp,
  token: string,
  route: R,
  parts?: RequestParts,
): Promise<RouteReply<R>> {
  const { code, message, data } = await requestRoute<RouteReply<R>>(here, token, route, parts);
  if (code !== 200) throw new Error(`${code} ${message} ${JSON.stringify(data)}`);
  return data;
}
