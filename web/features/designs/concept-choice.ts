import { withinLength } from '@mailcall/contract/rules/shown-text.ts';
import type { Design, selectConcept } from '@mailcall/contract/designs.ts';
import { isAwaitingChoice } from '@mailcall/contract/rules/review.ts';
import type { RouteInput } from '@mailcall/contract/wire/route.ts';
import { type Address, listIn, textOf } from '../../platform/address.ts';

export interface ConceptChoice {
  designIds: string[];
  campaignIds: string[];
  split: boolean;
  /** Design ids; equal unless in split mode. */
  front: string | null;
  back: string | null;
}

const idsIn = (value: Address[string]) => [
  ...new Set(
    listIn(value)
      .flatMap((text) => text.split(','))
      .map((text) => text.trim())
      .filter((text) => text !== ''),
  ),
];

export function conceptChoiceFromAddress(address: Address): ConceptChoice {
  const split = textOf(address['mode']) === 'split';
  const concept = textOf(address['concept']) ?? null;
  return {
    designIds: idsIn(address['designIds']),
    campaignIds: idsIn(address['campaignIds']),
    split,
    front: split ? (textOf(address['front']) ?? null) : concept,
    back: split ? (textOf(address['back']) ?? null) : concept,
  };
}

/** Concepts that wait for the customer, without archived and approved ones. */
export const selectableConcepts = (designs: readonly Design[]) =>
  designs.filter(
    (design) =>
      !design.archived && isAwaitingChoice({ ...design, status: design.currentVersion?.status ?? null }),
  );

export function singleSelectableConcept(designs: readonly Design[]): Design | null {
  const awaiting = selectableConcepts(designs);
  return awaiting.length === 1 ? (awaiting[0] ?? null) : null;
}

export function noChoiceReason(designs: readonly Design[]): string {
  const approved = designs.filter(({ nextStep, archived }) => nextStep === 'approved' && !archived);
  if (approved.length > 0) {
    return `${approved.map(({ name }) => name).join(' and ')} ${approved.length === 1 ? 'is' : 'are'} approved already: there is nothing left to choose.`;
  }
  return designs.some(({ archived }) => archived)
    ? 'Another design was chosen already: there is nothing left to choose.'
    : 'These designs are not ready to choose among yet.';
}

type Selection = NonNullable<RouteInput<typeof selectConcept>['body']>;

/** Request body, which archives the other concepts; null while incomplete. */
export function selectionRequest(choice: ConceptChoice, designs: readonly Design[]): Selection | null {
  const front = designs.find(({ id }) => id === choice.front);
  const back = designs.find(({ id }) => id === choice.back);
  if (!front || !back) return null;
  const selection = {
    designId: front.id,
    campaignIds: choice.campaignIds,
    archiveDesignIds: designs.map(({ id }) => id).filter((id) => id !== front.id && id !== back.id),
  };
  if (front.id === back.id) return selection;
  return {
    ...selection,
    name: withinLength(`${front.name} + ${back.name}`, 200),
    accountId: front.accountId,
    mediaType: front.mediaType,
    startingPoint: front.id,
    secondaryStartingPoint: back.id,
    ...(front.currentVersion ? { frontOrientation: front.currentVersion.frontOrientation } : {}),
    ...(back.currentVersion ? { backOrientation: back.currentVersion.backOrientation } : {}),
  };
}
