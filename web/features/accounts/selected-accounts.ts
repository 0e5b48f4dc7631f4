import type { Account } from '@mailcall/contract/identity.ts';
import type { AccountSelection } from '@mailcall/contract/scope/scope.ts';
import { dayZones } from '@mailcall/contract/time/days.ts';
import { useMemo } from 'react';
import { config } from '../../platform/config.ts';
import { useSession } from '../../platform/session-store.ts';
import { useHiddenOffices } from './hidden-accounts.ts';
import { type SelectedAccounts, selectAccounts } from './select-accounts.ts';

const noAccounts: readonly Account[] = [];

/** Results by request for this user's accounts and hidden offices, because many parts of a page need the same. */
let resolved: {
  accounts: readonly Account[];
  hidden: ReadonlySet<string>;
  byRequest: Map<string, SelectedAccounts>;
} = { accounts: noAccounts, hidden: new Set(), byRequest: new Map() };

const maxRequests = 8;

function selectedOnce(
  accounts: readonly Account[],
  hidden: ReadonlySet<string>,
  requested: AccountSelection,
): SelectedAccounts {
  if (resolved.accounts !== accounts || resolved.hidden !== hidden || resolved.byRequest.size >= maxRequests)
    resolved = { accounts, hidden, byRequest: new Map() };
  const key = JSON.stringify(requested);
  const known = resolved.byRequest.get(key);
  if (known) return known;
  const selected = selectAccounts(accounts, hidden, requested);
  resolved.byRequest.set(key, selected);
  return selected;
}

export function useSelectedAccounts(requested: AccountSelection): SelectedAccounts {
  const accounts = useSession()?.accounts ?? noAccounts;
  const hidden = useHiddenOffices();
  return useMemo(() => selectedOnce(accounts, hidden, requested), [accounts, hidden, requested]);
}

export function useDayZones({ timeZones }: Pick<SelectedAccounts, 'timeZones'>): readonly string[] {
  const { days } = config();
  return useMemo(() => dayZones(days, timeZones), [days, timeZones]);
}
