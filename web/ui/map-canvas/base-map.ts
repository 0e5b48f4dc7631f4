import type { StyleSpecification } from 'maplibre-gl';
import { feature } from 'topojson-client';
import type { GeometryCollection, Topology } from 'topojson-specification';
import townsUrl from 'virtual:towns';
import atlasUrl from 'us-atlas/counties-10m.json?url';
import * as z from 'zod/mini';
import { config } from '../../platform/config.ts';
import { labelPoints } from './label-points.ts';
import { type Outlines, packagedStyle, type StreetTiles } from './map-style.ts';
import type { Scheme } from './map-tones.ts';

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

async function packaged(scheme: Scheme, street: StreetTiles | null = null): Promise<StyleSpecification> {
  outlines ??= fetchOutlines().catch((error: unknown) => {
    outlines = null;
    throw error;
  });
  return packagedStyle(await outlines, townsUrl, scheme, street);
}

/** The operator's attribution in place of the style's. */
const attributed = (style: StyleSpecification, attribution: string): StyleSpecification => ({
  ...style,
  sources: Object.fromEntries(
    Object.entries(style.sources).map(([id, source]) => [id, { ...source, attribution }]),
  ),
});

/** The operator's style if it is configured and loads, otherwise the packaged map, with the operator's streets if there are any. */
export async function baseMap(scheme: Scheme): Promise<StyleSpecification> {
  const { style, tiles, attribution } = config().map;
  if (style === null)
    return packaged(scheme, tiles === null ? null : { tiles, attribution: attribution ?? '' });
  try {
    const loaded = styleSchema.parse(await fetchJson(style));
    return attribution === null ? loaded : attributed(loaded, attribution);
  } catch (error) {
    console.warn('The map style could not be loaded, so the packaged outlines are used.', error);
    return packaged(scheme);
  }
}
