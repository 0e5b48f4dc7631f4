import { type Design, type DesignVersion, type Side } from '@mailcall/contract/designs.ts';
import { type Address, textOf, useAddress, useChangeAddress } from '../../platform/address.ts';
import { lastingId, sidesOf, versionBefore, versionsOf } from './review-state.ts';

/** Ways to compare a version with the one before. */
export const comparisons = ['side-by-side', 'swipe', 'difference'] as const;
export type Comparison = (typeof comparisons)[number];

/** The part of a review that is displayed, as the page's address says. */
export interface DisplayedReview {
  version: DesignVersion;
  side: Side;
  /** Id of the open comment. */
  comment: string | null;
  comparison: Comparison | null;
  /** The version to compare with; null for the first version. */
  before: DesignVersion | null;
  /** Whether the person came from choosing among concepts. */
  fromConcepts: boolean;
}

/** The present id of a comment that the address names, perhaps by the one with which it was made; null without one. */
function commentIdOf(design: Design, named: string | undefined): string | null {
  if (named === undefined) return null;
  const comments = versionsOf(design).flatMap((version) => version.comments);
  const found =
    comments.find(({ id }) => id === named) ?? comments.find((comment) => lastingId(comment) === named);
  return found?.id ?? named;
}

/** Reads what is displayed; where the address names nothing, or nothing that exists, it is the current version's front. */
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

/** What is displayed, and how to display something else: each change is a step that Back undoes. */
export function useDisplayedReview(design: Design, current: DesignVersion) {
  const address = useAddress();
  const change = useChangeAddress();
  return { displayed: displayedReview(design, current, address), change };
}
