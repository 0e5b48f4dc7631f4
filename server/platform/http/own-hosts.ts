import type { AnyRoute } from '@mailcall/contract/wire/route.ts';
import type { FastifyInstance } from 'fastify';
import { type Environment, isLoopback } from '../env.ts';
import { Problem } from './problems.ts';
import { serviceBase } from './serve.ts';

type OwnAddresses = Pick<Environment, 'publicUrl' | 'brandOrigins'>;

const hostOf = (origin: string) => new URL(origin).host;

/** Null if it is not a host. */
function readHost(host: string, protocol: string): URL | null {
  const address = `${protocol}//${host}`;
  return /^[\w.:[\]-]+$/.test(host) && URL.canParse(address) ? new URL(address) : null;
}

/** Origin of the brand at a request's host, otherwise `publicUrl`. */
export function addressAt({ publicUrl, brandOrigins }: OwnAddresses, host: string): string {
  const asked = readHost(host, new URL(publicUrl).protocol)?.host;
  return brandOrigins.find((origin) => hostOf(origin) === asked) ?? publicUrl;
}

/** Without brand origins, every host is. Otherwise only brand origins, `publicUrl` and this machine are. */
export function isOwnHost({ publicUrl, brandOrigins }: OwnAddresses, host: string): boolean {
  if (brandOrigins.length === 0) return true;
  const asked = readHost(host, new URL(publicUrl).protocol);
  if (!asked) return false;
  return (
    isLoopback(asked.hostname.replace(/^\[(.*)\]$/, '$1')) ||
    [publicUrl, ...brandOrigins].some((origin) => hostOf(origin) === asked.host)
  );
}

/** Probes and services that know the machine by another name. */
const openToAll = /^\/health(\/|$)/;

/** Webhooks are open to all hosts, too. */
export function refuseOtherHosts(
  http: FastifyInstance,
  environment: OwnAddresses,
  webhooks: readonly AnyRoute[],
): void {
  const open = new Set(webhooks.map(({ service, path }) => serviceBase[service] + path));
  http.addHook('onRequest', async ({ host, routeOptions: { url = '' } }) => {
    if (openToAll.test(url) || open.has(url) || isOwnHost(environment, host)) return;
    throw new Problem(
      421,
      'This portal has another address. Use the one that your provider gave you, or ask them for it.',
    );
  });
}
