export { officesText, viewAs } from './api.ts';
export { ClientViewBar } from './client-view-bar.tsx';
export { FindClientPage } from './find-client-page.tsx';
