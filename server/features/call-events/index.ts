export {
  bodiesWithNumbers,
  deleteBodiesBefore,
  deleteBodiesWithNumbers,
  type KeptBody,
  readBodies,
  storeBody,
} from './call-events.ts';
