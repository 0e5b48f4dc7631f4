import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';

/** Key of the outbox page: 256 random bits, new at each start. */
export const makeOutboxKey = (): string => randomBytes(32).toString('base64url');

const digest = (text: string) => createHash('sha256').update(text).digest();

/** Compares in constant time. */
export function isOutboxKey(value: unknown, key: string): boolean {
  return typeof value === 'string' && timingSafeEqual(digest(value), digest(key));
}
