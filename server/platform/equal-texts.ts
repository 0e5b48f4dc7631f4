import { createHash, timingSafeEqual } from 'node:crypto';

const digestOf = (text: string) => createHash('sha256').update(text).digest();

/**
 * Compares a received text with a secret, such as a signature, in constant time, whatever its length.
 * @param given received value; never equal if it is not a text
 */
export const equalTexts = (expected: string, given: unknown): boolean =>
  typeof given === 'string' && timingSafeEqual(digestOf(expected), digestOf(given));
