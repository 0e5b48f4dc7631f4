import { type SortDirection, sortDirections } from '@mailcall/contract/rules/paging.ts';
import { type Address, listIn, textOf } from '../../platform/address.ts';
import { type MapTarget, targetOf, targetText } from './map-target.ts';

export const tableKinds = ['areas', 'zones', 'offices', 'households'] as const;
export type TableKind = (typeof tableKinds)[number];

/** Values per thousand pieces that can shade zones. */
export const shadings = ['leads', 'appointments'] as const;
export type Shading = (typeof shadings)[number];

export interface MapView {
  /** Degrees, with four decimals in the URL. */
  latitude: number;
  longitude: number;
  /** Zoom in MapLibre's units, for tiles of 512 pixels. */
  zoom: number;
}

export interface MapsState {
  area: string | null;
  open: MapTarget | null;
  /** Drawn areas and zones; null for the first area. */
  shown: ReadonlySet<string> | 'all' | null;
  hidden: ReadonlySet<string>;
  lists: readonly string[];
  shading: Shading | null;
  table: TableKind | null;
  sort: string | null;
  /** Null for the column's first direction. */
  dir: SortDirection | null;
  page: number;
  /** View chosen by the user; null for automatic fitting. */
  view: MapView | null;
}

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

export const viewText = ({ latitude, longitude, zoom }: MapView) =>
  [
    latitude.toFixed(decimals.degrees),
    longitude.toFixed(decimals.degrees),
    String(Number(zoom.toFixed(decimals.zoom))),
  ].join(',');

const oneOf = <Value extends string>(values: readonly Value[], text: string | undefined): Value | null =>
  values.find((value) => value === text) ?? null;

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
