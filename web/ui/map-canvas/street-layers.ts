import type { ExpressionSpecification, FilterSpecification, LayerSpecification } from 'maplibre-gl';
import { font, type Tone } from './map-tones.ts';

/** Vector tiles in the schema of OpenMapTiles. */
export const streets = 'streets';

const ofClass = (...classes: string[]): FilterSpecification => [
  'match',
  ['get', 'class'],
  classes,
  true,
  false,
];

/** Pixels by zoom; MapLibre interpolates between. */
const growing = (...stops: [zoom: number, width: number][]): ExpressionSpecification => [
  'interpolate',
  ['exponential', 1.5],
  ['zoom'],
  ...stops.flat(),
];

interface Road {
  id: string;
  classes: string[];
  minzoom: number;
  width: [zoom: number, width: number][];
}

/** Small ones first, so that larger ones lie above them. */
const roads: readonly Road[] = [
  {
    id: 'lanes',
    classes: ['minor', 'service'],
    minzoom: 12,
    width: [
      [12, 0.5],
      [18, 10],
    ],
  },
  {
    id: 'roads',
    classes: ['secondary', 'tertiary'],
    minzoom: 9,
    width: [
      [9, 0.5],
      [18, 14],
    ],
  },
  {
    id: 'main-roads',
    classes: ['primary', 'trunk'],
    minzoom: 7,
    width: [
      [7, 0.5],
      [18, 18],
    ],
  },
  {
    id: 'motorways',
    classes: ['motorway'],
    minzoom: 5,
    width: [
      [5, 0.5],
      [18, 20],
    ],
  },
];

const roadLayers = (tone: Tone): LayerSpecification[] => {
  const layer = ({ id, classes, minzoom, width }: Road, part: 'edge' | 'road'): LayerSpecification => ({
    id: part === 'edge' ? `${id}-edges` : id,
    type: 'line',
    source: streets,
    'source-layer': 'transportation',
    minzoom,
    filter: ofClass(...classes),
    layout: { 'line-cap': part === 'edge' ? 'butt' : 'round', 'line-join': 'round' },
    paint:
      part === 'edge'
        ? {
            'line-color': tone.roadEdge,
            'line-width': growing(...width.map(([at, wide]): [number, number] => [at, wide + 1.5])),
          }
        : {
            'line-color': id === 'motorways' ? tone.motorway : tone.road,
            'line-width': growing(...width),
          },
  });
  return [...roads.map((road) => layer(road, 'edge')), ...roads.map((road) => layer(road, 'road'))];
};

/** Woods, parks, water and streets, below all borders and names. */
export const streetLayers = (tone: Tone): LayerSpecification[] => [
  {
    id: 'woods',
    type: 'fill',
    source: streets,
    'source-layer': 'landcover',
    filter: ofClass('wood', 'grass'),
    paint: { 'fill-color': tone.green },
  },
  {
    id: 'parks',
    type: 'fill',
    source: streets,
    'source-layer': 'park',
    paint: { 'fill-color': tone.green },
  },
  {
    id: 'water',
    type: 'fill',
    source: streets,
    'source-layer': 'water',
    paint: { 'fill-color': tone.sea },
  },
  {
    id: 'rivers',
    type: 'line',
    source: streets,
    'source-layer': 'waterway',
    paint: { 'line-color': tone.sea, 'line-width': growing([8, 0.75], [16, 5]) },
  },
  ...roadLayers(tone),
];

const name: ExpressionSpecification = ['coalesce', ['get', 'name:en'], ['get', 'name']];

export const streetNames = (tone: Tone): LayerSpecification[] => [
  {
    id: 'street-names',
    type: 'symbol',
    source: streets,
    'source-layer': 'transportation_name',
    minzoom: 11.5,
    filter: ofClass('motorway', 'trunk', 'primary', 'secondary', 'tertiary', 'minor'),
    layout: {
      'symbol-placement': 'line',
      'text-field': name,
      'text-font': font,
      'text-size': 11,
      'text-padding': 12,
    },
    paint: { 'text-color': tone.region, 'text-halo-color': tone.land, 'text-halo-width': 1.5 },
  },
  {
    id: 'water-names',
    type: 'symbol',
    source: streets,
    'source-layer': 'water_name',
    layout: { 'text-field': name, 'text-font': font, 'text-size': 11, 'text-max-width': 8 },
    paint: { 'text-color': tone.region, 'text-halo-color': tone.sea, 'text-halo-width': 1 },
  },
];
