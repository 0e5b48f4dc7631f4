import type { StyleSpecification } from 'maplibre-gl';
import { feature } from 'topojson-client';
import type { GeometryCollection, Topology } from 'topojson-specification';
import atlasUrl from 'us-atlas/counties-10m.json?url';
import { z } from 'zod';
import { config } from '../../platform/config.ts';
import { type Outlines, offlineStyle } from './map-style.ts';

type Atlas = Topology<Record<'nation' | 'states' | 'counties', GeometryCollection<{ name: string }>>>;

async function fetched(url: string): Promise<unknown> {
  const response = await fetch(url);
  if (!response.ok) throw new Error(`${url} was answered with ${response.status}.`);
  return response.json();
}

/** As much of a style as is needed to draw shapes into it; the map library says what else is wrong with one. */
const styleSchema = z.custom<StyleSpecification>(
  (value) =>
    z
      .looseObject({ version: z.literal(8), sources: z.object(), layers: z.array(z.object()) })
      .safeParse(value).success,
  'This is no MapLibre style.',
);

let outlines: Promise<Outlines> | null = null;

/** The outlines of the nation, its states and counties: asked for once, and again after a failure. */
async function outlinesRequest(): Promise<Outlines> {
  // the package's own file
  const atlas = (await fetched(atlasUrl)) as Atlas;
  const { nation, states, counties } = atlas.objects;
  return {
    land: feature(atlas, nation),
    states: feature(atlas, states),
    counties: feature(atlas, counties),
  };
}

async function offline(scheme: 'light' | 'dark'): Promise<StyleSpecification> {
  outlines ??= outlinesRequest().catch((error: unknown) => {
    outlines = null;
    throw error;
  });
  return offlineStyle(await outlines, scheme);
}

/**
 * The base map: the operator's style when there is one and it can be had, else the packaged outlines, which need no
 * network.
 */
export async function baseMap(scheme: 'light' | 'dark'): Promise<StyleSpecification> {
  const { style } = config().map;
  if (style === null) return offline(scheme);
  try {
    return styleSchema.parse(await fetched(style));
  } catch (error) {
    console.warn('The map style could not be had, so the packaged outlines are shown.', error);
    return offline(scheme);
  }
}
