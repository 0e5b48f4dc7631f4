export { DesignsSection } from './designs-list.tsx';
