export { CallersCount } from './callers-count.tsx';
export { UnresolvedCalls } from './unresolved-calls.tsx';
export { WaitingStrip } from './waiting-strip.tsx';
