import { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { minutes } from '@mailcall/contract/time/durations.ts';

/** In constant time. Hashes of different lengths are never equal. */
export const equalHashes = (expected: Uint8Array, received: Uint8Array): boolean =>
  expected.length === received.length && timingSafeEqual(expected, received);

const digestOf = (text: string) => createHash('sha256').update(text).digest();

/** Compares a received text with a secret in constant time, whatever its length. Never equal if `received` is not a text. */
export const equalTexts = (expected: string, received: unknown): boolean =>
  typeof received === 'string' && equalHashes(digestOf(expected), digestOf(received));

/** Signs texts of one use, such as tokens of links, as `text.signature`. */
export interface TextSigner {
  sign(text: string): string;
  /** Null if the signature is not ours. */
  read(signed: string): string | null;
}

/** `purpose` prefixes the signed bytes, so that a token of one use is worthless for another with the same key. */
export function textSigner(key: string | Uint8Array, purpose: string): TextSigner {
  const sign = (text: string) =>
    `${text}.${createHmac('sha256', key).update(purpose).update(text).digest('base64url')}`;
  return {
    sign,
    read(signed) {
      const text = signed.slice(0, Math.max(0, signed.lastIndexOf('.')));
      // not decoded before the comparison, because several texts decode to the same bytes
      return equalTexts(sign(text), signed) ? text : null;
    },
  };
}

export const downloadTokenLifetime = minutes(2);

export const makeToken = (): string => randomBytes(32).toString('base64url');

/** A plain hash suffices because tokens cannot be guessed. */
export const hashOfToken = (token: string): Buffer => createHash('sha256').update(token).digest();
