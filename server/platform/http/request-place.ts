import { AsyncLocalStorage } from 'node:async_hooks';
import type { FastifyRequest } from 'fastify';

/** Without the last number, or only 48 bits of an IPv6 address. Null for invalid addresses, and after the client left. */
export function shortenAddress(address: string | undefined): string | null {
  const plain = (address ?? '').replace(/^::ffff:(?=\d+\.\d+\.\d+\.\d+$)/i, '');
  const four = /^(\d+\.\d+\.\d+)\.\d+$/.exec(plain);
  if (four) return `${four[1]}.x`;
  if (!plain.includes(':')) return null;
  const [head = '', tail] = plain.split('%')[0]?.split('::') ?? [];
  const groups = head === '' ? [] : head.split(':');
  const kept = tail === undefined ? groups : [...groups, '0', '0', '0'];
  return `${kept.slice(0, 3).join(':')}::`;
}

const requests = new AsyncLocalStorage<{ place: string | null; actor: string | null }>();

/** Inside `work`, {@link requestPlace} returns the request's address, and {@link actorInstead} who acts. */
export const inPlaceOf = <Result>(
  request: Pick<FastifyRequest, 'ip'>,
  actor: string | null,
  work: () => Result,
): Result => requests.run({ place: shortenAddress(request.ip), actor }, work);

/** Null outside requests. */
export const requestPlace = (): string | null => requests.getStore()?.place ?? null;

/** Contact who acts, and whose uses are recorded, in a client view; otherwise `contactId`. */
export const actorInstead = (contactId: string): string => requests.getStore()?.actor ?? contactId;
