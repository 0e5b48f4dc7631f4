import { type SortDirection, sortDirections } from '@mailcall/contract/rules/sort-direction.ts';
import { type Address, listIn, textOf } from '../../platform/address.ts';
import { type MapTarget, targetOf, targetText } from './map-target.ts';

/** The tables of what the map shows. */
export const tableKinds = ['areas', 'zones', 'offices', 'households'] as const;
export type TableKind = (typeof tableKinds)[number];

/** What zones can be shaded by, per thousand pieces. */
export const shadings = ['leads', 'appointments'] as const;
export type Shading = (typeof shadings)[number];

/** The part of the world that the map shows. */
export interface MapView {
  /** Degrees, with four decimals in the address. */
  latitude: number;
  longitude: number;
  /** As the map library counts: tiles of 512 pixels. */
  zoom: number;
}

/** The state of the map screen, as its address says it. */
export interface MapsState {
  /** Id of the selected area; null for the first one. */
  area: string | null;
  /** What the info box is about; null when it is closed. */
  open: MapTarget | null;
  /** Ids of the areas and zones that are drawn; null for the first area. */
  shown: ReadonlySet<string> | 'all' | null;
  /** Ids of the offices that are not drawn. */
  hidden: ReadonlySet<string>;
  /** Ids of the patient lists that are drawn. */
  lists: readonly string[];
  shading: Shading | null;
  /** The open table; null when the map has all the space. */
  table: TableKind | null;
  /** A column of the open table; null for its default. */
  sort: string | null;
  /** Null for that in which the column is sorted first. */
  dir: SortDirection | null;
  page: number;
  /** Where the person moved the map; null for where it fits by itself. */
  view: MapView | null;
}

/** In the address, instead of ids. */
const everything = '*';
const nothing = '-';

function shownOf(value: Address[string]): MapsState['shown'] {
  const ids = idsIn(value);
  if (ids.has(everything)) return 'all';
  return ids.size === 0 ? null : ids.has(nothing) ? new Set() : ids;
}

function shownText(shown: MapsState['shown']): Address[string] {
  if (shown === 'all') return everything;
  return shown ? (listOrNothing([...shown].toSorted()) ?? nothing) : undefined;
}

const idsIn = (value: Address[string]) => new Set(listIn(value).filter((id) => id !== ''));

const decimals = { degrees: 4, zoom: 2 };

function viewOf(text: string | undefined): MapView | null {
  const numbers = (text ?? '').split(',').map((part) => (part.trim() === '' ? Number.NaN : Number(part)));
  const [latitude = Number.NaN, longitude = Number.NaN, zoom = Number.NaN] = numbers;
  const isValid =
    numbers.length === 3 && Math.abs(latitude) <= 85 && Math.abs(longitude) <= 180 && zoom >= 0 && zoom <= 22;
  return isValid ? { latitude, longitude, zoom } : null;
}

/** The view as the address writes it. */
export const viewText = ({ latitude, longitude, zoom }: MapView) =>
  [
    latitude.toFixed(decimals.degrees),
    longitude.toFixed(decimals.degrees),
    String(Number(zoom.toFixed(decimals.zoom))),
  ].join(',');

const oneOf = <Value extends string>(values: readonly Value[], text: string | undefined): Value | null =>
  values.find((value) => value === text) ?? null;

/** Reads the state of the screen from its address; what is missing or invalid gets its default. */
export function mapsFromAddress(address: Address): MapsState {
  const page = textOf(address['page']) ?? '';
  return {
    area: textOf(address['area']) || null,
    open: targetOf(textOf(address['open'])),
    shown: shownOf(address['shown']),
    hidden: idsIn(address['hidden']),
    lists: [...idsIn(address['lists'])],
    shading: oneOf(shadings, textOf(address['shading'])),
    table: oneOf(tableKinds, textOf(address['table'])),
    sort: textOf(address['sort']) || null,
    dir: oneOf(sortDirections, textOf(address['dir'])),
    page: /^[1-9]\d{0,5}$/.test(page) ? Number(page) : 1,
    view: viewOf(textOf(address['at'])),
  };
}

/** Writes a part of the state into the address; defaults are left out. */
export function mapsToAddress(state: Partial<MapsState>): Address {
  const written: Address = {};
  if (state.area !== undefined) written['area'] = state.area ?? undefined;
  if (state.open !== undefined) written['open'] = state.open ? targetText(state.open) : undefined;
  if (state.shown !== undefined) written['shown'] = shownText(state.shown);
  if (state.hidden !== undefined) written['hidden'] = listOrNothing([...state.hidden].toSorted());
  if (state.lists !== undefined) written['lists'] = listOrNothing(state.lists);
  if (state.shading !== undefined) written['shading'] = state.shading ?? undefined;
  if (state.table !== undefined) written['table'] = state.table ?? undefined;
  if (state.sort !== undefined) written['sort'] = state.sort ?? undefined;
  if (state.dir !== undefined) written['dir'] = state.dir ?? undefined;
  if (state.page !== undefined) written['page'] = state.page === 1 ? undefined : String(state.page);
  if (state.view !== undefined) written['at'] = state.view ? viewText(state.view) : undefined;
  return written;
}

const listOrNothing = (values: readonly string[]) => (values.length === 0 ? undefined : [...values]);
