export {
  type Connection,
  addConnection,
  addressOfConnection,
  findConnection,
  listConnections,
  removeConnection,
} from './connections.ts';
export { addSecret, countSecrets, readSecrets } from './secrets.ts';
export { currentMapping, storeMapping } from './mappings.ts';
export {
  findAssignments,
  listParked,
  park,
  storeAssignment,
  unpark,
} from './parked.ts';
export {
  type EventCounts,
  type KindHandler,
  type KindWebhook,
  type PostedEvent,
  requireKind,
} from './kinds.ts';
export { cleanConnections } from './clean.ts';
export { serveConnections } from './receive-events.ts';
