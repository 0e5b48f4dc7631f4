export { CallerPage } from './caller-page.tsx';
