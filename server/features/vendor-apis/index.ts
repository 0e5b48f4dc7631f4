export { accessOf, pieceAccessOf } from './access.ts';
export { callSources, type TheirCall } from './call-sources.ts';
export { fetchCall } from './fetch-call.ts';
export { pieceSources } from './piece-sources.ts';
export { listCalls } from './read-calls.ts';
export { listPieces } from './read-pieces.ts';
export { VendorProblem } from './vendor-api.ts';
