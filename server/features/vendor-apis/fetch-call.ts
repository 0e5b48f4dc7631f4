import type { KindHandler } from '../connections/index.ts';
import { accessOf } from './access.ts';
import { readCall } from './read-calls.ts';

/** Reads one call anew from the API of a connection's system, in the form in which it is listed. */
export const fetchCall: NonNullable<KindHandler['fetchCall']> = async (
  dependencies,
  connection,
  callId,
  signal,
) => {
  const access = await accessOf(dependencies, connection, signal);
  return (await readCall(access, access.account, callId)) ?? undefined;
};
