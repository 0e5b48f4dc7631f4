import { lookup } from 'node:dns';
import { request as httpRequest } from 'node:http';
import { request as httpsRequest } from 'node:https';
import { BlockList, isIP, type LookupFunction } from 'node:net';
import { connectionProblem, RefusedConnection } from './connection-problem.ts';

/** Private, local, documentation, translation, multicast. */
const inner = { ipv4: new BlockList(), ipv6: new BlockList() };
for (const [network, prefix] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 3],
] as const)
  inner.ipv4.addSubnet(network, prefix, 'ipv4');
for (const [network, prefix] of [
  // includes addresses that embed an IPv4 address in the first range
  ['::', 64],
  ['64:ff9b::', 32],
  ['100::', 64],
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['fc00::', 7],
  ['fe80::', 10],
  ['fec0::', 10],
  ['ff00::', 8],
] as const)
  inner.ipv6.addSubnet(network, prefix, 'ipv6');

export const isPublicAddress = (address: string): boolean => {
  const version = isIP(address);
  if (version === 0) return false;
  const family = version === 6 ? 'ipv6' : 'ipv4';
  return !inner[family].check(address, family);
};

export const loopbackHosts: ReadonlySet<string> = new Set(['localhost', '127.0.0.1', '[::1]']);

/** Null if allowed. The host name is checked again when it is resolved. */
export function outsideUrlProblem(text: string, privateOrigins: readonly string[]): string | null {
  if (!URL.canParse(text)) return 'This is not an address.';
  const url = new URL(text);
  if (url.username || url.password || url.hash) return 'Use an address without a user, password or fragment.';
  if (privateOrigins.includes(url.origin) || loopbackHosts.has(url.hostname))
    return /^https?:$/.test(url.protocol) ? null : 'Use an https address.';
  if (url.protocol !== 'https:') return 'Use an https address.';
  const host = url.hostname.replace(/^\[|\]$/g, '');
  return isIP(host) !== 0 && !isPublicAddress(host)
    ? 'This address is in a private network. Name its origin in WEBHOOK_PRIVATE_ORIGINS to allow it.'
    : null;
}

/** Refuses other addresses; the request then uses the checked one. */
export const publicLookup: LookupFunction = (hostname, options, callback) => {
  lookup(hostname, { ...options, all: true }, (error, found) => {
    const [first] = found ?? [];
    if (error || !first)
      callback(error ?? new RefusedConnection('The host name of the address cannot be looked up.'), '', 0);
    else if (found.some(({ address }) => !isPublicAddress(address)))
      callback(new RefusedConnection('The host name of the address leads to a private network.'), '', 0);
    else if (options.all) callback(null, found);
    else callback(null, first.address, first.family);
  });
};

export interface OutsidePost {
  url: string;
  headers: Readonly<Record<string, string>>;
  body: string;
  /** Milliseconds for the whole request. */
  timeout: number;
  /** May be in private networks. */
  privateOrigins: readonly string[];
}

/**
 * Neither follows redirects nor reads the body.
 * @returns the status, or a sentence about the failure
 */
export async function postOutside(post: OutsidePost): Promise<{ status: number } | { failure: string }> {
  const { url, headers, body, timeout, privateOrigins } = post;
  const problem = outsideUrlProblem(url, privateOrigins);
  if (problem !== null) return { failure: problem };
  const target = new URL(url);
  const isAllowed = privateOrigins.includes(target.origin) || loopbackHosts.has(target.hostname);
  const send = target.protocol === 'https:' ? httpsRequest : httpRequest;
  return new Promise((resolve) => {
    const outgoing = send(target, {
      method: 'POST',
      headers: { ...headers, 'content-length': String(Buffer.byteLength(body)) },
      signal: AbortSignal.timeout(timeout),
      agent: false,
      ...(!isAllowed && { lookup: publicLookup }),
    });
    outgoing.once('response', (response) => {
      response.destroy();
      resolve({ status: response.statusCode ?? 0 });
    });
    outgoing.on('error', (error) => resolve({ failure: connectionProblem(error) }));
    outgoing.end(body);
  });
}
