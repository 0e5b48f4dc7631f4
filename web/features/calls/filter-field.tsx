import { ActionIcon, Anchor, MultiSelect, Pill, Select } from '@mantine/core';
import { filtersWithWording } from '@mailcall/contract/rules/filter-names.ts';
import { messages } from '@mailcall/contract/rules/messages.ts';
import { labelText, type Wording } from '@mailcall/contract/rules/wording.ts';
import type { AccountsOfRequest } from '@mailcall/contract/scope/scope.ts';
import { IconX } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useId, useState } from 'react';
import { useSession } from '../../platform/session-store.ts';
import { filterOptionsQuery, type FilterOption } from './filter-options.ts';
import classes from './filter-panel.module.css';
import type { FlagFilter, ValueFilter } from './list-address.ts';

/** The options stand within the panel, and scroll by themselves: a list within a list is no stop of the tab key. */
const dropdown = { comboboxProps: { shadow: 'md', withinPortal: false }, withScrollArea: false } as const;

/** How many options a field shows at once; typing finds the others. */
const shownOptions = 100;

/** A filter that is on: its name, the button that turns it off, and what it is set to. */
function Field({
  id,
  title,
  onTurnOff,
  children,
}: {
  /** Of the input within. */
  id: string;
  title: string;
  onTurnOff: () => void;
  children: ReactNode;
}) {
  return (
    <div className={classes.field}>
      <div className={classes.fieldHead}>
        <label htmlFor={id} className={classes.fieldName}>
          {title}
        </label>
        <ActionIcon
          variant="subtle"
          color="gray"
          size="sm"
          className={classes.turnOff}
          aria-label={`Turn off the filter ${title}`}
          title="Turn off this filter"
          onClick={onTurnOff}
        >
          <IconX size={14} aria-hidden />
        </ActionIcon>
      </div>
      {children}
    </div>
  );
}

interface Item {
  value: string;
  label: string;
}

/** The options as the field takes them: staff of several accounts by office; a value that is on no list is one too. */
function dataOf(
  options: readonly FilterOption[],
  values: readonly string[],
  textOf: (label: string) => string,
  officeOf: (accountId: string) => string | null,
): (Item | { group: string; items: Item[] })[] {
  const known = new Set(options.map(({ value }) => value));
  const others = values.filter((value) => !known.has(value)).map((value) => ({ value, label: value }));
  const offered: readonly FilterOption[] = [...options, ...others];
  const worded = offered.map((option) => ({ ...option, label: textOf(option.label) }));
  const offices = new Map<string | null, Item[]>();
  for (const { value, label, accountId } of worded) {
    const office = accountId === undefined ? null : officeOf(accountId);
    offices.set(office, [...(offices.get(office) ?? []), { value, label }]);
  }
  if (offices.size === 1) return worded.map(({ value, label }) => ({ value, label }));
  return [...offices].flatMap<Item | { group: string; items: Item[] }>(([office, items]) =>
    office === null ? items : [{ group: office, items }],
  );
}

/**
 * The values as they were chosen last, even before the address says so: whoever chooses quickly loses none. What changes
 * them from outside (Back, a chip) counts again.
 */
function useChosen(values: readonly string[], onChange: (values: string[]) => void) {
  const [chosen, setChosen] = useState(values);
  const [known, setKnown] = useState(values);
  if (known !== values && known.join('\n') !== values.join('\n')) {
    setKnown(values);
    setChosen(values);
  }
  const choose = (next: string[]) => {
    setChosen(next);
    onChange(next);
  };
  return { chosen, choose };
}

/** A filter with several values, one of them seen at a time. */
export function ValueField({
  filter,
  title,
  values,
  accountsOfRequest,
  wording,
  onChange,
  onTurnOff,
}: {
  filter: ValueFilter;
  title: string;
  values: readonly string[];
  /** Of the request: whose items and staff are offered. */
  accountsOfRequest: AccountsOfRequest;
  wording: Wording;
  onChange: (values: string[]) => void;
  onTurnOff: () => void;
}) {
  const id = useId();
  const { chosen, choose } = useChosen(values, onChange);
  const [search, setSearch] = useState('');
  const query = useQuery(filterOptionsQuery(filter, accountsOfRequest));
  const accounts = useSession()?.accounts ?? [];
  const officeOf = (accountId: string) =>
    accounts.length > 1 ? (accounts.find((account) => account.id === accountId)?.name ?? null) : null;
  const textOf = (label: string) => (filtersWithWording.includes(filter) ? labelText(label, wording) : label);
  const data = dataOf(query.data ?? [], chosen, textOf, officeOf);
  const loading = query.isFetching && query.isPending;
  const hint = loading ? messages.loading : data.length > 0 ? messages.startTyping : messages.notAvailable;
  return (
    <Field id={id} title={title} onTurnOff={onTurnOff}>
      <MultiSelect
        id={id}
        data={data}
        value={[...chosen]}
        onChange={choose}
        searchable
        searchValue={search}
        onSearchChange={setSearch}
        // clearing starts the arrow keys over: only where there is something to clear
        clearSearchOnChange={search !== ''}
        limit={shownOptions}
        placeholder={chosen.length === 0 ? hint : ''}
        nothingFoundMessage={
          loading ? messages.loading : data.length > 0 ? 'Nothing found' : messages.notAvailable
        }
        renderPill={({ option, value, onRemove }) => (
          <OneTag
            label={option?.label ?? value ?? ''}
            at={chosen.indexOf(value ?? '')}
            of={chosen.length}
            onRemove={onRemove}
          />
        )}
        error={
          query.isError ? (
            <>
              The options could not be loaded.{' '}
              <Anchor component="button" type="button" size="xs" onClick={() => void query.refetch()}>
                Retry
              </Anchor>
            </>
          ) : null
        }
        {...dropdown}
        classNames={{
          input: classes.input,
          options: classes.options,
          option: classes.option,
          pillsList: classes.tags,
          inputField: classes.typing,
        }}
      />
    </Field>
  );
}

/** The first value of a field as a tag and how many others there are; the chips above the list name them all. */
function OneTag({
  label,
  at,
  of,
  onRemove,
}: {
  label: string;
  at: number;
  of: number;
  onRemove?: (() => void) | undefined;
}) {
  if (at === 1) return <Pill className={classes.others}>+{of - 1}</Pill>;
  if (at > 1) return null;
  return (
    <Pill
      className={classes.tag}
      withRemoveButton
      onRemove={onRemove}
      removeButtonProps={{ 'aria-label': `Remove ${label}` }}
    >
      {label}
    </Pill>
  );
}

const yesAndNo = [
  { value: '1', label: 'Yes' },
  { value: '0', label: 'No' },
];

/** A filter that is yes or no. */
export function FlagField({
  filter,
  title,
  value,
  opensAtOnce,
  onChange,
  onTurnOff,
}: {
  filter: FlagFilter;
  title: string;
  value: boolean | undefined;
  /** It was just turned on: its choice is open from the start, as a filter with values opens when it gets the focus. */
  opensAtOnce: boolean;
  onChange: (value: boolean | null) => void;
  onTurnOff: () => void;
}) {
  const id = useId();
  return (
    <Field id={id} title={title} onTurnOff={onTurnOff}>
      <Select
        id={id}
        name={filter}
        data={yesAndNo}
        value={value === undefined ? null : value ? '1' : '0'}
        onChange={(chosen) => onChange(chosen === null ? null : chosen === '1')}
        placeholder="Yes or No"
        defaultDropdownOpened={opensAtOnce}
        {...dropdown}
        classNames={{ input: classes.input, options: classes.options, option: classes.option }}
      />
    </Field>
  );
}
