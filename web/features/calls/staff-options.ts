import type { RequestedAccounts } from '@mailcall/contract/scope/scope.ts';
import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { nonStaff } from './active-filters.ts';
import { type FilterOption, maxStaff, staffNamesQuery, staffQuery } from './filter-options.ts';

/** Milliseconds of a typing pause before searching. */
const searchDelay = 250;

const noOptions: readonly FilterOption[] = [];

export function useStaffOptions(accounts: RequestedAccounts, values: readonly string[], typed: string) {
  const first = useQuery(staffQuery(accounts, {}));
  const isComplete = first.data !== undefined && first.data.length < maxStaff;
  const [text] = useDebouncedValue(typed.trim(), searchDelay);
  const searches = first.data !== undefined && !isComplete && text !== '';
  const found = useQuery({
    ...staffQuery(accounts, { query: text }),
    enabled: searches,
    placeholderData: keepPreviousData,
  });
  const listed = (searches ? found.data : first.data) ?? noOptions;
  const named = useQuery({ ...staffNamesQuery(accounts, values), placeholderData: keepPreviousData }).data;
  // keeps the name of a selected person after their search ends
  const [seen, setSeen] = useState<ReadonlyMap<string, FilterOption>>(new Map());
  const unseen = [...listed, ...(named ?? noOptions)].filter(({ value }) => !seen.has(value));
  if (unseen.length > 0)
    setSeen(new Map([...seen, ...unseen.map((option) => [option.value, option] as const)]));
  const selected = values.flatMap((value) => seen.get(value) ?? []);
  const options = new Map([nonStaff, ...listed, ...selected].map((option) => [option.value, option]));
  const query = searches ? found : first;
  return {
    query,
    options: [...options.values()],
    loading:
      (first.isFetching && first.isPending) ||
      (!isComplete && (text !== typed.trim() || (searches && found.isPlaceholderData))),
  };
}
