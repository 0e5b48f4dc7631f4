export { TrackingLinesLink } from './tracking-lines-link.tsx';
export { TrackingLinesPage } from './tracking-lines-page.tsx';
