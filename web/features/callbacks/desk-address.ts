import { type CallbackFigureList, callbackFigureLists } from '@mailcall/contract/rules/callback-figures.ts';
import {
  callbackOrders,
  callbackStates,
  type CallbackList,
  type CallbackOrder,
} from '@mailcall/contract/rules/callbacks.ts';
import { type Address, pageIn, textOf } from '../../platform/address.ts';

export const reachedResults = ['booked', 'reached'] as const;
export type ReachedResult = (typeof reachedResults)[number];

export interface FigureRows {
  list: CallbackFigureList;
  /** Filters: account, person who called back first ('' if unknown), and hour of the day. */
  office: string | null;
  staff: string | null;
  hour: number | null;
  page: number;
}

export type OpenRows = (list: CallbackFigureList, only?: Partial<FigureRows>) => void;

export interface DeskState {
  figures: boolean;
  rows: FigureRows | null;
  list: CallbackList;
  /** Null if the address names none: the person's own order applies. */
  sort: CallbackOrder | null;
  page: number;
  caller: string | null;
  result: ReachedResult | null;
}

const oneOf = <Value extends string>(values: readonly Value[], text: string | undefined) =>
  values.find((value) => value === text);

function rowsIn(address: Address): FigureRows | null {
  const list = oneOf(callbackFigureLists, textOf(address['rows']));
  if (list === undefined) return null;
  const hour = textOf(address['rowsHour']) ?? '';
  return {
    list,
    office: textOf(address['rowsOffice']) ?? null,
    staff: textOf(address['rowsStaff']) ?? null,
    hour: /^(1?\d|2[0-3])$/.test(hour) ? Number(hour) : null,
    page: pageIn(address['rowsPage']),
  };
}

const rowsToAddress = (rows: FigureRows | null): Address => ({
  rows: rows?.list,
  rowsOffice: rows?.office ?? undefined,
  rowsStaff: rows?.staff ?? undefined,
  rowsHour: rows?.hour === null || rows === null ? undefined : String(rows.hour),
  rowsPage: rows === null || rows.page === 1 ? undefined : String(rows.page),
});

export const figuresTab = 'figures';

export function deskFromAddress(address: Address): DeskState {
  const figures = textOf(address['tab']) === figuresTab;
  const caller = figures ? null : textOf(address['caller']) || null;
  return {
    figures,
    rows: figures ? rowsIn(address) : null,
    list: oneOf(callbackStates, textOf(address['list'])) ?? 'to-call',
    sort: oneOf(callbackOrders, textOf(address['sort'])) ?? null,
    page: pageIn(address['page']),
    caller,
    result: caller === null ? null : (oneOf(reachedResults, textOf(address['result'])) ?? null),
  };
}

export const deskToAddress = ({ figures, rows, list, sort, page, caller, result }: DeskState): Address => ({
  ...rowsToAddress(figures ? rows : null),
  tab: figures ? figuresTab : undefined,
  list: list === 'to-call' ? undefined : list,
  sort: sort ?? undefined,
  page: page === 1 ? undefined : String(page),
  caller: caller ?? undefined,
  result: result ?? undefined,
});
