export { QualityPage } from './quality-page.tsx';
