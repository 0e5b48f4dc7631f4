import type { FeatureCollection } from 'geojson';
import type { StyleSpecification, SymbolLayerSpecification } from 'maplibre-gl';
import { boldFont, type Scheme, tones } from './map-tones.ts';
import type { Coordinates } from './route-shapes.ts';

export interface NamedPoint extends Coordinates {
  name: string;
}

export const namesOf = (points: readonly NamedPoint[]): FeatureCollection => ({
  type: 'FeatureCollection',
  features: points.map(({ name, latitude, longitude }) => ({
    type: 'Feature',
    properties: { name },
    geometry: { type: 'Point', coordinates: [longitude, latitude] },
  })),
});

/** A font that the style can draw: its own names for fonts that it loads, otherwise ours. */
export function fontOf({ glyphs, layers }: StyleSpecification): string[] {
  if (glyphs === undefined) return boldFont;
  for (const { type, layout } of layers) {
    const fonts = type === 'symbol' ? layout?.['text-font'] : undefined;
    const names: unknown[] = Array.isArray(fonts) ? fonts : [];
    // an expression begins with its operator
    if (names.every((one) => typeof one === 'string') && names.length > 0 && names[0] !== 'get') return names;
  }
  return ['Open Sans Regular', 'Arial Unicode MS Regular'];
}

type NameProperties = Required<Pick<SymbolLayerSpecification, 'layout' | 'paint'>>;

/** Draws `name` with a halo. Names of offices stand below their marker. */
export function nameProperties(style: StyleSpecification, scheme: Scheme, below: boolean): NameProperties {
  const tone = tones[scheme];
  return {
    layout: {
      'text-field': ['get', 'name'],
      'text-font': fontOf(style),
      'text-size': 12,
      'text-max-width': 9,
      'text-padding': 4,
      ...(below && {
        'text-anchor': 'top',
        'text-offset': [0, 1.2],
        'text-optional': true,
      }),
    },
    paint: { 'text-color': tone.town, 'text-halo-color': tone.land, 'text-halo-width': 2 },
  };
}

/** Image without color, as large as a marker: names keep away from it. */
export const markerSpace = { name: 'marker-space', size: 28 };
