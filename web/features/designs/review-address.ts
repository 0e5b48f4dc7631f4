import { type Design, type DesignVersion, type Side } from '@mailcall/contract/designs.ts';
import { type Address, textOf, useAddress, useChangeAddress } from '../../platform/address.ts';
import { lastingId, sidesOf, versionBefore, versionsOf } from './review-state.ts';

export const comparisons = ['side-by-side', 'swipe', 'difference'] as const;
export type Comparison = (typeof comparisons)[number];

export interface DisplayedReview {
  version: DesignVersion;
  side: Side;
  comment: string | null;
  comparison: Comparison | null;
  /** Version to compare with; null for the first. */
  before: DesignVersion | null;
  fromConcepts: boolean;
}

/** Current id of the comment in the URL, which may have its earlier id; null without one. */
function commentIdOf(design: Design, named: string | undefined): string | null {
  if (named === undefined) return null;
  const comments = versionsOf(design).flatMap((version) => version.comments);
  const found =
    comments.find(({ id }) => id === named) ?? comments.find((comment) => lastingId(comment) === named);
  return found?.id ?? named;
}

export function displayedReview(design: Design, current: DesignVersion, address: Address): DisplayedReview {
  const number = Number(textOf(address['version']));
  const version = versionsOf(design).find((one) => one.version === number) ?? current;
  const sides = sidesOf(version);
  const side = sides.find((one) => one === textOf(address['side'])) ?? sides[0] ?? 'front';
  const before = versionBefore(design, version);
  return {
    version,
    side,
    comment: commentIdOf(design, textOf(address['comment'])),
    comparison: before ? (comparisons.find((one) => one === textOf(address['compare'])) ?? null) : null,
    before,
    fromConcepts: textOf(address['from']) === 'concepts',
  };
}

export function useDisplayedReview(design: Design, current: DesignVersion) {
  const address = useAddress();
  const change = useChangeAddress();
  return { displayed: displayedReview(design, current, address), change };
}
