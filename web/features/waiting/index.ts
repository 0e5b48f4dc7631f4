export { CallbacksLink } from './callbacks-link.tsx';
export { WaitingStrip } from './waiting-strip.tsx';
