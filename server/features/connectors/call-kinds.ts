import type { ConnectionKind } from '@mailcall/contract/rules/connections.ts';
import type { CallKind } from './call-kind.ts';
import { callRailCalls } from './callrail/calls.ts';
import { ctmCalls } from './calltrackingmetrics/calls.ts';

const callKinds: Partial<Record<ConnectionKind, CallKind>> = {
  callrail: callRailCalls,
  calltrackingmetrics: ctmCalls,
};

/** How the systems of a kind write calls. @throws {Error} for a kind that has no calls */
export function callKindOf(kind: ConnectionKind): CallKind {
  const found = callKinds[kind];
  if (!found) throw new Error(`Connections of the kind ${kind} have no calls.`);
  return found;
}
