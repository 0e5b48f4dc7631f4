import type { OfficeRow, SavedOffice } from '@mailcall/contract/provider-offices.ts';
import { defaultOfficeColor } from '@mailcall/contract/rules/map-colors.ts';
import { useMemo } from 'react';

export type DrawnList = 'areas' | 'zones';

export interface DrawnRow {
  list: DrawnList;
  row: OfficeRow;
}

export const routesOf = ({ values }: OfficeRow): string[] => values['carrier_routes']?.split(';') ?? [];
export const nameOf = ({ id, values }: OfficeRow): string => values['name'] ?? id;

/** The office on the map. */
export function useOffices({ office: { name, place }, row }: SavedOffice) {
  const color = row.values['color'] ?? null;
  return useMemo(
    () =>
      place === null
        ? []
        : [
            {
              id: 'office',
              name,
              color: color ?? defaultOfficeColor,
              location: place,
              isApproximate: place.source === 'zip',
            },
          ],
    [name, place, color],
  );
}
