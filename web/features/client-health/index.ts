export { ClientHealthPage } from './client-health-page.tsx';
