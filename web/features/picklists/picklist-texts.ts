import type { DeskPicklist, PicklistValue } from '@mailcall/contract/provider-picklists.ts';
import { campaignGroups } from '@mailcall/contract/rules/campaign-groups.ts';
import type { ValueBody } from './api.ts';

export const groupTexts = {
  mailing: 'A mailing',
  'non-mailing': 'No mailing',
  none: 'As Mailcall knows it',
} as const;

const isKnownAs = (group: keyof typeof campaignGroups, value: string) =>
  campaignGroups[group].some((type) => type.toLowerCase() === value.toLowerCase());

/** Of a campaign type; Mailcall knows the usual ones itself. */
export function groupText({ value, group }: PicklistValue): string {
  if (group !== null) return groupTexts[group];
  if (isKnownAs('mvp-mail', value)) return groupTexts.mailing;
  return isKnownAs('non-mailing', value) ? groupTexts['non-mailing'] : 'Neither';
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
