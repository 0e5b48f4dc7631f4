import * as z from 'zod/mini';
import { readStored, writeStored } from './stored-values.ts';

/** Reloads after a file failed to load, because a deployment may have replaced it. Once per tab, to avoid a loop. */
export function reloadOnce(failure: unknown): void {
  const message = String(failure);
  const name = 'reloaded-for';
  if (readStored(name, z.string(), sessionStorage) === message) return;
  writeStored(name, message, sessionStorage);
  // without storage the reload would repeat
  if (readStored(name, z.string(), sessionStorage) === message) location.reload();
}
