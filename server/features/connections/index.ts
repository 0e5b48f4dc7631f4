export {
  addConnection,
  type Connection,
  addressOfConnection,
  findConnection,
  listConnections,
  readOrigin,
  removeConnection,
  requireConnection,
  setCallbacksFrom,
} from './connections.ts';
export { addSecret, connectionsWithApiKey, readSecrets } from './secrets.ts';
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
  type UnfinishedEvent,
  requireKind,
} from './kinds.ts';
export { cleanConnections } from './clean.ts';
export { RefusedRequests } from './refused-requests.ts';
export { serveConnections } from './receive-events.ts';
export { assignReference } from './assign.ts';
export { type ConnectionState, connectionStates, connectionWarnings } from './states.ts';
