import { Badge, Button, Menu, Text, VisuallyHidden } from '@mantine/core';
import { filterNames } from '@mailcall/contract/rules/filter-names.ts';
import { messages } from '@mailcall/contract/rules/messages.ts';
import { labelText, type Wording } from '@mailcall/contract/rules/wording.ts';
import { accountsOf } from '@mailcall/contract/scope/scope.ts';
import { IconAdjustmentsHorizontal, IconPlus } from '@tabler/icons-react';
import { type Ref, useEffect, useId, useRef, useState } from 'react';
import { useWording } from '../accounts/index.ts';
import { useScope } from '../scope/index.ts';
import { FlagField, ValueField } from './filter-field.tsx';
import {
  blockedFilter,
  filteredBy,
  filteredByFlag,
  filterGroups,
  filtersOn,
  filtersSet,
  isFlag,
  listWithout,
  type PanelFilter,
  panelIsOpen,
  type PanelState,
  turnedOff,
  turnedOn,
  untouchedPanel,
} from './filter-panel-state.ts';
import classes from './filter-panel.module.css';
import type { ListState } from './list-address.ts';

/** The panel's names where they are not those of one value. */
const pluralTitles: Partial<Record<PanelFilter, string>> = {
  offer: 'Offers',
  service: 'Services',
  insurance: 'Insurance',
};
const titleOf = (filter: PanelFilter, wording: Wording) =>
  labelText(pluralTitles[filter] ?? filterNames[filter], wording);

/** The filters panel of a list, and what is done to it. */
interface FilterPanelControl {
  /** Of the panel's element. */
  id: string;
  opened: boolean;
  /** How many filters have a value. */
  set: number;
  panel: PanelState;
  change: (next: PanelState) => void;
  toggle: () => void;
}

/** The panel of a list; it begins anew when the accounts, the dates or the campaign type change. */
export function useFilterPanel(list: ListState): FilterPanelControl {
  const id = useId();
  const { scope } = useScope();
  const [panel, setPanel] = useState(untouchedPanel);
  const begins = JSON.stringify(scope);
  const [begun, setBegun] = useState(begins);
  if (begun !== begins) {
    setBegun(begins);
    setPanel(untouchedPanel);
  }
  const opened = panelIsOpen(list, panel);
  return {
    id,
    opened,
    set: filtersSet(list),
    panel,
    change: setPanel,
    toggle: () => setPanel({ ...panel, opened: !opened }),
  };
}

/** Opens and closes the filters panel, and says how many filters are set. */
export function FiltersButton({
  control: { id, opened, set, toggle },
  ref,
}: {
  control: FilterPanelControl;
  ref: Ref<HTMLButtonElement>;
}) {
  return (
    <Button
      ref={ref}
      variant="default"
      className={classes.toggle}
      leftSection={<IconAdjustmentsHorizontal size={18} stroke={1.75} aria-hidden />}
      rightSection={
        set > 0 ? (
          <Badge size="sm" circle>
            {set}
            <VisuallyHidden> set</VisuallyHidden>
          </Badge>
        ) : null
      }
      aria-expanded={opened}
      aria-controls={id}
      onClick={toggle}
    >
      Filters
    </Button>
  );
}

/** The filters that are on, each with its values, and the menu that turns filters on and off. */
export function FilterPanel({
  control: { id, panel, change },
  list,
  onShow,
}: {
  control: FilterPanelControl;
  list: ListState;
  onShow: (next: ListState) => void;
}) {
  const wording = useWording();
  const { query } = useScope();
  const place = useRef<HTMLElement>(null);
  const on = filtersOn(list, panel);
  const blocked = blockedFilter(on);
  // a filter that was just turned on is gone on with at once; the menu gives the focus away when it closes
  const pendingFocus = useRef<PanelFilter | null>(null);
  const [turnedOnLast, setTurnedOnLast] = useState<PanelFilter | null>(null);
  useEffect(() => {
    if (pendingFocus.current === null) return;
    place.current?.querySelector<HTMLInputElement>(`[data-filter="${pendingFocus.current}"] input`)?.focus();
    pendingFocus.current = null;
  });

  const turnOn = (filter: PanelFilter) => {
    change(turnedOn(panel, filter));
    setTurnedOnLast(filter);
    pendingFocus.current = filter;
  };
  const turnOff = (filter: PanelFilter) => {
    change(turnedOff(panel, filter));
    const without = listWithout(list, filter);
    if (without) onShow(without);
    // the field goes, and the focus with it
    place.current?.querySelector<HTMLButtonElement>('[data-add-filter]')?.focus();
  };
  return (
    <section id={id} ref={place} className={classes.panel} aria-label="Filters">
      <div className={classes.fields}>
        {on.map((filter) => (
          <div key={filter} data-filter={filter} className={classes.cell}>
            {isFlag(filter) ? (
              <FlagField
                filter={filter}
                title={titleOf(filter, wording)}
                value={list.filters[filter]}
                opensAtOnce={filter === turnedOnLast}
                onChange={(value) => {
                  change(turnedOn(panel, filter));
                  onShow(filteredByFlag(list, filter, value));
                }}
                onTurnOff={() => turnOff(filter)}
              />
            ) : (
              <ValueField
                filter={filter}
                title={titleOf(filter, wording)}
                values={list.filters[filter] ?? []}
                accountsOfRequest={accountsOf(query)}
                wording={wording}
                onChange={(values) => {
                  change(turnedOn(panel, filter));
                  onShow(filteredBy(list, filter, values));
                }}
                onTurnOff={() => turnOff(filter)}
              />
            )}
          </div>
        ))}
        <AddFilter
          on={on}
          blocked={blocked}
          wording={wording}
          onToggle={(filter) => (on.includes(filter) ? turnOff(filter) : turnOn(filter))}
        />
      </div>
      {blocked !== null && (
        <Text size="xs" c="dimmed" className={classes.note}>
          {messages.threeInquiryFilters}
        </Text>
      )}
    </section>
  );
}

/** The menu of all filters. The panel that has none yet begins with it. */
function AddFilter({
  on,
  blocked,
  wording,
  onToggle,
}: {
  on: readonly PanelFilter[];
  blocked: PanelFilter | null;
  wording: Wording;
  onToggle: (filter: PanelFilter) => void;
}) {
  const noteId = useId();
  const button = useRef<HTMLButtonElement>(null);
  const [opened, setOpened] = useState(on.length === 0);
  return (
    <Menu
      opened={opened}
      onChange={(next) => {
        setOpened(next);
        // a menu that was open from the start knows of no place that the focus came from
        if (!next) button.current?.focus();
      }}
      position="bottom-start"
      width={280}
      shadow="md"
      withinPortal={false}
      // in a low window the page is scrolled to reach the last filters: they stay when their button has left the screen
      hideDetached={false}
      // a menu holds items alone: the focus begins on the first one
      withInitialFocusPlaceholder={false}
      classNames={{ dropdown: classes.menu, item: classes.item }}
    >
      <Menu.Target>
        <Button
          ref={button}
          variant="subtle"
          data-add-filter
          className={classes.add}
          leftSection={<IconPlus size={16} aria-hidden />}
        >
          Add filter
        </Button>
      </Menu.Target>
      <Menu.Dropdown aria-label="Filters">
        {filterGroups.map(({ name, filters }) => (
          <div key={name} role="group" aria-label={labelText(name, wording)}>
            <Menu.Label>{labelText(name, wording)}</Menu.Label>
            {filters.map((filter) => (
              <Menu.CheckboxItem
                key={filter}
                checked={on.includes(filter)}
                // still reached by the arrow keys, so that its reason is read
                aria-disabled={filter === blocked || undefined}
                aria-describedby={filter === blocked ? noteId : undefined}
                closeMenuOnClick={filter !== blocked}
                onChange={() => {
                  if (filter !== blocked) onToggle(filter);
                }}
              >
                {titleOf(filter, wording)}
                {filter === blocked && (
                  <span id={noteId} className={classes.reason}>
                    {messages.threeInquiryFilters}
                  </span>
                )}
              </Menu.CheckboxItem>
            ))}
          </div>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
