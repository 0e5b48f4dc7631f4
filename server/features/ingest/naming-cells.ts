import type { FeedFileName } from '@mailcall/contract/rules/api-key-scopes.ts';
import { type FileOfFeed, feedFile, feedFiles } from './feed-files.ts';
import { pageOf } from './images.ts';

export const feedFileOf = (name: string): FileOfFeed | undefined =>
  feedFiles.find((file) => file.name === name);

export const attachmentColumns = (file: FeedFileName): string[] =>
  feedFile(file).columns.flatMap(({ name, audio, image }) => (audio || image ? [name] : []));

/** Path or URL without the page of a PDF. */
export const pathOfCell = (cell: string): string => pageOf(cell).path;
