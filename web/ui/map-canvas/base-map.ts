import type { StyleSpecification } from 'maplibre-gl';
import { feature } from 'topojson-client';
import type { GeometryCollection, Topology } from 'topojson-specification';
import townsUrl from 'virtual:towns';
import atlasUrl from 'us-atlas/counties-10m.json?url';
import * as z from 'zod/mini';
import { config } from '../../platform/config.ts';
import { labelPoints } from './label-points.ts';
import { type Outlines, offlineStyle } from './map-style.ts';

type Atlas = Topology<Record<'nation' | 'states' | 'counties', GeometryCollection<{ name: string }>>>;

async function fetchJson(url: string): Promise<unknown> {
  const response = await fetch(url);
  if (!response.ok) throw new Error(`${url} was answered with ${response.status}.`);
  return response.json();
}

/** Validates only what inserting shapes needs; the map library reports other errors. */
const styleSchema = z.custom<StyleSpecification>(
  (value) =>
    z
      .looseObject({ version: z.literal(8), sources: z.object(), layers: z.array(z.object()) })
      .safeParse(value).success,
  'This is not a MapLibre style.',
);

/** Fetched once, and again after a failure. */
let outlines: Promise<Outlines> | null = null;

async function fetchOutlines(): Promise<Outlines> {
  const atlas = (await fetchJson(atlasUrl)) as Atlas;
  const { nation, states, counties } = atlas.objects;
  const [stateOutlines, countyOutlines] = [feature(atlas, states), feature(atlas, counties)];
  return {
    land: feature(atlas, nation),
    states: stateOutlines,
    counties: countyOutlines,
    stateNames: labelPoints(stateOutlines),
    countyNames: labelPoints(countyOutlines),
  };
}

async function offline(scheme: 'light' | 'dark'): Promise<StyleSpecification> {
  outlines ??= fetchOutlines().catch((error: unknown) => {
    outlines = null;
    throw error;
  });
  return offlineStyle(await outlines, townsUrl, scheme);
}

/** The operator's style if it is configured and loads, otherwise the packaged outlines, which need no network. */
export async function baseMap(scheme: 'light' | 'dark'): Promise<StyleSpecification> {
  const { style } = config().map;
  if (style === null) return offline(scheme);
  try {
    return styleSchema.parse(await fetchJson(style));
  } catch (error) {
    console.warn('The map style could not be loaded, so the packaged outlines are used.', error);
    return offline(scheme);
  }
}
