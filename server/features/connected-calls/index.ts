export { cleanConnectedCalls } from './clean.ts';
export { importCalls } from './import-calls.ts';
export { ConnectedCalls } from './import-waiting.ts';
export { callRailKind, callTrackingMetricsKind } from './kinds.ts';
