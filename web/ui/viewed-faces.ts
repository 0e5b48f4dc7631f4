import type { Side } from '@mailcall/contract/designs.ts';

const viewedPictures = new Set<string>();

/** Part of a signed URL that stays the same: account and picture. */
const pictureOf = (address: string): string =>
  address
    .slice(address.lastIndexOf('/') + 1)
    .split('.')
    .slice(0, 2)
    .join('.');

export const markFaceViewed = (address: string): void => void viewedPictures.add(pictureOf(address));

export const unviewedSides = (faces: readonly { side: Side; address: string | null }[]): Side[] =>
  faces
    .filter(({ address }) => address !== null && !viewedPictures.has(pictureOf(address)))
    .map(({ side }) => side);
