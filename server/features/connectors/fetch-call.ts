import type { KindHandler } from './kind-handler.ts';
import { accessOf } from './api-access.ts';
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
