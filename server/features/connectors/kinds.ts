import { callRailKind, callTrackingMetricsKind } from './call-handlers.ts';
import type { KindHandler } from './kind-handler.ts';
import { informedVisibilityKind, lobKind, postgridKind } from './mail-handlers.ts';
import { fetchCall } from './fetch-call.ts';

/** Handlers of the kinds of systems to which a connection can lead. */
export const connectionKinds: readonly KindHandler[] = [
  { ...callRailKind, fetchCall },
  { ...callTrackingMetricsKind, fetchCall },
  lobKind,
  postgridKind,
  informedVisibilityKind,
];
