import * as z from 'zod/mini';
import { readStored, writeStored } from './stored-values.ts';

/**
 * Reloads the page after one of its files could not be loaded: a newer deployment may have replaced it. Once in a tab for
 * each failure, so that a page whose file stays away is not reloaded forever.
 */
export function reloadOnce(failure: unknown): void {
  const message = String(failure);
  const name = 'reloaded-for';
  if (readStored(name, z.string(), sessionStorage) === message) return;
  writeStored(name, message, sessionStorage);
  // what cannot be remembered would be repeated
  if (readStored(name, z.string(), sessionStorage) === message) location.reload();
}
