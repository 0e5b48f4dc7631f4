import type { MapOffice } from '@mailcall/contract/maps.ts';
import { defaultOfficeColor } from '@mailcall/contract/rules/map-colors.ts';
import { anyOf } from '../../platform/sql-terms.ts';
import type { Queryable } from '../../platform/database.ts';
import { officeLocation } from '../campaigns/index.ts';

export async function officesOf(database: Queryable, accountIds: Iterable<string>): Promise<MapOffice[]> {
  const rows = await database
    .selectFrom('accounts')
    .select(['id', 'name', 'color', 'latitude', 'longitude', 'address'])
    .select(['industry', 'client_label', 'business_label'])
    .where('id', '=', anyOf(accountIds))
    .where('deleted', '=', false)
    .orderBy('name')
    .orderBy('id')
    .execute();
  const offices = rows.map(async (row): Promise<MapOffice> => {
    const location = await officeLocation(row);
    const { latitude = null, longitude = null, source = null } = location ?? {};
    return {
      id: row.id,
      officeId: row.id,
      name: row.name,
      color: row.color ?? defaultOfficeColor,
      locationLatitude: latitude,
      locationLongitude: longitude,
      locationSource: source,
      latitude,
      longitude,
      address: row.address,
      industry: row.industry,
      clientLabel: row.client_label,
      businessLabel: row.business_label,
    };
  });
  return Promise.all(offices);
}
