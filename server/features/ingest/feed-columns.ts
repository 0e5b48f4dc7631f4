import type { FeedFileName } from '@mailcall/contract/rules/api-key-scopes.ts';
import * as cell from './cell-kinds.ts';

/** How an empty cell, or a change in the portal, affects the stored value. */
export type Keeping =
  /** The feed decides: an empty cell clears. */
  | 'feed'
  /** People edit it or the system moves it: the feed applies only a value that is new from the feed. */
  | 'edits'
  /** Like `edits`, but an empty cell clears a value that no one has edited. */
  | 'unless-edited';

/** A column of a feed file. */
export interface FeedColumn {
  /** Its name in the file. */
  name: string;
  /** Reads a cell; null for a column that the file's group reads. */
  read: cell.CellReader | null;
  /** PostgreSQL type of the result of `read`. */
  type: string;
  /** Name of the record's column; by default the file's. */
  target: string;
  /** A new row must have it, and no row may empty it. */
  required: boolean;
  keeping: Keeping;
  /** SQL condition on `known` under which a known row keeps its value; null if absent. */
  keptIf: string | null;
  /** SQL of the value of an empty cell; null by default. */
  otherwise: string | null;
  /** The text becomes a code of this dimension (see dimension_values)… */
  dimension: string | null;
  /** …which the record stores instead of the text. */
  coded: boolean;
  /** The record's table has this column; false for values stored elsewhere. */
  stored: boolean;
  /** A path of a recording in the folder: it becomes a key of the file store. */
  audio: boolean;
  /** A path of an image in the folder, of a PDF with `#page=2`: it becomes the id of an image of the account. */
  image: boolean;
  /** Also read on rows that say `deleted`. */
  identifies: boolean;
  /** It belongs to the score of a call. */
  score: boolean;
}

/** A column that the feed decides, by default. */
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
/** An id of the provider’s. */
export const id = (name: string, more?: More) => column(name, 'text', cell.id, more);
/** Text of at most `max` characters. */
export const text = (name: string, max: number, more?: More) => column(name, 'text', cell.text(max), more);
/** A calendar day. */
export const day = (name: string, more?: More) => column(name, 'date', cell.day, more);
/** Yes or no. */
export const flag = (name: string, more?: More) => column(name, 'boolean', cell.flag, more);
/** A whole number from 0. */
export const count = (name: string, more?: More) =>
  column(name, 'integer', cell.wholeNumber({ example: 2500 }), more);
/** A duration in seconds. */
export const seconds = (name: string, more?: More) => column(name, 'integer', cell.duration, more);
/** A text that is stored as a code. */
export const coded = (name: string, dimension: string, more?: More) =>
  column(name, 'smallint', cell.text(200), { dimension, coded: true, ...more });
/** A list of ids. */
export const ids = (name: string, more?: More) =>
  column(name, 'text[]', cell.list(cell.id), { stored: false, otherwise: "'{}'", ...more });

/** A picture of the folder. */
export const image = (name: string, target: string) =>
  column(name, 'text', cell.text(1000), { target, image: true });
/** A timestamp. */
export const timestamp = (name: string, more?: More) => column(name, 'timestamptz', cell.timestamp, more);
/** One of a few values. */
export const enumeration = (name: string, words: readonly string[], more?: More) =>
  column(name, 'text', cell.oneOf(...words), more);

export const required = { required: true };
export const edits = { keeping: 'edits' } as const;
export const unlessEdited = { keeping: 'unless-edited' } as const;
/** Values that people wrote in the portal: the feed decides in rows of its own. */
export const ownRows = { keptIf: 'known.portal_id is not null' } as const;
/** The row’s own id. */
export const theId = id('id', { required: true, identifies: true });
/** An account’s own id. */
export const theAccountId = column('id', 'text', cell.ownAccountId, { required: true, identifies: true });
/** The account that it belongs to. */
export const accountId = id('account_id', { required: true, identifies: true });
/** The id that a row got when it was made in the portal. */
export const portalId = id('portal_id', { identifies: true, ...edits });
/** Removes the row. */
export const deleted = flag('deleted', { otherwise: 'false', identifies: true });

/** Columns whose cells are read together, and that are left empty where they cannot be read. */
export interface ColumnGroup {
  /** Names of the columns. */
  names: readonly string[];
  /**
   * Reads the cells of a row, by the names of the columns that the row has, into PostgreSQL's texts by the same names.
   * `emptied` are the cells that cannot be read; their reasons are sentences. A `problem` rejects the row: its reason completes
   * "{column} …", or "the row …" without a column.
   */
  read(cells: ReadonlyMap<string, string>):
    | {
        values: ReadonlyMap<string, string | null>;
        emptied: { column: string; reason: string }[];
      }
    | { problem: { column: string; reason: string } };
}

/** A kind of file of the feed and the table its rows go to. */
export interface FeedFile {
  /** Name without its ending; `call-actions` comes from exports of the portal alone. */
  name: FeedFileName | 'call-actions';
  table: string;
  /** Noun of one row, for people. */
  noun: string;
  columns: readonly FeedColumn[];
  /** The columns that make the id of a row, joined by a colon, in a file whose rows have none of their own. */
  idOf?: readonly string[];
  /** Columns that are read together. */
  group?: ColumnGroup;
}

/** A file that the feed itself has. */
export type FileOfFeed = FeedFile & { name: FeedFileName };
