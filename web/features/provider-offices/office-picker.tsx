import { Select } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import type { OfficeChoice } from '@mailcall/contract/provider-offices.ts';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { SeveralSelect } from '../../ui/several-select.tsx';
import { officeChoicesQuery } from './api.ts';

/** Milliseconds of a typing pause before searching. */
const searchDelay = 250;

const optionsOf = (offices: Iterable<OfficeChoice>) =>
  [...offices].map(({ id, name }) => ({ value: id, label: name }));

const shared = {
  searchable: true,
  nothingFoundMessage: 'None of your offices has this name.',
  comboboxProps: { shadow: 'md', withinPortal: false },
} as const;

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
  const found = useQuery(officeChoicesQuery(asked));
  const known = new Map([...chosen, ...(found.data?.records ?? [])].map((office) => [office.id, office]));
  return (
    <SeveralSelect
      {...shared}
      label={label}
      required={required}
      searchValue={search}
      onSearchChange={setSearch}
      placeholder={chosen.length === 0 ? 'Type a name' : ''}
      data={optionsOf(known.values())}
      value={chosen.map(({ id }) => id)}
      onChange={(ids) => onChange(ids.flatMap((id) => known.get(id) ?? []))}
      {...(found.isFetching ? { nothingFoundMessage: 'Searching …' } : {})}
      error={error ?? (found.isError ? found.error.message : undefined)}
    />
  );
}

export function OfficeSelect({
  label = 'Office',
  description,
  value,
  known,
  onChange,
  error,
  clearable = false,
  takesFocus = false,
}: {
  label?: string;
  description?: string;
  value: string | null;
  /** The office of `value`, if the page knows its name. */
  known?: OfficeChoice | undefined;
  onChange: (id: string | null, office: OfficeChoice | null) => void;
  error?: string | undefined;
  clearable?: boolean;
  takesFocus?: boolean;
}) {
  const [search, setSearch] = useState('');
  const [asked] = useDebouncedValue(search, searchDelay);
  const [picked, setPicked] = useState<OfficeChoice | null>(null);
  const chosen = [picked, known].find((office) => office?.id === value);
  const found = useQuery(officeChoicesQuery(asked === chosen?.name ? '' : asked));
  const offices = found.data?.records ?? [];
  const shown = chosen && !offices.some(({ id }) => id === chosen.id) ? [chosen, ...offices] : offices;
  return (
    <Select
      {...shared}
      label={label}
      description={description}
      placeholder="Type a name"
      inputWrapperOrder={['label', 'input', 'description', 'error']}
      clearable={clearable}
      data={optionsOf(shown)}
      // the server finds them
      filter={({ options }) => options}
      searchValue={search}
      onSearchChange={setSearch}
      value={value}
      {...(found.isFetching ? { nothingFoundMessage: 'Searching …' } : {})}
      error={error ?? (found.isError ? found.error.message : undefined)}
      {...(takesFocus ? { 'data-autofocus': true } : {})}
      onChange={(id) => {
        const office = shown.find((one) => one.id === id) ?? null;
        setPicked(office);
        onChange(id, office);
      }}
    />
  );
}
