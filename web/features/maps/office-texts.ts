import type { MapOffice } from '@mailcall/contract/maps.ts';
import { wordingOf } from '@mailcall/contract/rules/wording.ts';

export const officeName = (
  office: Pick<MapOffice, 'name' | 'clientLabel' | 'businessLabel' | 'industry'>,
): string => office.name.trim() || `Unknown ${wordingOf(office).Business}`;

export const officeAddress = ({ address }: Pick<MapOffice, 'address'>): string =>
  address?.trim() || 'Unknown Address';
