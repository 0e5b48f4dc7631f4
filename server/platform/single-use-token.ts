import { createHash, randomBytes } from 'node:crypto';

/** Milliseconds that a download token is valid: 2 minutes. */
export const downloadTokenLifetime = 2 * 60 * 1000;

/** Token of 256 random bits. */
export const makeToken = (): string => randomBytes(32).toString('base64url');

/** Stored hash of a token. A plain hash suffices because tokens cannot be guessed. */
export const hashOfToken = (token: string): Buffer => createHash('sha256').update(token).digest();
