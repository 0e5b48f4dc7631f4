import { lookup } from 'node:dns';
import { type IncomingMessage, request as httpRequest } from 'node:http';
import { request as httpsRequest } from 'node:https';
import { BlockList, isIP, type LookupFunction } from 'node:net';
import { RefusedConnection } from './connection-problem.ts';

/* Configured addresses get a time limit, no redirects, and need TLS and a public address unless an operator named them. */

/** Networks that are not public: private, local, documentation, translation, multicast. */
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

export const privateNetwork = 'The address is in a private network.';

/** Reason to refuse a URL, or null. The host name is checked again when it is resolved. */
export function outsideProblem(url: URL, namedOrigins: readonly string[]): string | null {
  if (url.username !== '' || url.password !== '') return 'Use an address without a user and password.';
  if (namedOrigins.includes(url.origin))
    return /^https?:$/.test(url.protocol) ? null : 'Use an https address.';
  if (url.protocol !== 'https:') return 'Use an https address.';
  const host = url.hostname.replace(/^\[|\]$/g, '');
  return isIP(host) !== 0 && !isPublicAddress(host) ? privateNetwork : null;
}

/** Resolves a name to public addresses only; the request then uses the checked address. */
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

export interface OutsideRequest {
  url: URL;
  body?: string | Uint8Array;
  headers?: Readonly<Record<string, string>>;
  /** Time limit: aborts the request, even while its answer is read. */
  signal: AbortSignal;
  /** Origins named by an operator; they may be in a private network or without TLS. */
  namedOrigins: readonly string[];
}

/** The caller must read or destroy the body. Throws {@link RefusedConnection}; {@link connectionProblem} explains other errors. */
export async function requestOutside({
  url,
  body,
  headers,
  signal,
  namedOrigins,
}: OutsideRequest): Promise<IncomingMessage> {
  const problem = outsideProblem(url, namedOrigins);
  if (problem !== null) throw new RefusedConnection(problem);
  const send = url.protocol === 'https:' ? httpsRequest : httpRequest;
  return new Promise((resolve, reject) => {
    const outgoing = send(url, {
      method: body === undefined ? 'GET' : 'POST',
      headers: {
        'accept-encoding': 'identity',
        'user-agent': 'Mailcall',
        ...(body !== undefined && { 'content-length': String(Buffer.byteLength(body)) }),
        ...headers,
      },
      signal,
      agent: false,
      ...(!namedOrigins.includes(url.origin) && { lookup: publicLookup }),
    });
    outgoing.once('response', resolve);
    // also after the response: an error without a listener would end the process
    outgoing.on('error', reject);
    outgoing.end(body);
  });
}

export async function readAnswer(answer: IncomingMessage, most: number): Promise<Buffer> {
  const pieces: Buffer[] = [];
  let bytes = 0;
  for await (const piece of answer as AsyncIterable<Buffer>) {
    bytes += piece.length;
    // leaving the loop destroys the response
    if (bytes > most) throw new RefusedConnection(`The answer is larger than ${most / 1024 / 1024} MB.`);
    pieces.push(piece);
  }
  return Buffer.concat(pieces);
}

export const isAccepted = ({ statusCode = 0 }: IncomingMessage): boolean =>
  statusCode >= 200 && statusCode <= 299;

/** Sends a user and password of the address as Basic authorization. */
export function outsideSetting(
  text: string,
): Pick<OutsideRequest, 'url' | 'namedOrigins'> & { headers: Record<string, string> } {
  const url = new URL(text);
  const credentials = `${decodeURIComponent(url.username)}:${decodeURIComponent(url.password)}`;
  const headers: Record<string, string> = url.username
    ? { authorization: `Basic ${Buffer.from(credentials).toString('base64')}` }
    : {};
  url.username = '';
  url.password = '';
  return { url, headers, namedOrigins: [url.origin] };
}
