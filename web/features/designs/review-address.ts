import { type Design, type DesignVersion, type Side, sideSchema } from '@mailcall/contract/designs.ts';
import { type Address, textOf, useAddress, useChangeAddress } from '../../platform/address.ts';
import { sidesOf, versionBefore, versionsOf } from './review-state.ts';

/** Ways to compare a version with the one before. */
export const comparisons = ['side-by-side', 'swipe', 'difference'] as const;
export type Comparison = (typeof comparisons)[number];

/** What of a review is shown, as the page's address says. */
export interface DisplayedReview {
  version: DesignVersion;
  side: Side;
  /** Id of the open comment. */
  comment: string | null;
  comparison: Comparison | null;
  /** What is compared with; null for the first version. */
  before: DesignVersion | null;
  /** Whether one came by choosing among concepts. */
  fromConcepts: boolean;
}

/** Reads what is shown; what the address does not say, or what is not there, is the current version's front. */
export function displayedReview(design: Design, current: DesignVersion, address: Address): DisplayedReview {
  const number = Number(textOf(address['version']));
  const version = versionsOf(design).find((one) => one.version === number) ?? current;
  const asked = sideSchema.safeParse(textOf(address['side']));
  const sides = sidesOf(version);
  const side = asked.success && sides.includes(asked.data) ? asked.data : (sides[0] ?? 'front');
  const before = versionBefore(design, version);
  return {
    version,
    side,
    comment: textOf(address['comment']) ?? null,
    comparison: before ? (comparisons.find((one) => one === textOf(address['compare'])) ?? null) : null,
    before,
    fromConcepts: textOf(address['from']) === 'concepts',
  };
}

/** What is shown, and the way to show something else: each a step that Back undoes. */
export function useDisplayedReview(design: Design, current: DesignVersion) {
  const address = useAddress();
  const change = useChangeAddress();
  return { shown: displayedReview(design, current, address), change };
}
