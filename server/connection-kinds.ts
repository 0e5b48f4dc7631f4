import { callRailKind, callTrackingMetricsKind } from './features/connected-calls/index.ts';
import type { KindHandler } from './features/connections/index.ts';
import { informedVisibilityKind, lobKind, postgridKind } from './features/mail-tracking/index.ts';
import { fetchCall } from './features/vendor-apis/index.ts';

/** Handlers of the kinds of systems to which a connection can lead. */
export const connectionKinds: readonly KindHandler[] = [
  { ...callRailKind, fetchCall },
  { ...callTrackingMetricsKind, fetchCall },
  lobKind,
  postgridKind,
  informedVisibilityKind,
];
