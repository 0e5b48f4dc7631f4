export { LazyFrontDesk as FrontDesk } from './lazy-front-desk.tsx';
