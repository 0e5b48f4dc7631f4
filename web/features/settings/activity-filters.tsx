import { NativeSelect, TextInput } from '@mantine/core';
import { type ActivityKind, activityKinds, activityKindTexts } from '@mailcall/contract/rules/activity.ts';
import { SearchField } from '../../ui/search-field.tsx';
import type { ActivityFilters as Filters } from './activity-api.ts';
import classes from './activity.module.css';

/** Milliseconds of a typing pause before searching. */
const searchWait = 300;

const kindOptions = [
  { value: '', label: 'Everything' },
  ...activityKinds.map((kind) => ({ value: kind, label: activityKindTexts[kind] })),
];

export function ActivityFilters({
  filters,
  onChange,
}: {
  filters: Filters;
  onChange: (changed: Partial<Filters>) => void;
}) {
  return (
    <div className={classes.filters} role="search" aria-label="Activity">
      <div className={classes.search}>
        <SearchField
          label="Search people and what they did"
          value={filters.query}
          onSearch={(query) => onChange({ query })}
          wait={searchWait}
        />
      </div>
      <NativeSelect
        label="Kind"
        value={filters.kind}
        data={kindOptions}
        onChange={(event) => onChange({ kind: event.currentTarget.value as ActivityKind | '' })}
      />
      <div className={classes.dates}>
        <TextInput
          type="date"
          label="From"
          value={filters.startDate}
          max={filters.endDate || undefined}
          onChange={(event) => onChange({ startDate: event.currentTarget.value })}
        />
        <TextInput
          type="date"
          label="To"
          value={filters.endDate}
          min={filters.startDate || undefined}
          onChange={(event) => onChange({ endDate: event.currentTarget.value })}
        />
      </div>
    </div>
  );
}
