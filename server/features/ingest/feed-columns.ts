import type { FeedFileName } from '@mailcall/contract/rules/api-key-scopes.ts';
import * as cell from './cell-kinds.ts';

export type Keeping =
  /** The feed decides: an empty cell clears. */
  | 'feed'
  /** People edit it or the system moves it: only a new value from the feed applies. */
  | 'edits'
  /** Like `edits`, but an empty cell clears a value that no one has edited. */
  | 'unless-edited'
  /** The feed decides until a person changes the value; only then the row keeps what the feed sent last. */
  | 'until-edited';

export interface FeedColumn {
  name: string;
  /** Null if the file's group reads the column. */
  read: cell.CellReader | null;
  type: string;
  /** Column of the record; the file's name by default. */
  target: string;
  /** New rows must have it, and no row may empty it. */
  required: boolean;
  keeping: Keeping;
  /** SQL of the record's value and of the cell, for values that another table has. */
  elsewhere: { known: string; sent: string } | null;
  /** SQL condition on `known` under which a known row keeps its value. */
  keptIf: string | null;
  otherwise: string | null;
  /** Dimension of the text's code (see dimension_values). */
  dimension: string | null;
  coded: boolean;
  stored: boolean;
  /** The cell is the path of a recording; the record has a key of the file store. */
  audio: boolean;
  /** The cell is the path of an image, or of a PDF with `#page=2`; the record has the image's id. */
  image: boolean;
  /** Also read on rows that say `deleted`. */
  identifies: boolean;
  score: boolean;
}

export const column = (
  name: string,
  type: string,
  read: cell.CellReader | null,
  more: Partial<FeedColumn> = {},
): FeedColumn => ({
  name,
  read,
  type,
  target: name,
  required: false,
  keeping: 'feed',
  elsewhere: null,
  keptIf: null,
  otherwise: null,
  dimension: null,
  coded: false,
  stored: true,
  audio: false,
  image: false,
  identifies: false,
  score: false,
  ...more,
});

type More = Partial<FeedColumn>;
export const id = (name: string, more?: More) => column(name, 'text', cell.id, more);
export const text = (name: string, max: number, more?: More) => column(name, 'text', cell.text(max), more);
export const day = (name: string, more?: More) => column(name, 'date', cell.day, more);
export const flag = (name: string, more?: More) => column(name, 'boolean', cell.flag, more);
export const count = (name: string, more?: More) =>
  column(name, 'integer', cell.wholeNumber({ example: 2500 }), more);
export const seconds = (name: string, more?: More) => column(name, 'integer', cell.duration, more);
export const coded = (name: string, dimension: string, more?: More) =>
  column(name, 'smallint', cell.text(200), { dimension, coded: true, ...more });
export const ids = (name: string, more?: More) =>
  column(name, 'text[]', cell.list(cell.id), { stored: false, otherwise: "'{}'", ...more });

export const image = (name: string, target: string) =>
  column(name, 'text', cell.text(1000), { target, image: true });
export const timestamp = (name: string, more?: More) => column(name, 'timestamptz', cell.timestamp, more);
export const enumeration = (name: string, words: readonly string[], more?: More) =>
  column(name, 'text', cell.oneOf(...words), more);

export const required = { required: true };
export const edits = { keeping: 'edits' } as const;
export const unlessEdited = { keeping: 'unless-edited' } as const;
/** Columns that the feed and people write. */
export const bothWrite = (...columns: readonly FeedColumn[]): FeedColumn[] =>
  columns.map((one) => (one.keeping === 'feed' ? { ...one, keeping: 'until-edited' } : one));
/** For people's own rows in the portal; the feed decides in the feed's rows. */
export const ownRows = { keptIf: 'known.portal_id is not null' } as const;
export const theId = id('id', { required: true, identifies: true });
export const theAccountId = column('id', 'text', cell.ownAccountId, { required: true, identifies: true });
export const accountId = id('account_id', { required: true, identifies: true });
export const portalId = id('portal_id', { identifies: true, ...edits });
export const deleted = flag('deleted', { otherwise: 'false', identifies: true });

/** A row made in the portal, which from now on has the feed's id, too. */
export const tiedTo = id('portal_id', { identifies: true, stored: false });

/** Columns that are read together. Unreadable cells stay empty. */
export interface ColumnGroup {
  names: readonly string[];
  /** `emptied`: sentences for unreadable cells. `problem` rejects the row; completes "{column} …", or "the row …" without one. */
  read(cells: ReadonlyMap<string, string>):
    | {
        values: ReadonlyMap<string, string | null>;
        emptied: { column: string; reason: string }[];
      }
    | { problem: { column: string; reason: string } };
}

/** Only the portal writes them. */
export const logFileNames = [
  'call-actions',
  'score-versions',
  'score-second-passes',
  'score-disputes',
] as const;
export type LogFileName = (typeof logFileNames)[number];
export const isLogFileName = (name: string): name is LogFileName => logFileNames.some((one) => one === name);

export interface FeedFile {
  /** Without its ending; only exports of the portal have {@link logFileNames}. */
  name: FeedFileName | LogFileName;
  table: string;
  noun: string;
  columns: readonly FeedColumn[];
  /** Columns that form the id, joined by a colon, if rows have no id of their own. */
  idOf?: readonly string[];
  group?: ColumnGroup;
}

export type FileOfFeed = FeedFile & { name: FeedFileName };
