export { waitingCount, WaitingStrip } from './waiting-strip.tsx';
