export { accessOf } from './access.ts';
export { callSources, type TheirCall } from './call-sources.ts';
export { fetchCall } from './fetch-call.ts';
export { listCalls } from './read-calls.ts';
export { VendorProblem } from './vendor-api.ts';
