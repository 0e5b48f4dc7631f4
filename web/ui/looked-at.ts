import type { Side } from '@mailcall/contract/designs.ts';

/** Pictures that were shown in full size since the page was loaded. */
const shown = new Set<string>();

/** What stays of a picture's signed address when it is signed anew: the account and the picture. */
const pictureOf = (address: string): string =>
  address
    .slice(address.lastIndexOf('/') + 1)
    .split('.')
    .slice(0, 2)
    .join('.');

/** Notes that a picture is shown in full size. */
export const noteLookedAt = (address: string): void => void shown.add(pictureOf(address));

/** The sides of a postcard whose pictures nobody has looked at here in full size yet. */
export const unseenSides = (faces: readonly { side: Side; address: string | null }[]): Side[] =>
  faces.filter(({ address }) => address !== null && !shown.has(pictureOf(address))).map(({ side }) => side);
