import { MultiSelect } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import type { OfficeChoice } from '@mailcall/contract/provider-people.ts';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { officesQuery } from './api.ts';

/** Milliseconds of a typing pause before searching. */
const searchDelay = 250;

export function OfficePicker({
  label,
  chosen,
  onChange,
  error,
  required = false,
}: {
  label: string;
  chosen: readonly OfficeChoice[];
  onChange: (offices: OfficeChoice[]) => void;
  error?: string | undefined;
  required?: boolean;
}) {
  const [search, setSearch] = useState('');
  const [asked] = useDebouncedValue(search, searchDelay);
  const found = useQuery(officesQuery(asked));
  const known = new Map([...chosen, ...(found.data?.records ?? [])].map((office) => [office.id, office]));
  return (
    <MultiSelect
      label={label}
      required={required}
      searchable
      searchValue={search}
      onSearchChange={setSearch}
      placeholder={chosen.length === 0 ? 'Type a name' : ''}
      data={[...known.values()].map(({ id, name }) => ({ value: id, label: name }))}
      value={chosen.map(({ id }) => id)}
      onChange={(ids) => onChange(ids.flatMap((id) => known.get(id) ?? []))}
      nothingFoundMessage={found.isFetching ? 'Searching …' : 'None of your offices has this name.'}
      error={error ?? (found.isError ? found.error.message : undefined)}
      comboboxProps={{ shadow: 'md', withinPortal: false }}
    />
  );
}
