import { Button, Group, UnstyledButton, VisuallyHidden } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import classes from './filter-chips.module.css';
import type { ListState } from './list-address.ts';
import type { Narrowing } from './narrowings.ts';

/** What narrows the list, each a chip that a press takes away. */
export function FilterChips({
  list,
  narrowings,
  onShow,
}: {
  list: ListState;
  narrowings: readonly Narrowing[];
  onShow: (next: ListState) => void;
}) {
  if (narrowings.length === 0) return null;
  return (
    <Group gap={8} role="group" aria-label="Active filters">
      {narrowings.map((narrowing) => (
        <UnstyledButton
          key={narrowing.key}
          className={classes.chip}
          onClick={() => onShow(narrowing.without)}
        >
          <span className={classes.name}>{narrowing.name}</span>{' '}
          <span className={classes.value}>{narrowing.value}</span>
          <VisuallyHidden>, remove this filter</VisuallyHidden>
          <IconX size={14} aria-hidden />
        </UnstyledButton>
      ))}
      {narrowings.length > 1 ? (
        <Button
          variant="subtle"
          size="compact-sm"
          className={classes.clear}
          onClick={() => onShow({ ...list, filters: {}, search: '', page: 1 })}
        >
          Clear all
        </Button>
      ) : null}
    </Group>
  );
}
