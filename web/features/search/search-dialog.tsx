import '@mantine/spotlight/styles.css';
import { Button, Loader, Text, VisuallyHidden } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { createSpotlight, Spotlight, useSpotlight } from '@mantine/spotlight';
import { everythingQuery } from '@mailcall/contract/rules/search-text.ts';
import { IconSearch } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useLocation, useNavigate } from '@tanstack/react-router';
import { useEffect, useId, useMemo, useRef, useState } from 'react';
import { CallFailed } from '../../platform/api.ts';
import { useSession } from '../../platform/session-store.ts';
import { useAccountName } from '../accounts/index.ts';
import { savedViewsQuery } from '../saved-views/index.ts';
import { useScope } from '../scope/index.ts';
import { searchQuery } from './api.ts';
import { recentChoices, rememberChoice } from './recent-choices.ts';
import { SearchGroups } from './search-groups.tsx';
import classes from './search-dialog.module.css';
import { foundGroups, offeredGroups, type PageToOpen, type SearchItem, statusText } from './search-items.ts';

/** Milliseconds of a typing pause before asking the server. */
const searchDelay = 150;

const [store, spotlight] = createSpotlight();

function useSearch(typed: string, pages: readonly PageToOpen[], opened: boolean) {
  const { scope, today } = useScope();
  const nameOf = useAccountName();
  const contactId = useSession()?.contactId ?? '';
  const recent = useMemo(() => (opened ? recentChoices(contactId) : []), [opened, contactId]);
  const words = everythingQuery(typed);
  const [asked] = useDebouncedValue(words, searchDelay);
  const request = searchQuery(asked, recent);
  const query = useQuery({ ...request, enabled: opened && request.enabled });
  // results for other words are never shown
  const isAnswer = asked === words;
  const found = isAnswer ? (query.data ?? null) : null;
  const guest = useSession()?.guest ?? false;
  const views = useQuery({ ...savedViewsQuery, enabled: opened && !guest });
  // earlier results may change and would move the rows below
  const context = { scope, today, pages, nameOf, views: views.isFetching ? null : (views.data ?? []) };
  const offers = typed.trim() === '';
  const isSearching = !offers && (views.isFetching || (words !== null && (!isAnswer || query.isFetching)));
  const searchFailure = words === null ? null : query.error;
  return {
    groups: offers
      ? offeredGroups(recent, found, context)
      : foundGroups(typed, words === null ? null : found, context),
    isSearching,
    failure: offers || isSearching ? null : (searchFailure ?? views.error),
    retry: () => {
      if (searchFailure) void query.refetch();
      if (views.error) void views.refetch();
    },
  };
}

/** Opens a choice. On the page already open, a call or mailing opens over its content. */
function useOpenItem(): (item: SearchItem) => void {
  const navigate = useNavigate();
  const pathname = useLocation({ select: (location) => location.pathname });
  const contactId = useSession()?.contactId ?? '';
  return ({ choice, path, address }) => {
    rememberChoice(contactId, choice);
    const opensOver =
      (choice.kind === 'call' || choice.kind === 'mailing') && pathname.split('/')[1] === path.split('/')[1];
    void navigate({ to: path, search: opensOver ? true : address });
  };
}

export function SearchDialog({
  opened,
  onClose,
  pages,
}: {
  opened: boolean;
  onClose: () => void;
  pages: readonly PageToOpen[];
}) {
  const [typed, setTyped] = useState('');
  // closing returns the focus; choosing leads elsewhere
  const returnsTo = useRef<Element>(null);
  const openItem = useOpenItem();
  const listId = useId();
  const { selected } = useSpotlight(store);
  const { groups, isSearching, failure, retry } = useSearch(typed, pages, opened);
  useEffect(() => {
    if (!opened) return;
    returnsTo.current = document.activeElement;
    spotlight.open();
  }, [opened]);
  const count = groups.reduce((sum, { items }) => sum + items.length, 0);
  useEffect(() => {
    // selects the first of late results, so that Enter opens it
    if (typed.trim() !== '' && count > 0 && (selected < 0 || selected >= count))
      store.updateState((state) => ({ ...state, selected: 0 }));
  }, [typed, count, selected]);
  return (
    <Spotlight.Root
      store={store}
      query={typed}
      onQueryChange={setTyped}
      shortcut={null}
      onSpotlightClose={() => {
        if (returnsTo.current instanceof HTMLElement) returnsTo.current.focus();
        onClose();
      }}
      returnFocus={false}
      maxHeight="min(70dvh, 560px)"
      scrollable
      yOffset="8dvh"
      transitionProps={{ duration: 0 }}
      overlayProps={{ backgroundOpacity: 0.35, blur: 0 }}
      attributes={{ content: { 'aria-label': 'Search everything' } }}
      classNames={{ content: classes.content ?? '', action: classes.action ?? '' }}
    >
      <Spotlight.Search
        placeholder="Caller, number, words of a call, mailing or page"
        aria-label="Search everything"
        role="combobox"
        aria-expanded={count > 0}
        aria-controls={listId}
        aria-autocomplete="list"
        aria-activedescendant={selected >= 0 && selected < count ? `${listId}-${selected}` : undefined}
        maxLength={200}
        autoComplete="off"
        spellCheck={false}
        leftSection={<IconSearch size={20} stroke={1.75} aria-hidden />}
        rightSection={isSearching ? <Loader size="xs" aria-hidden /> : null}
      />
      <VisuallyHidden role="status">
        {statusText(typed, count, { isSearching, hasFailed: failure !== null })}
      </VisuallyHidden>
      <SearchGroups
        groups={groups}
        listId={listId}
        selected={selected}
        onChoose={(item) => {
          returnsTo.current = null;
          openItem(item);
        }}
      />
      {failure !== null && (
        <div className={classes.failure} role="alert">
          <Text size="sm">
            {failure instanceof CallFailed ? failure.message : 'The search failed. Please try again.'}
          </Text>
          <Button variant="default" size="xs" onClick={retry}>
            Try again
          </Button>
        </div>
      )}
      {count === 0 && !isSearching && failure === null && (
        <Spotlight.Empty>Nothing found. Try part of a name, or the last digits of a number.</Spotlight.Empty>
      )}
    </Spotlight.Root>
  );
}
