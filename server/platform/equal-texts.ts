import { createHash, timingSafeEqual } from 'node:crypto';

const digestOf = (text: string) => createHash('sha256').update(text).digest();

/**
 * Whether a text that somebody sent is the expected one, such as a signature. It takes the same time wherever they differ, also for
 * texts of other lengths.
 * @param given whatever came; what is not a text is never equal
 */
export const equalTexts = (expected: string, given: unknown): boolean =>
  typeof given === 'string' && timingSafeEqual(digestOf(expected), digestOf(given));
