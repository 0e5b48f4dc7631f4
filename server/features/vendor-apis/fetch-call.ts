import type { KindHandler } from '../connections/index.ts';
import { accessOf } from './access.ts';
import { readCall } from './read-calls.ts';

/** Reads one call again from the API of a connection's system, in the form of its list. */
export const fetchCall: NonNullable<KindHandler['fetchCall']> = async (
  dependencies,
  connection,
  callId,
  signal,
) => {
  const access = await accessOf(dependencies, connection, signal);
  return (await readCall(access, access.account, callId)) ?? undefined;
};
