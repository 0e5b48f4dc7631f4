import type { Side } from '@mailcall/contract/designs.ts';

/** The pictures that were displayed in full size since the page was loaded. */
const viewedPictures = new Set<string>();

/** The part of a signed address that is the same each time it is signed: the account and the picture. */
const pictureOf = (address: string): string =>
  address
    .slice(address.lastIndexOf('/') + 1)
    .split('.')
    .slice(0, 2)
    .join('.');

/** Records that a picture is displayed in full size. */
export const markFaceViewed = (address: string): void => void viewedPictures.add(pictureOf(address));

/** The sides of a postcard whose pictures were not displayed in full size yet. */
export const unviewedSides = (faces: readonly { side: Side; address: string | null }[]): Side[] =>
  faces
    .filter(({ address }) => address !== null && !viewedPictures.has(pictureOf(address)))
    .map(({ side }) => side);
