import type { DeskPicklist, PicklistValue } from '@mailcall/contract/provider-picklists.ts';
import { groupOfType } from '@mailcall/contract/rules/campaign-groups.ts';
import type { ValueBody } from './api.ts';

export const groupTexts = {
  mailing: 'A mailing',
  'non-mailing': 'No mailing',
  none: 'As Mailcall knows it',
} as const;

const ofKnown = { 'mvp-mail': 'A mailing', 'non-mailing': 'No mailing' } as const;

/** Of a campaign type; Mailcall knows the usual ones itself. */
export function groupText({ value, group }: PicklistValue): string {
  if (group !== null) return groupTexts[group];
  const known = groupOfType(value, new Map());
  return known === null ? 'Neither' : ofKnown[known];
}

export const hasGroup = ({ object, field }: DeskPicklist): boolean =>
  object === 'campaign' && field === 'campaignType';

export type Wanted = Pick<PicklistValue, 'value' | 'label' | 'group' | 'isRetired'>;

/** `seen`: the value as the page showed it. */
export const valueBody = (
  { object, field }: DeskPicklist,
  seen: PicklistValue | null,
  wanted: Wanted,
): ValueBody => ({
  object,
  field,
  ...wanted,
  before: seen && { label: seen.label, group: seen.group, isRetired: seen.isRetired },
});
