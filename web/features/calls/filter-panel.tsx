import { Button, Text } from '@mantine/core';
import { messages } from '@mailcall/contract/rules/messages.ts';
import { requestedAccounts } from '@mailcall/contract/scope/scope.ts';
import { useWording } from '../accounts/index.ts';
import { useScope } from '../scope/index.ts';
import type { ShowList } from './call-list.ts';
import { FlagField, ValueField } from './filter-field.tsx';
import { FilterMenu } from './filter-menu.tsx';
import {
  blockedFilter,
  filteredBy,
  filteredByFlag,
  isFlag,
  type PanelFilter,
  turnedOn,
  withoutFilters,
} from './filter-panel-state.ts';
import classes from './filter-panel.module.css';
import { filterTitle } from './filter-titles.ts';
import type { ListState } from './list-address.ts';
import { type FilterPanelControl, useFilterSwitches } from './use-filter-panel.ts';

export function FilterPanel({
  control,
  list,
  onShow,
}: {
  control: FilterPanelControl;
  list: ListState;
  onShow: ShowList;
}) {
  const wording = useWording();
  const { element, on, lastTurnedOn, turnOff, toggle } = useFilterSwitches(control, list, onShow);
  const blocked = blockedFilter(on);
  return (
    <section id={control.id} ref={element} className={classes.panel} aria-label="Filters">
      <div className={classes.fields}>
        {on.map((filter) => (
          <div key={filter} data-filter={filter} className={classes.cell}>
            <FilterField
              filter={filter}
              list={list}
              startsOpen={filter === lastTurnedOn}
              onShow={(next) => {
                control.change(turnedOn(control.panel, filter));
                onShow(next);
              }}
              onTurnOff={() => turnOff(filter)}
            />
          </div>
        ))}
        <div className={classes.last}>
          <FilterMenu on={on} blocked={blocked} wording={wording} onToggle={toggle} />
          {control.set > 1 && (
            <Button variant="subtle" className={classes.clear} onClick={() => onShow(withoutFilters)}>
              Clear all
            </Button>
          )}
        </div>
      </div>
      {blocked !== null && (
        <Text size="xs" c="dimmed" className={classes.note}>
          {messages.threeInquiryFilters}
        </Text>
      )}
    </section>
  );
}

function FilterField({
  filter,
  list,
  startsOpen,
  onShow,
  onTurnOff,
}: {
  filter: PanelFilter;
  list: ListState;
  startsOpen: boolean;
  onShow: ShowList;
  onTurnOff: () => void;
}) {
  const wording = useWording();
  const { query } = useScope();
  const title = filterTitle(filter, wording);
  return isFlag(filter) ? (
    <FlagField
      filter={filter}
      title={title}
      value={list.filters[filter]}
      startsOpen={startsOpen}
      onChange={(value) => onShow((before) => filteredByFlag(before, filter, value))}
      onTurnOff={onTurnOff}
    />
  ) : (
    <ValueField
      filter={filter}
      title={title}
      values={list.filters[filter] ?? []}
      accountsOfRequest={requestedAccounts(query)}
      wording={wording}
      onChange={(values) => onShow((before) => filteredBy(before, filter, values))}
      onTurnOff={onTurnOff}
    />
  );
}
