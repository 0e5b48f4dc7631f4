import { setImmediate as nextTurn } from 'node:timers/promises';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import { GeoJSONVT } from '@maplibre/geojson-vt';
import { fromGeojsonVt } from '@maplibre/vt-pbf';
import { maxTileZoom, shapeKey, tileLayer, type TileProperties } from '@mailcall/contract/map-shapes.ts';
import type { ZoneShape } from '@mailcall/contract/mailing-zones.ts';
import { LRUCache } from 'lru-cache';
import { type DisplayedShape, versionOfShapes } from './displayed-shapes.ts';

// the types of @maplibre/geojson-vt do not resolve here: they import each other without file endings
interface TileFeature {
  type: 1 | 2 | 3;
  geometry: [number, number][][];
  tags: Record<string, unknown> | null;
}
interface Outlines {
  getTile(z: number, x: number, y: number): { features: TileFeature[] } | null;
}
const OutlineIndex = GeoJSONVT as unknown as new (shape: ZoneShape, options: object) => Outlines;

/** `z` zoom, `x` column from the west, `y` row from the north. */
export interface TilePosition {
  z: number;
  x: number;
  y: number;
}

export type ReadShapes = (
  accountId: string,
  geodataIds: readonly string[],
) => Promise<ReadonlyMap<string, ZoneShape>>;

/** Cached corners, at about 60 bytes each. */
const maxCorners = 1_000_000;
/** Cached bytes of finished tiles. */
const maxTileBytes = 32 * 1024 * 1024;
const readTogether = 25;

/** Units of a tile's coordinates on each side, and how far around the tile shapes are included. */
const extent = 4096;
const buffer = 64;

/** Degrees west, south, east, north. */
export type Bounds = readonly [number, number, number, number];

export function boundsOfTile({ z, x, y }: TilePosition): Bounds {
  const margin = buffer / extent;
  const longitude = (column: number) => (column / 2 ** z) * 360 - 180;
  const latitude = (row: number) =>
    (Math.atan(Math.sinh(Math.PI * (1 - (2 * row) / 2 ** z))) * 180) / Math.PI;
  return [longitude(x - margin), latitude(y + 1 + margin), longitude(x + 1 + margin), latitude(y - margin)];
}

const cornersOf = ({ features }: ZoneShape): number =>
  features.reduce(
    (sum, { geometry: { type, coordinates } }) => sum + coordinates.flat(type === 'Polygon' ? 1 : 2).length,
    0,
  );

/** Simplifies the outlines of each shape once for all zooms, tiles and viewers. Both caches are bounded. */
export class ShapeTiles {
  readonly #read: ReadShapes;
  readonly #outlines = new LRUCache<string, Outlines>({ maxSize: maxCorners });
  readonly #tiles: LRUCache<string, Buffer, { shapes: readonly DisplayedShape[]; tile: TilePosition }>;

  constructor(read: ReadShapes) {
    this.#read = read;
    this.#tiles = new LRUCache({
      maxSize: maxTileBytes,
      sizeCalculation: ({ length }) => Math.max(1, length),
      fetchMethod: (_key, _stale, { context }) => this.#make(context.shapes, context.tile),
    });
  }

  version(shapes: readonly DisplayedShape[], { z, x, y }: TilePosition): string {
    return `${versionOfShapes(shapes)}-${z}-${x}-${y}`;
  }

  async tile(shapes: readonly DisplayedShape[], tile: TilePosition): Promise<Buffer> {
    return this.#tiles.forceFetch(this.version(shapes, tile), { context: { shapes, tile } });
  }

  async #make(shapes: readonly DisplayedShape[], { z, x, y }: TilePosition): Promise<Buffer> {
    const features: TileFeature[] = [];
    for await (const [shape, outlines] of this.#outlinesOf(shapes)) {
      const properties = { shape: shapeKey(shape.areaId, shape.zoneId), areaId: shape.areaId };
      for (const feature of outlines.getTile(z, x, y)?.features ?? []) {
        const geocode = feature.tags?.['geocode'];
        const tags: TileProperties = {
          ...properties,
          ...(shape.zoneId !== null && { zoneId: shape.zoneId }),
          ...(typeof geocode === 'string' && { geocode }),
        };
        features.push({ ...feature, tags: { ...tags } });
      }
    }
    if (features.length === 0) return Buffer.alloc(0);
    return promisify(gzip)(fromGeojsonVt({ [tileLayer]: { features } }, { version: 2, extent }));
  }

  /** Lets other work run between two shapes. */
  async *#outlinesOf(shapes: readonly DisplayedShape[]): AsyncGenerator<[DisplayedShape, Outlines]> {
    const keyOf = ({ accountId, geodataId, contentHash }: DisplayedShape) =>
      JSON.stringify([accountId, geodataId, contentHash]);
    for (const [accountId, ofAccount] of Map.groupBy(shapes, (shape) => shape.accountId)) {
      for (let first = 0; first < ofAccount.length; first += readTogether) {
        const some = ofAccount.slice(first, first + readTogether);
        const unknown = some.filter((shape) => !this.#outlines.has(keyOf(shape)));
        const read =
          unknown.length === 0
            ? new Map<string, ZoneShape>()
            : await this.#read(
                accountId,
                unknown.map(({ geodataId }) => geodataId),
              );
        for (const shape of some) {
          await nextTurn();
          const found =
            this.#outlines.get(keyOf(shape)) ?? this.#simplify(keyOf(shape), read.get(shape.geodataId));
          if (found) yield [shape, found];
        }
      }
    }
  }

  /** Undefined for a shape that has just been removed. */
  #simplify(key: string, shape: ZoneShape | undefined): Outlines | undefined {
    if (!shape) return undefined;
    const outlines = new OutlineIndex(shape, {
      maxZoom: maxTileZoom,
      indexMaxZoom: 0,
      extent,
      buffer,
    });
    this.#outlines.set(key, outlines, { size: Math.max(1, cornersOf(shape)) });
    return outlines;
  }
}
