export { CallbacksLink } from './callbacks-link.tsx';
export { TodayCount } from './today-count.tsx';
export { WaitingStrip } from './waiting-strip.tsx';
