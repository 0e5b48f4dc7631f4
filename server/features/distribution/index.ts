export { distribute, isDistributed } from './distribute.ts';
export { placements } from './placement.ts';
