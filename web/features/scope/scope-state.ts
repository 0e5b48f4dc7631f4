import type { Account } from '@mailcall/contract/identity.ts';
import { campaignFilterTypes } from '@mailcall/contract/rules/campaign-groups.ts';
import type { DateRange } from '@mailcall/contract/scope/date-range.ts';
import {
  addressHasScope,
  dateChoices,
  defaultScope,
  type Scope,
  type ScopeAddress,
  scopeFromAddress,
  scopeToAddress,
  scopeToQuery,
  writtenComparison,
} from '@mailcall/contract/scope/scope.ts';
import { useCallback, useEffect, useMemo } from 'react';
import * as z from 'zod/mini';
import { type Address, textOf, useAddressPart, useChangeAddress } from '../../platform/address.ts';
import { useToday } from '../../platform/today.ts';
import { readStored, writeStored } from '../../platform/stored-values.ts';
import { currentSession, useSession } from '../../platform/session-store.ts';
import { currentSelection, useDayZones, useSelectedAccounts } from '../accounts/index.ts';

const storedScopeSchema = z.object({
  /** Owner, because another user of the computer starts with their own. */
  contactId: z.string(),
  scope: z.object({
    accountIds: z.union([z.literal('*'), z.array(z.string()), z.object({ allExcept: z.array(z.string()) })]),
    preset: z.enum(dateChoices),
    custom: z.nullable(z.object({ startDate: z.string(), endDate: z.string() })),
    campaignType: z.enum(campaignFilterTypes),
    compareWith: z.optional(z.string()),
  }),
});

function readStoredScope(): Scope | null {
  const stored = readStored('scope', storedScopeSchema);
  return stored && stored.contactId === currentSession()?.contactId
    ? { ...stored.scope, compareWith: writtenComparison(stored.scope.compareWith) }
    : null;
}

/** Remembers a page's scope however it was reached. An empty selection is not remembered. */
export function useRememberedScope(
  { scope, missingAccountIds, hiddenAccountIds }: ScopeState,
  { accountsOnly }: { accountsOnly: boolean },
): void {
  // a URL with these ids is about to be normalized
  const needsTidying = missingAccountIds.length + hiddenAccountIds.length > 0;
  useEffect(() => {
    const contactId = currentSession()?.contactId;
    const { accountIds } = scope;
    const isEmpty = Array.isArray(accountIds) && accountIds.length === 0;
    if (contactId === undefined || needsTidying || isEmpty) return;
    const shown = accountsOnly ? { ...(readStoredScope() ?? defaultScope), accountIds } : scope;
    writeStored('scope', { contactId, scope: shown });
  }, [scope, needsTidying, accountsOnly]);
}

export const scopeNames = [
  'accounts',
  'exceptAccounts',
  'range',
  'from',
  'to',
  'type',
  'compareWith',
] as const;

export const isScopeName = (name: string): boolean => (scopeNames as readonly string[]).includes(name);

const scopeAddressOf = (address: Address): ScopeAddress =>
  Object.fromEntries(scopeNames.map((name) => [name, textOf(address[name])]));

/** URL parameters of a scope; never empty, even for the default. */
export function writtenScope(scope: Scope): ScopeAddress {
  const written = scopeToAddress(scope);
  return addressHasScope(written) ? written : { ...written, range: 'all' };
}

const noAccounts: readonly Account[] = [];

/** Scope of a URL: its own, the remembered one, or the default. */
function scopeOfAddress(address: Address, accounts = currentSession()?.accounts ?? noAccounts): Scope {
  const own = scopeAddressOf(address);
  const scope = addressHasScope(own) ? scopeFromAddress(own) : (readStoredScope() ?? defaultScope);
  return { ...scope, accountIds: currentSelection(accounts, scope.accountIds) };
}

/** Parameters of the remembered scope for a URL without one; null if it has one. Back then finds the same figures. */
export function scopeForAddress(address: Address): ScopeAddress | null {
  return addressHasScope(scopeAddressOf(address)) ? null : writtenScope(scopeOfAddress(address));
}

export interface ScopeState {
  scope: Scope;
  /** Selected accounts that exist and are not hidden. If empty, no requests are sent. */
  accountIds: readonly string[];
  /** Ids in a linked scope that the session lacks; left out of requests. */
  missingAccountIds: readonly string[];
  /** Ids in a linked scope that are hidden in this browser; also left out. */
  hiddenAccountIds: readonly string[];
  /** Time zones of the dates: `UTC`, or the selected offices'. */
  dayZones: readonly string[];
  today: DateRange;
  query: ReturnType<typeof scopeToQuery>;
  /** Changes the scope in the URL: returns to page 1 and removes the panel's filters. A stable function. */
  change: (patch: Partial<Scope>) => void;
  tidy: () => void;
}

/** Parameters that survive a change of the scope; a list's page, search and filters do not. */
const namesKeptOnScopeChange = new Set([
  'tab',
  'outcome',
  'sources',
  'per',
  'rank',
  'inactive',
  'callbacks',
  'sort',
  'dir',
  'pageSize',
]);

/** Map parameters that survive a change of only dates or campaigns. */
const namesKeptWithAccounts = new Set(['area', 'open', 'shown', 'hidden', 'lists', 'shading', 'table', 'at']);

export function useScope(): ScopeState {
  // the scope changes only with its own parameters
  const address = useAddressPart(scopeNames);
  const changeAddress = useChangeAddress();
  const accounts = useSession()?.accounts ?? noAccounts;
  const scope = useMemo(() => scopeOfAddress(address, accounts), [address, accounts]);
  const selected = useSelectedAccounts(scope.accountIds);
  const { accountIds, forServer, missing, hiddenRequested } = selected;
  const dayZones = useDayZones(selected);
  const today = useToday(dayZones);
  const query = useMemo(
    () => scopeToQuery({ ...scope, accountIds: forServer }, today),
    [scope, forServer, today],
  );
  const change = useCallback(
    (patch: Partial<Scope>) => {
      changeAddress((before) => ({ ...cleared, ...writtenScope({ ...scopeOfAddress(before), ...patch }) }), {
        keep: (name) =>
          namesKeptOnScopeChange.has(name) ||
          (patch.accountIds === undefined && namesKeptWithAccounts.has(name)),
      });
    },
    [changeAddress],
  );
  const tidy = useCallback(() => {
    if (scope.accountIds === '*' || 'allExcept' in scope.accountIds) return;
    const unavailable = new Set([...missing, ...hiddenRequested]);
    const kept = scope.accountIds.filter((id) => !unavailable.has(id));
    changeAddress({ ...cleared, ...writtenScope({ ...scope, accountIds: kept }) }, { replace: true });
  }, [scope, missing, hiddenRequested, changeAddress]);
  return useMemo(
    () => ({
      scope,
      accountIds,
      missingAccountIds: missing,
      hiddenAccountIds: hiddenRequested,
      dayZones,
      today,
      query,
      change,
      tidy,
    }),
    [scope, accountIds, missing, hiddenRequested, dayZones, today, query, change, tidy],
  );
}

const cleared: Address = Object.fromEntries(scopeNames.map((name) => [name, undefined]));
