import { Button, Group, UnstyledButton, VisuallyHidden } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import classes from './filter-chips.module.css';
import type { ShowList } from './call-list.ts';
import { withoutFilters } from './filter-panel-state.ts';
import type { ActiveFilter } from './active-filters.ts';

export function FilterChips({
  activeFilters,
  onShow,
}: {
  activeFilters: readonly ActiveFilter[];
  onShow: ShowList;
}) {
  if (activeFilters.length === 0) return null;
  return (
    <Group gap={8} role="group" aria-label="Active filters">
      {activeFilters.map((activeFilter) => (
        <UnstyledButton
          key={activeFilter.key}
          className={classes.chip}
          onClick={() => onShow(activeFilter.without)}
        >
          <span className={classes.name}>{activeFilter.name}</span>{' '}
          <span className={classes.value}>{activeFilter.value}</span>
          <VisuallyHidden>, remove this filter</VisuallyHidden>
          <IconX size={14} aria-hidden />
        </UnstyledButton>
      ))}
      {activeFilters.length > 1 ? (
        <Button
          variant="subtle"
          size="compact-sm"
          className={classes.clear}
          onClick={() => onShow(withoutFilters)}
        >
          Clear all
        </Button>
      ) : null}
    </Group>
  );
}
