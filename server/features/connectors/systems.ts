import type { ConnectionKind } from '@mailcall/contract/rules/connections.ts';
import type { CallSystem } from './call-system.ts';
import { callRail } from './callrail/calls.ts';
import { callTrackingMetrics } from './calltrackingmetrics/calls.ts';
import { lob } from './lob/pieces.ts';
import { postgrid } from './postgrid/pieces.ts';
import type { Printer } from './printer.ts';

export const callSystems: Readonly<Record<string, CallSystem>> = {
  callrail: callRail,
  calltrackingmetrics: callTrackingMetrics,
};

export const printers: Readonly<Record<string, Printer>> = { lob, postgrid };

export function callSystemOf(kind: ConnectionKind): CallSystem {
  const found = callSystems[kind];
  if (!found) throw new Error(`Connections of the kind ${kind} have no calls.`);
  return found;
}
