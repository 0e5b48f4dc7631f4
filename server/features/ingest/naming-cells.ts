import type { FeedFileName } from '@mailcall/contract/rules/api-key-scopes.ts';
import { type FileOfFeed, feedFile, feedFiles } from './feed-files.ts';
import { pageOf } from './images.ts';

/** The kind of file of a name; undefined for an unknown name. */
export const feedFileOf = (name: string): FileOfFeed | undefined =>
  feedFiles.find((file) => file.name === name);

/** Names of the columns of a file that name recordings and pictures. */
export const attachmentColumns = (file: FeedFileName): string[] =>
  feedFile(file).columns.flatMap(({ name, audio, image }) => (audio || image ? [name] : []));

/** The path or address that a cell of such a column names, without the page of a PDF. */
export const pathOfCell = (cell: string): string => pageOf(cell).path;
