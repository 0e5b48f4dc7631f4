import { liveVersion } from '@mailcall/contract/live.ts';
import { UnstyledButton } from '@mantine/core';
import { IconArrowUp } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { pageIn, parseAddress, useChangeAddress } from '../../platform/address.ts';
import { automatically, call } from '../../platform/api.ts';
import { whenIdle } from '../../platform/scheduling.ts';
import { counted } from '@mailcall/contract/rules/rates.ts';
import { newestVersion } from '../../ui/data-version.ts';
import { answersOf, isQueryOfAccounts } from '../../ui/queries-of-accounts.ts';
import type { ScopeState } from '../scope/index.ts';
import classes from './live-button.module.css';
import { type LiveNotice, LiveState } from './live-state.ts';
import { refreshTogether } from './refresh-together.ts';
import { isUndisturbed, watchIdle } from './undisturbed.ts';
import { watchChanges } from './watch-changes.ts';

function useLiveScreen(scope: ScopeState['query'], showsDesigns: boolean): [LiveNotice, show: () => void] {
  const client = useQueryClient();
  const [notice, setNotice] = useState<LiveNotice>(null);
  const state = useRef<LiveState | null>(null);
  const key = JSON.stringify(scope);
  useEffect(() => {
    const query = JSON.parse(key) as ScopeState['query'];
    const predicate = isQueryOfAccounts(query);
    const cache = client.getQueryCache();
    const isBusy = () => client.isFetching({ type: 'active', predicate }) + client.isMutating() > 0;
    const rest = watchIdle();
    const live = new LiveState({
      displayedVersion: () => newestVersion(answersOf(cache.findAll({ type: 'active', predicate }))),
      async ask() {
        const { calls, meta } = await automatically(() => call(liveVersion, { query }));
        return { calls, version: meta.version };
      },
      mayRefresh: () => rest.isIdle() && !isBusy() && isUndisturbed(),
      async refresh(by) {
        if (by === 'itself') return automatically(() => refreshTogether(client, predicate));
        // failures appear in their place
        await refreshTogether(client, predicate).catch(() =>
          client.refetchQueries({ type: 'active', predicate }),
        );
      },
      onNotice: setNotice,
    });
    state.current = live;
    let lookTimer: ReturnType<typeof setTimeout> | undefined;
    const unsubscribe = cache.subscribe(() => {
      lookTimer ??= setTimeout(() => {
        lookTimer = undefined;
        live.compare();
      });
    });
    const { exceptAccountIds } = query;
    let stopWatching = () => {};
    // load another scope's figures first: the stream, once open, also reports changes made until then
    const cancel = whenIdle(() => {
      stopWatching = watchChanges(
        { accountIds: query.accountIds, ...(exceptAccountIds && { exceptAccountIds }) },
        {
          onOpen: () => void live.check(),
          onChange({ data, designs }) {
            if (data) void live.check();
            if (showsDesigns && designs?.length !== 0) live.noteDesigns();
          },
        },
      );
    });
    return () => {
      cancel();
      stopWatching();
      unsubscribe();
      clearTimeout(lookTimer);
      rest.stop();
      live.stop();
      state.current = null;
      setNotice(null);
    };
  }, [client, key, showsDesigns]);
  const show = () => void state.current?.press();
  return [notice, show];
}

const textOf = ({ newCalls }: NonNullable<LiveNotice>) =>
  newCalls === null ? 'Show updates' : counted(newCalls, 'new call');

export function LiveButton({ scope, showsDesigns }: { scope: ScopeState['query']; showsDesigns: boolean }) {
  const [notice, refresh] = useLiveScreen(scope, showsDesigns);
  const changeAddress = useChangeAddress();
  const show = () => {
    // the button is about to disappear
    document.getElementById('main')?.focus({ preventScroll: true });
    window.scrollTo({ top: 0 });
    if (pageIn(parseAddress(location.search)['page']) > 1) changeAddress({ page: undefined });
    refresh();
  };
  return (
    <div className={classes.place} role="status">
      {notice && (
        <UnstyledButton className={classes.button} onClick={show}>
          <IconArrowUp size={18} stroke={2} aria-hidden />
          {textOf(notice)}
        </UnstyledButton>
      )}
    </div>
  );
}
