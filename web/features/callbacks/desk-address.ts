import { type CallbackFigureList, callbackFigureLists } from '@mailcall/contract/rules/callback-figures.ts';
import {
  callbackOrders,
  callbackStates,
  type CallbackList,
  type CallbackOrder,
} from '@mailcall/contract/rules/callbacks.ts';
import { type Address, pageIn, textOf } from '../../platform/address.ts';

/** What came of reaching a caller; both open the form that resolves their calls. */
export const reachedResults = ['booked', 'reached'] as const;
export type ReachedResult = (typeof reachedResults)[number];

/** The missed calls behind a figure. */
export interface FigureRows {
  list: CallbackFigureList;
  /** Only of this account, of whom this person called back first ('' for nobody known), and of this hour of the day. */
  office: string | null;
  staff: string | null;
  hour: number | null;
  page: number;
}

/** Opens the calls that a figure counts. */
export type OpenRows = (list: CallbackFigureList, only?: Partial<FigureRows>) => void;

/** What the callback desk shows. */
export interface DeskState {
  /** The figures instead of a list. */
  figures: boolean;
  /** The open rows of a figure; null without any. */
  rows: FigureRows | null;
  list: CallbackList;
  sort: CallbackOrder;
  page: number;
  /** A call of the open caller; null without one. */
  caller: string | null;
  /** The open form that resolves the caller's calls; null while it is closed. */
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

/** The tab of the figures, beside those of the lists. */
export const figuresTab = 'figures';

/** Reads what the desk shows; what is invalid is as if it was absent. */
export function deskFromAddress(address: Address): DeskState {
  const figures = textOf(address['tab']) === figuresTab;
  const caller = figures ? null : textOf(address['caller']) || null;
  return {
    figures,
    rows: figures ? rowsIn(address) : null,
    list: oneOf(callbackStates, textOf(address['list'])) ?? 'to-call',
    sort: oneOf(callbackOrders, textOf(address['sort'])) ?? 'urgency',
    page: pageIn(address['page']),
    caller,
    result: caller === null ? null : (oneOf(reachedResults, textOf(address['result'])) ?? null),
  };
}

/** Writes it; what is as usual needs nothing in the address. */
export const deskToAddress = ({ figures, rows, list, sort, page, caller, result }: DeskState): Address => ({
  ...rowsToAddress(figures ? rows : null),
  tab: figures ? figuresTab : undefined,
  list: list === 'to-call' ? undefined : list,
  sort: sort === 'urgency' ? undefined : sort,
  page: page === 1 ? undefined : String(page),
  caller: caller ?? undefined,
  result: result ?? undefined,
});
