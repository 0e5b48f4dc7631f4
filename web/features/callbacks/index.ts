export { requestCallers } from './api.ts';
export { CallbacksPage } from './callbacks-page.tsx';
