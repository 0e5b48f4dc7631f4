import type { ConnectionKind } from '@mailcall/contract/rules/connections.ts';
import type { CallSystem } from './call-system.ts';
import { callRail } from './callrail/calls.ts';
import { callTrackingMetrics } from './calltrackingmetrics/calls.ts';
import { lob } from './lob/pieces.ts';
import { postgrid } from './postgrid/pieces.ts';
import type { Printer } from './printer.ts';

/** Systems with calls, by the kind of their connections. */
export const callSystems: Readonly<Record<string, CallSystem>> = {
  callrail: callRail,
  calltrackingmetrics: callTrackingMetrics,
};

/** Printers from which states of pieces are pulled, by the kind of their connections. */
export const printers: Readonly<Record<string, Printer>> = { lob, postgrid };

/** @throws {Error} for a kind that has no calls */
export function callSystemOf(kind: ConnectionKind): CallSystem {
  const found = callSystems[kind];
  if (!found) throw new Error(`Connections of the kind ${kind} have no calls.`);
  return found;
}
