export { distribute } from './distribute.ts';
export { isDistributed, placedTables } from './placed-tables.ts';
export { placements } from './placement.ts';
