import { ActionIcon, Anchor, MultiSelect, Pill, Select, VisuallyHidden } from '@mantine/core';
import { hasWording } from '@mailcall/contract/rules/filter-names.ts';
import { messages } from '@mailcall/contract/rules/messages.ts';
import { labelText, type Wording } from '@mailcall/contract/rules/wording.ts';
import type { RequestedAccounts } from '@mailcall/contract/scope/scope.ts';
import { IconX } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useId, useState } from 'react';
import { useSession } from '../../platform/session-store.ts';
import { filterOptionsQuery, type FilterOption, type ListedFilter } from './filter-options.ts';
import classes from './filter-panel.module.css';
import type { FlagFilter, ValueFilter } from './list-address.ts';
import { useStaffOptions } from './staff-options.ts';

/** Options inside the panel that scroll themselves, so that Tab does not stop at a scroll area. */
const dropdownProps = {
  comboboxProps: { shadow: 'md', withinPortal: false },
  withScrollArea: false,
} as const;

/** Maximum listed options; typing finds the others. */
const maxListedOptions = 100;

function Field({
  id,
  title,
  onTurnOff,
  children,
}: {
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
type ItemGroup = { group: string; items: Item[] };

function labelledOptions(
  options: readonly FilterOption[],
  values: readonly string[],
  textOf: (label: string) => string,
): FilterOption[] {
  const known = new Set(options.map(({ value }) => value));
  const unknown = values.filter((value) => !known.has(value)).map((value) => ({ value, label: value }));
  const offered: readonly FilterOption[] = [...options, ...unknown];
  return offered.map((option) => ({ ...option, label: textOf(option.label) }));
}

/** Offers only matching options, because large groups have thousands and the field checks each on every change. */
function neededOptions(
  options: readonly FilterOption[],
  values: readonly string[],
  typed: string,
): FilterOption[] {
  const selected = new Set(values);
  const search = typed.trim().toLowerCase();
  let listed = 0;
  return options.filter(({ value, label }) => {
    const found = listed < maxListedOptions && label.toLowerCase().includes(search);
    if (found) listed += 1;
    return found || selected.has(value);
  });
}

function optionData(
  labelled: readonly FilterOption[],
  officeOf: (accountId: string) => string | null,
): (Item | ItemGroup)[] {
  const offices = new Map<string | null, Item[]>();
  for (const { value, label, accountId } of labelled) {
    const office = accountId === undefined ? null : officeOf(accountId);
    offices.set(office, [...(offices.get(office) ?? []), { value, label }]);
  }
  if (offices.size === 1) return labelled.map(({ value, label }) => ({ value, label }));
  return [...offices].flatMap<Item | ItemGroup>(([office, items]) =>
    office === null ? items : [{ group: office, items }],
  );
}

interface OfferedOptions {
  query: { isError: boolean; refetch: () => unknown };
  options: readonly FilterOption[];
  loading: boolean;
}

const sameValues = (one: readonly string[], other: readonly string[]) => one.join('\n') === other.join('\n');

/** The last chosen values. The URL follows choice by choice, so it may hold an earlier choice. */
function useSelectedValues(values: readonly string[], onChange: (values: string[]) => void) {
  const [selected, setSelected] = useState(values);
  const [known, setKnown] = useState(values);
  const [awaited, setAwaited] = useState<readonly (readonly string[])[]>([]);
  if (known !== values && !sameValues(known, values)) {
    const arrived = awaited.findLastIndex((earlier) => sameValues(earlier, values));
    setKnown(values);
    setAwaited(arrived < 0 ? [] : awaited.slice(arrived + 1));
    if (arrived < 0) setSelected(values);
  }
  const select = (to: string[]) => {
    setSelected(to);
    setAwaited(sameValues(to, values) ? [] : [...awaited, to]);
    onChange(to);
  };
  return { selected, select };
}

interface ValueFieldProps {
  title: string;
  values: readonly string[];
  accountsOfRequest: RequestedAccounts;
  wording: Wording;
  onChange: (values: string[]) => void;
  onTurnOff: () => void;
}

export function ValueField({
  filter,
  values,
  onChange,
  ...field
}: ValueFieldProps & {
  filter: ValueFilter;
}) {
  const { selected, select } = useSelectedValues(values, onChange);
  const [search, setSearch] = useState('');
  const shared = { ...field, selected, onSelect: select, search, onSearch: setSearch };
  return filter === 'callHandlerId' ? (
    <StaffField {...shared} />
  ) : (
    <ListedField {...shared} filter={filter} />
  );
}

type SharedProps = Omit<ValueFieldProps, 'values' | 'onChange'> & {
  selected: readonly string[];
  onSelect: (values: string[]) => void;
  search: string;
  onSearch: (text: string) => void;
};

function ListedField({ filter, ...shared }: SharedProps & { filter: ListedFilter }) {
  const query = useQuery(filterOptionsQuery(filter, shared.accountsOfRequest));
  const offered = { query, options: query.data ?? [], loading: query.isFetching && query.isPending };
  return (
    <OptionsField
      {...shared}
      offered={offered}
      textOf={(label) => (hasWording(filter) ? labelText(label, shared.wording) : label)}
    />
  );
}

function StaffField(shared: SharedProps) {
  const offered = useStaffOptions(shared.accountsOfRequest, shared.selected, shared.search);
  return <OptionsField {...shared} offered={offered} textOf={(label) => label} />;
}

function OptionsField({
  title,
  selected,
  onSelect,
  search,
  onSearch,
  offered: { query, options, loading },
  textOf,
  onTurnOff,
}: SharedProps & { offered: OfferedOptions; textOf: (label: string) => string }) {
  const id = useId();
  const accounts = useSession()?.accounts ?? [];
  const officeOf = (accountId: string) =>
    accounts.length > 1 ? (accounts.find((account) => account.id === accountId)?.name ?? null) : null;
  const labelled = labelledOptions(options, selected, textOf);
  const textOfValue = (value: string) => labelled.find((option) => option.value === value)?.label ?? value;
  const data = optionData(neededOptions(labelled, selected, search), officeOf);
  const available = (text: string) =>
    loading ? messages.loading : labelled.length === 0 ? messages.notAvailable : text;
  return (
    <Field id={id} title={title} onTurnOff={onTurnOff}>
      <MultiSelect
        id={id}
        data={data}
        value={[...selected]}
        onChange={onSelect}
        searchable
        searchValue={search}
        onSearchChange={onSearch}
        // clearing resets the arrow keys, so only if there is something to clear
        clearSearchOnChange={search !== ''}
        limit={maxListedOptions}
        placeholder={selected.length === 0 ? available(messages.startTyping) : ''}
        nothingFoundMessage={available('Nothing found')}
        renderPill={({ option, value, onRemove }) => {
          const text = option?.label ?? value ?? '';
          if (value === selected[1]) return <Others texts={selected.slice(1).map(textOfValue)} />;
          if (value !== selected[0]) return null;
          return (
            <Pill
              className={classes.tag}
              withRemoveButton
              onRemove={onRemove}
              removeButtonProps={{ 'aria-label': `Remove ${text}` }}
            >
              {text}
            </Pill>
          );
        }}
        error={query.isError ? <OptionsFailed onRetry={() => void query.refetch()} /> : null}
        {...dropdownProps}
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

function Others({ texts }: { texts: readonly string[] }) {
  return (
    <Pill className={classes.others} title={texts.join(', ')}>
      <span aria-hidden>+{texts.length}</span>
      <VisuallyHidden>, and {texts.join(', ')}</VisuallyHidden>
    </Pill>
  );
}

function OptionsFailed({ onRetry }: { onRetry: () => void }) {
  return (
    <>
      The options could not be loaded.{' '}
      <Anchor component="button" type="button" size="xs" onClick={onRetry}>
        Retry
      </Anchor>
    </>
  );
}

const yesAndNo = [
  { value: '1', label: 'Yes' },
  { value: '0', label: 'No' },
];

export function FlagField({
  filter,
  title,
  value,
  startsOpen,
  onChange,
  onTurnOff,
}: {
  filter: FlagFilter;
  title: string;
  value: boolean | undefined;
  /** Just added: its dropdown starts open, as fields with values do on focus. */
  startsOpen: boolean;
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
        onChange={(selected) => onChange(selected === null ? null : selected === '1')}
        placeholder="Yes or No"
        defaultDropdownOpened={startsOpen}
        {...dropdownProps}
        classNames={{ input: classes.input, options: classes.options, option: classes.option }}
      />
    </Field>
  );
}
