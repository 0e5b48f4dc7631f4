import { campaignFilterTypes } from '@mailcall/contract/rules/campaign-groups.ts';
import { comparisons } from '@mailcall/contract/rules/comparisons.ts';
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
} from '@mailcall/contract/scope/scope.ts';
import { useCallback, useEffect, useMemo } from 'react';
import * as z from 'zod/mini';
import { type Address, textOf, useAddressPart, useChangeAddress } from '../../platform/address.ts';
import { useToday } from '../../platform/today.ts';
import { readStored, writeStored } from '../../platform/stored-values.ts';
import { currentSession } from '../../platform/session-store.ts';
import { useDayZones, useSelectedAccounts } from '../accounts/index.ts';

const storedScopeSchema = z.object({
  /** The person who chose it: another person on the same computer starts with their own. */
  contactId: z.string(),
  scope: z.object({
    accountIds: z.union([z.literal('*'), z.array(z.string()), z.object({ allExcept: z.array(z.string()) })]),
    preset: z.enum(dateChoices),
    custom: z.nullable(z.object({ startDate: z.string(), endDate: z.string() })),
    campaignType: z.enum(campaignFilterTypes),
    compareWith: z.optional(z.enum(comparisons)),
  }),
});

function readStoredScope(): Scope | null {
  const stored = readStored('scope', storedScopeSchema);
  return stored && stored.contactId === currentSession()?.contactId ? stored.scope : null;
}

/**
 * Remembers the scope that a page shows, no matter whether it was chosen, linked, or restored by Back. A page with only
 * the account selector changes only the remembered accounts; an empty selection is not remembered.
 */
export function useRememberedScope(
  { scope, missingAccountIds, hiddenAccountIds }: ScopeState,
  { accountsOnly }: { accountsOnly: boolean },
): void {
  // an address with these ids is about to be tidied
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

/** The scope parameters of a page address. */
export const scopeNames = [
  'accounts',
  'exceptAccounts',
  'range',
  'from',
  'to',
  'type',
  'compareWith',
] as const;

/** Whether a parameter of a page address belongs to the scope. */
export const isScopeName = (name: string): boolean => (scopeNames as readonly string[]).includes(name);

const scopeAddressOf = (address: Address): ScopeAddress =>
  Object.fromEntries(scopeNames.map((name) => [name, textOf(address[name])]));

/** A scope's part of the address, with a parameter even when the entire scope is the default. */
export function writtenScope(scope: Scope): ScopeAddress {
  const written = scopeToAddress(scope);
  return addressHasScope(written) ? written : { ...written, range: 'all' };
}

/** The scope of an address: its own, otherwise the remembered one, otherwise the default. */
function scopeOfAddress(address: Address): Scope {
  const own = scopeAddressOf(address);
  return addressHasScope(own) ? scopeFromAddress(own) : (readStoredScope() ?? defaultScope);
}

/**
 * The parameters to add to an address without a scope when its page opens: those of the remembered scope, so that the
 * address names what is displayed and Back returns to the same figures. Null when the address has its own scope.
 */
export function scopeForAddress(address: Address): ScopeAddress | null {
  return addressHasScope(scopeAddressOf(address)) ? null : writtenScope(scopeOfAddress(address));
}

/** The scope as the screens use it. */
export interface ScopeState {
  scope: Scope;
  /** The selected accounts, by id: those of the session that are not hidden. If empty, no requests are sent. */
  accountIds: readonly string[];
  /** Ids of a linked scope that are not in the session: left out of every request. */
  missingAccountIds: readonly string[];
  /** Ids of a linked scope that are hidden in this browser: left out as well. */
  hiddenAccountIds: readonly string[];
  /** The time zones by whose days the dates are: `UTC`, or those of the selected offices. */
  dayZones: readonly string[];
  /** The days under way by these zones: what the dates of requests and the texts about them go by. */
  today: DateRange;
  /** The scope's part of every request. */
  query: ReturnType<typeof scopeToQuery>;
  /** Changes the scope of the current address: written to it, back to page 1 and without the panel's filters. Always the same function. */
  change: (patch: Partial<Scope>) => void;
  /** Removes missing and hidden ids from the address; what is displayed stays the same. */
  tidy: () => void;
}

/** Parameters that stay in the address when the scope changes; a list's page, search and filters are reset. */
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

/** What the map screen draws of some accounts: it stays in the address when only dates or campaigns change. */
const namesKeptWithAccounts = new Set(['area', 'open', 'shown', 'hidden', 'lists', 'shading', 'table', 'at']);

/** The scope of the current page. */
export function useScope(): ScopeState {
  // the scope changes only with its own parameters
  const address = useAddressPart(scopeNames);
  const changeAddress = useChangeAddress();
  const scope = useMemo(() => scopeOfAddress(address), [address]);
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
