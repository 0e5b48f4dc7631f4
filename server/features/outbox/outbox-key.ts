import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';

/** Makes a key of the outbox page: 256 random bits, new at each start of the portal. */
export const makeOutboxKey = (): string => randomBytes(32).toString('base64url');

const digest = (text: string) => createHash('sha256').update(text).digest();

/** Whether a value is the key; compares in constant time. */
export function isOutboxKey(value: unknown, key: string): boolean {
  return typeof value === 'string' && timingSafeEqual(digest(value), digest(key));
}
