import { Alert, Button, Group, Text } from '@mantine/core';
import { type RefObject, useState } from 'react';
import { useWording } from '../accounts/index.ts';
import { useScope } from '../scope/index.ts';
import { type ClearedFilters, clearedAfter, restored } from './cleared-filters.ts';
import classes from './filter-chips.module.css';
import type { ShowList } from './call-list.ts';
import { useItemNames } from './item-names.ts';
import type { ListState } from './list-address.ts';
import { activeFiltersOf } from './active-filters.ts';

export function useClearedFilters(list: ListState): [ClearedFilters | null, dismiss: () => void] {
  const { scope } = useScope();
  const [previous, setPrevious] = useState({ scope, list });
  const [cleared, setCleared] = useState<ClearedFilters | null>(null);
  if (previous.scope !== scope || previous.list !== list) {
    setPrevious({ scope, list });
    setCleared(clearedAfter(cleared, previous, { scope, list }));
  }
  return [cleared, () => setCleared(null)];
}

const titles: Record<ClearedFilters['by'], string> = {
  accounts: 'Cleared for the new accounts',
  dates: 'Cleared for the new dates',
  campaigns: 'Cleared for the new campaigns',
};

/** More names would push the calls off a phone's screen. */
const maxNamedFilters = 4;

export function ClearedNotice({
  cleared,
  focusAfter,
  onShow,
  onDismiss,
}: {
  cleared: ClearedFilters | null;
  focusAfter: RefObject<HTMLElement | null>;
  onShow: ShowList;
  onDismiss: () => void;
}) {
  const wording = useWording();
  const { query } = useScope();
  const nameOf = useItemNames(cleared?.list.filters ?? {}, query);
  const activeFilters = cleared ? activeFiltersOf(cleared.list, wording, nameOf) : [];
  const names = activeFilters.slice(0, maxNamedFilters).map(({ name, value }) => `${name}: ${value}`);
  const more = activeFilters.length - names.length;
  return (
    // always rendered, so that screen readers announce its content
    <div role="status" className={classes.notice}>
      {cleared && (
        <Alert
          color="blue"
          variant="light"
          p="xs"
          withCloseButton
          closeButtonLabel="Dismiss"
          classNames={{ closeButton: classes.dismiss ?? '' }}
          onClose={() => {
            focusAfter.current?.focus();
            onDismiss();
          }}
        >
          <Group gap="xs">
            <Text size="sm">
              {titles[cleared.by]}: <b>{names.join(', ')}</b>
              {more > 0 ? ` and ${more} more` : ''}
            </Text>
            <Button
              variant="default"
              size="xs"
              className={classes.clear}
              onClick={() => {
                focusAfter.current?.focus();
                onShow((before) => restored(before, cleared));
              }}
            >
              Put back
            </Button>
          </Group>
        </Alert>
      )}
    </div>
  );
}
