export { CallersCount } from './callers-count.tsx';
export { WaitingStrip } from './waiting-strip.tsx';
