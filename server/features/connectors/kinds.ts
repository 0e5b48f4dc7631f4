import { callRailKind } from './callrail/handler.ts';
import { callTrackingMetricsKind } from './calltrackingmetrics/handler.ts';
import { informedVisibilityKind } from './informed-visibility/handler.ts';
import type { KindHandler } from './kind-handler.ts';
import { lobKind } from './lob/handler.ts';
import { postgridKind } from './postgrid/handler.ts';

export const connectionKinds: readonly KindHandler[] = [
  callRailKind,
  callTrackingMetricsKind,
  lobKind,
  postgridKind,
  informedVisibilityKind,
];
