export { AreasPage } from './areas-page.tsx';
export { MapPage } from './map-page.tsx';
