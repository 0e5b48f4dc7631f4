export { LazyFrontDesk as FrontDesk, loadsFrontDesk } from './lazy-front-desk.tsx';
