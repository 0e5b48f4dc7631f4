import { createHash, randomBytes } from 'node:crypto';

/** Milliseconds for which a token of a download is valid: 2 minutes. */
export const downloadTokenLifetime = 2 * 60 * 1000;

/** Makes a token of 256 random bits. */
export const makeToken = (): string => randomBytes(32).toString('base64url');

/** The hash under which a token is stored: it cannot be guessed, so that a plain one protects it. */
export const hashOfToken = (token: string): Buffer => createHash('sha256').update(token).digest();
