import type { MapOffice } from '@mailcall/contract/maps.ts';
import { wordingOf } from '@mailcall/contract/rules/wording.ts';

/** Name of an office, or a text without one. */
export const officeName = (
  office: Pick<MapOffice, 'name' | 'clientLabel' | 'businessLabel' | 'industry'>,
): string => office.name.trim() || `Unknown ${wordingOf(office).Business}`;

/** Address of an office, or a text without one. */
export const officeAddress = ({ address }: Pick<MapOffice, 'address'>): string =>
  address?.trim() || 'Unknown Address';
