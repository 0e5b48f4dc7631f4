import type { Household, listHouseholds } from '@mailcall/contract/patient-lists.ts';
import type { RouteReply } from '@mailcall/contract/wire/route.ts';
import { useQueries, type UseQueryResult } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { Coordinates } from '../../ui/map-canvas/route-shapes.ts';
import { householdsQuery } from '../patient-lists/index.ts';

export interface ShownHousehold extends Household {
  /** Unique across lists: list id and household id. */
  key: string;
  listId: string;
  listName: string;
  /** Null if neither address nor ZIP code could be located. */
  at: Coordinates | null;
}

export interface ShownHouseholds {
  households: readonly ShownHousehold[];
  isLoading: boolean;
  error: Error | null;
  retry: () => void;
}

type List = RouteReply<typeof listHouseholds>;

const combine = (results: readonly UseQueryResult<List>[]) => ({
  lists: results.flatMap(({ data }) => data ?? []),
  isLoading: results.some(({ isPending }) => isPending),
  failed: results.filter(({ isError }) => isError),
});

/** Households of patient lists. Each list is requested when first shown, because that is logged. */
export function useShownHouseholds(listIds: readonly string[]): ShownHouseholds {
  const { lists, isLoading, failed } = useQueries({ queries: listIds.map(householdsQuery), combine });
  const households = useMemo(
    () =>
      lists.flatMap(({ id, name, records }) =>
        records.map((household) => ({
          ...household,
          key: `${id}/${household.id}`,
          listId: id,
          listName: name,
          at:
            household.lat === null || household.lng === null
              ? null
              : { latitude: household.lat, longitude: household.lng },
        })),
      ),
    [lists],
  );
  return {
    households,
    isLoading,
    error: failed[0]?.error ?? null,
    retry: () => {
      for (const query of failed) void query.refetch();
    },
  };
}
