export { DesignsSection } from './designs-section.tsx';
