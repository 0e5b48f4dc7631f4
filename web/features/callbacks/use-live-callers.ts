import { type RequestedAccounts, requestedAccounts } from '@mailcall/contract/scope/scope.ts';
import { minutes } from '@mailcall/contract/time/durations.ts';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { automatically } from '../../platform/api.ts';
import { whilePageVisible } from '../../platform/while-page-visible.ts';
import { watchChanges } from '../live/index.ts';
import { reloadCallers } from './api.ts';

/** Waiting times, and ends of claims and snoozes, are shown by the minute. */
const minute = minutes(1);

export function useLiveCallers(scope: RequestedAccounts): void {
  const client = useQueryClient();
  const key = JSON.stringify(requestedAccounts(scope));
  useEffect(() => {
    const accounts = JSON.parse(key) as RequestedAccounts;
    if (accounts.accountIds.length === 0) return undefined;
    const reload = () => void automatically(() => reloadCallers(client));
    const stopWatching = watchChanges(accounts, {
      onOpen: reload,
      onChange: ({ data }) => {
        if (data) reload();
      },
    });
    const stopTimer = whilePageVisible(document, (signal) => {
      const timer = setInterval(reload, minute);
      signal.addEventListener('abort', () => clearInterval(timer));
    });
    return () => {
      stopWatching();
      stopTimer();
    };
  }, [client, key]);
}
