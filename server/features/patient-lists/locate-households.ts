import { forEachInTurns } from '../../platform/in-turns.ts';
import type { Geocoder, PostalAddress } from './geocoder.ts';
import type { GroupedHousehold, Point } from './group-households.ts';

export type PointSource = 'given' | 'geocoder' | 'zip';

export interface LocatedHousehold extends GroupedHousehold {
  point: Point | null;
  pointSource: PointSource | null;
}

export const addressAndZip = (addressKey: string, zip: string | null): string => `${addressKey}|${zip ?? ''}`;

export interface LocatingOptions {
  geocoder: Geocoder | null;
  /** By {@link addressAndZip}. */
  knownPoints: ReadonlyMap<string, Point>;
  zipPoints: ReadonlyMap<string, Point>;
  signal?: AbortSignal;
  /** Receives the number of finished households after each part; throws to stop. */
  onProgress?: (done: number) => Promise<void>;
}

async function geocode(
  geocoder: Geocoder,
  addresses: readonly PostalAddress[],
  options: {
    found: Map<string, Point>;
    signal: AbortSignal | undefined;
    onProgress: (done: number) => Promise<void> | undefined;
  },
): Promise<Error | null> {
  for (let at = 0; at < addresses.length; at += geocoder.batchSize) {
    const batch = addresses.slice(at, at + geocoder.batchSize);
    try {
      for (const [id, point] of await geocoder.locate(batch, options.signal)) options.found.set(id, point);
    } catch (error) {
      return error as Error;
    }
    await options.onProgress(at + batch.length);
  }
  return null;
}

/** Uses the list's point, else the geocoder's, else the middle of the ZIP code. Returns the geocoder's failure, if any. */
export async function locateHouseholds(
  households: readonly GroupedHousehold[],
  { geocoder, knownPoints, zipPoints, signal, onProgress }: LocatingOptions,
): Promise<{ located: LocatedHousehold[]; failure: Error | null }> {
  const found = new Map<string, Point>();
  const unknown: PostalAddress[] = [];
  await forEachInTurns(households, ({ id, addressKey, address, given, city, state, zip }) => {
    if (given || addressKey === null || address === null) return;
    const known = knownPoints.get(addressAndZip(addressKey, zip));
    if (known) found.set(id, known);
    else if (zip !== null || city !== null) unknown.push({ id, address, city, state, zip });
  });
  const failure = geocoder
    ? await geocode(geocoder, unknown, {
        found,
        signal,
        onProgress: (done) => onProgress?.(households.length - unknown.length + done),
      })
    : null;
  const located: LocatedHousehold[] = [];
  await forEachInTurns(households, (household) => {
    const geocoded = found.get(household.id) ?? null;
    const zipPoint = household.zip === null ? null : (zipPoints.get(household.zip) ?? null);
    const point = household.given ?? geocoded ?? zipPoint;
    const pointSource = household.given ? 'given' : geocoded ? 'geocoder' : zipPoint ? 'zip' : null;
    located.push({ ...household, point, pointSource });
  });
  return { located, failure };
}
