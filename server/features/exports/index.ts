import type { Dependencies } from '../../dependencies.ts';
import type { RouteServer } from '../../platform/http/serve.ts';
import type { Viewer } from '../identity/index.ts';
import { serveDirectDownloads } from './serve-direct.ts';
import { serveMailedExports } from './serve-mailed.ts';

export { cleanExports } from './clean-exports.ts';
export { fileKeyOf } from './export-records.ts';
export { WrittenExports } from './written-exports.ts';

/** Serves the downloads of lists of calls: streamed immediately, or written by a job and mailed as a link. */
export function serveExports(
  routes: RouteServer<Viewer>,
  dependencies: Pick<Dependencies, 'database' | 'clock' | 'files' | 'environment'>,
): void {
  serveDirectDownloads(routes, dependencies);
  serveMailedExports(routes, dependencies);
}
