import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';

/** A new key of the outbox page: 256 random bits. Each start of the portal has its own. */
export const makeOutboxKey = (): string => randomBytes(32).toString('base64url');

const digest = (text: string) => createHash('sha256').update(text).digest();

/** Whether a request's value is the key; takes the same time whatever it holds. */
export function isOutboxKey(value: unknown, key: string): boolean {
  return typeof value === 'string' && timingSafeEqual(digest(value), digest(key));
}
