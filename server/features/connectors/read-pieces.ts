import type { PiecePage, PieceSource, PieceWindow } from './piece-sources.ts';
import { readPages } from './read-pages.ts';
import type { VendorAccess } from './vendor-api.ts';

/**
 * The pieces of a window, page after page, from a page on. A piece can come twice, when others come while it is read.
 * @param from the path of a page, as an earlier reading gave it; null for the first
 * @throws {VendorProblem} when the system does not answer, or names a page of another origin
 */
export const listPieces = (
  access: VendorAccess<PieceSource>,
  window: PieceWindow,
  from: string | null,
): AsyncGenerator<PiecePage> =>
  readPages(
    access,
    {
      first: access.source.firstPage(window),
      read: (body, address) => access.source.readPage(body, address, window),
      what: 'such list of pieces',
    },
    from,
  );
