export { distribute } from './distribute.ts';
export { placements } from './placement.ts';
