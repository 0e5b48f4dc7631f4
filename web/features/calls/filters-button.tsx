import { Badge, Button, VisuallyHidden } from '@mantine/core';
import { IconAdjustmentsHorizontal } from '@tabler/icons-react';
import { lazyRouteComponent } from '@tanstack/react-router';
import type { Ref } from 'react';
import { preloadCodeOnHover } from '../../ui/preload.ts';
import classes from './filter-panel.module.css';
import type { FilterPanelControl } from './use-filter-panel.ts';

/** Loaded on hover of its button, or with the first list whose panel is open. */
export const FilterPanel = lazyRouteComponent(() => import('./filter-panel.tsx'), 'FilterPanel');

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
      {...preloadCodeOnHover(FilterPanel)}
    >
      Filters
    </Button>
  );
}
