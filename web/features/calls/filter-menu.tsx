import { Button, Menu } from '@mantine/core';
import { messages } from '@mailcall/contract/rules/messages.ts';
import { labelText, type Wording } from '@mailcall/contract/rules/wording.ts';
import { IconPlus } from '@tabler/icons-react';
import { useId, useRef, useState } from 'react';
import { filterGroups, type PanelFilter } from './filter-panel-state.ts';
import classes from './filter-panel.module.css';
import { filterTitle } from './filter-titles.ts';

export function FilterMenu({
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
  const button = useRef<HTMLButtonElement>(null);
  const [opened, setOpened] = useState(on.length === 0);
  return (
    <Menu
      opened={opened}
      onChange={(next) => {
        setOpened(next);
        // a menu that started open has no element to return the focus to
        if (!next) button.current?.focus();
      }}
      position="bottom-start"
      width={280}
      shadow="md"
      withinPortal={false}
      // in a low window the page scrolls to the last filters, so the menu stays open with its button off screen
      hideDetached={false}
      // the menu contains only items, so the focus starts on the first
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
              <FilterItem
                key={filter}
                title={filterTitle(filter, wording)}
                checked={on.includes(filter)}
                blocked={filter === blocked}
                onToggle={() => onToggle(filter)}
              />
            ))}
          </div>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}

/** A filter in the menu. Arrow keys reach a blocked one too, so that its reason is read. */
function FilterItem({
  title,
  checked,
  blocked,
  onToggle,
}: {
  title: string;
  checked: boolean;
  blocked: boolean;
  onToggle: () => void;
}) {
  const reasonId = useId();
  return (
    <Menu.CheckboxItem
      checked={checked}
      aria-disabled={blocked || undefined}
      aria-describedby={blocked ? reasonId : undefined}
      closeMenuOnClick={!blocked}
      onChange={() => {
        if (!blocked) onToggle();
      }}
    >
      {title}
      {blocked && (
        <span id={reasonId} className={classes.reason}>
          {messages.threeInquiryFilters}
        </span>
      )}
    </Menu.CheckboxItem>
  );
}
