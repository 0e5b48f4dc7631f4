export { MapPage } from './map-page.tsx';
