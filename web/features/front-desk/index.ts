export { LazyFrontDesk as FrontDesk, loadFrontDesk } from './lazy-front-desk.tsx';
