import { z } from 'zod';
import { OperatorProblem } from './operator-problem.ts';

const tilesAddress = /^https?:\/\/[^/?#{}@\s]+\/(?=\S*\{z\})(?=\S*\{x\})(?=\S*\{y\})\S+$/;

export const mapVariables = {
  MAP_STYLE: z
    .string()
    .refine(
      (value) => URL.canParse(value) && /^https?:$/.test(new URL(value).protocol),
      'an address such as https://maps.example.com/style.json',
    )
    .optional(),
  MAP_TILES: z
    .string()
    .refine(
      (value) => tilesAddress.test(value) && URL.canParse(value),
      'an address with {z}, {x} and {y}, such as https://tiles.example.com/{z}/{x}/{y}.pbf',
    )
    .optional(),
  MAP_ATTRIBUTION: z.string().trim().max(300, 'at most 300 characters').optional(),
  MAP_ORIGINS: z
    .string()
    .transform((value) => value.split(',').map((origin) => origin.trim()))
    .refine(
      (origins) => origins.every((origin) => /^https?:/.test(origin) && URL.canParse(origin)),
      'origins with commas between them, such as https://tiles.example.com,https://fonts.example.com',
    )
    .transform((origins) => origins.map((origin) => new URL(origin).origin))
    .default([]),
};

export interface MapSettings {
  readonly style: string | null;
  /** OpenMapTiles vector tiles: an address with {z}, {x} and {y}. */
  readonly tiles: string | null;
  /** Text or HTML. */
  readonly attribution: string | null;
  /** What pages may ask for: origins of style and tiles, and those that the operator adds. */
  readonly origins: readonly string[];
}

/** Throws OperatorProblem if the variables do not belong together. */
export function mapSettings(values: z.output<z.ZodObject<typeof mapVariables>>): MapSettings {
  const style = values.MAP_STYLE ?? null;
  const tiles = values.MAP_TILES ?? null;
  const attribution = values.MAP_ATTRIBUTION ?? null;
  if (style !== null && tiles !== null)
    throw new OperatorProblem('MAP_STYLE and MAP_TILES are two maps: keep one of them.');
  if (tiles !== null && attribution === null)
    throw new OperatorProblem(
      'MAP_TILES needs MAP_ATTRIBUTION, the source to name on the map, such as © OpenStreetMap contributors.',
    );
  if (attribution !== null && tiles === null && style === null)
    throw new OperatorProblem('MAP_ATTRIBUTION belongs to MAP_TILES or MAP_STYLE, which is missing.');
  const own = [style, tiles].flatMap((address) => (address === null ? [] : [new URL(address).origin]));
  return { style, tiles, attribution, origins: [...new Set([...own, ...values.MAP_ORIGINS])] };
}
