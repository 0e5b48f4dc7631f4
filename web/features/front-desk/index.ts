export { FrontDesk } from './front-desk.tsx';
