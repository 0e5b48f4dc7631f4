import { campaignFilterTypeSchema } from '@mailcall/contract/rules/campaign-groups.ts';
import { datePresetSchema } from '@mailcall/contract/scope/date-range.ts';
import {
  addressHasScope,
  defaultScope,
  type Scope,
  type ScopeAddress,
  scopeFromAddress,
  scopeToAddress,
  scopeToQuery,
} from '@mailcall/contract/scope/scope.ts';
import { useCallback, useEffect, useMemo } from 'react';
import { z } from 'zod';
import { type Address, textOf, useAddress, useChangeAddress } from '../../platform/address.ts';
import { readStored, writeStored } from '../../platform/stored-values.ts';
import { currentSession } from '../../platform/session-store.ts';
import { useSelectedAccounts } from '../accounts/index.ts';

const storedScopeSchema = z.object({
  /** Whose choice it is: the next person at the same desk starts with their own. */
  contactId: z.string(),
  scope: z.object({
    accountIds: z.union([z.literal('*'), z.array(z.string()), z.object({ allExcept: z.array(z.string()) })]),
    preset: datePresetSchema,
    custom: z.object({ startDate: z.string(), endDate: z.string() }).nullable(),
    campaignType: campaignFilterTypeSchema,
  }),
});

function readStoredScope(): Scope | null {
  const stored = readStored('scope', storedScopeSchema);
  return stored && stored.contactId === currentSession()?.contactId ? stored.scope : null;
}

/**
 * Remembers the scope that a page shows, however it came to be shown: chosen, linked, or shown again by Back. A page
 * that shows the accounts alone changes only those of what is remembered; a selection of no accounts is not worth it.
 */
export function useRememberedScope(
  { scope, missingAccountIds, hiddenAccountIds }: ScopeState,
  { accountsOnly }: { accountsOnly: boolean },
): void {
  // such an address is about to be tidied
  const untidy = missingAccountIds.length + hiddenAccountIds.length > 0;
  useEffect(() => {
    const contactId = currentSession()?.contactId;
    const { accountIds } = scope;
    const isEmpty = Array.isArray(accountIds) && accountIds.length === 0;
    if (contactId === undefined || untidy || isEmpty) return;
    const shown = accountsOnly ? { ...(readStoredScope() ?? defaultScope), accountIds } : scope;
    writeStored('scope', { contactId, scope: shown });
  }, [scope, untidy, accountsOnly]);
}

/** The scope names of a page address. */
export const scopeNames = ['accounts', 'exceptAccounts', 'range', 'from', 'to', 'type'] as const;

const scopeAddressOf = (address: Address): ScopeAddress =>
  Object.fromEntries(scopeNames.map((name) => [name, textOf(address[name])]));

/** A scope's part of the address that says so even when all of it is default. */
export function writtenScope(scope: Scope): ScopeAddress {
  const written = scopeToAddress(scope);
  return addressHasScope(written) ? written : { ...written, range: 'all' };
}

/** The scope that an address means: its own, else the remembered one, else the default. */
function scopeOfAddress(address: Address): Scope {
  const own = scopeAddressOf(address);
  return addressHasScope(own) ? scopeFromAddress(own) : (readStoredScope() ?? defaultScope);
}

/**
 * What a page address lacks of a scope, when a page opens: the remembered scope's part, so that the address says what
 * is shown and Back comes to the same figures. Null when the address has a scope of its own.
 */
export function scopeForAddress(address: Address): ScopeAddress | null {
  return addressHasScope(scopeAddressOf(address)) ? null : writtenScope(scopeOfAddress(address));
}

/** The scope as the screens use it. */
export interface ScopeState {
  scope: Scope;
  /** The selected accounts, by id: those of the session that are not hidden. Empty means: ask nothing. */
  accountIds: readonly string[];
  /** Ids of a linked scope that the session lacks: left out before anything is asked. */
  missingAccountIds: readonly string[];
  /** Ids of a linked scope that are hidden in this browser: left out too. */
  hiddenAccountIds: readonly string[];
  /** The scope's part of every request. */
  query: ReturnType<typeof scopeToQuery>;
  /** Changes the scope: written to the address, back to page 1 and without the panel's filters. */
  change: (patch: Partial<Scope>) => void;
  /** Takes ids out of the address that mean nothing here; what is shown stays. */
  tidy: () => void;
}

/** What stays in the address when the scope changes; a list's place, search and filters start anew. */
const namesKeptAcrossScopes = new Set([
  'tab',
  'outcome',
  'sources',
  'rank',
  'inactive',
  'sort',
  'dir',
  'pageSize',
]);

/** The scope of the current page. */
export function useScope(): ScopeState {
  const address = useAddress();
  const changeAddress = useChangeAddress();
  const written = JSON.stringify(scopeAddressOf(address));
  // the address is a new object after every step: the scope is new only when its part of it is
  const scope = useMemo(() => scopeOfAddress(JSON.parse(written) as Address), [written]);
  const { accountIds, forServer, missing, hiddenRequested } = useSelectedAccounts(scope.accountIds);
  const query = useMemo(
    () => scopeToQuery({ ...scope, accountIds: forServer }, new Date()),
    [scope, forServer],
  );
  const change = useCallback(
    (patch: Partial<Scope>) => {
      changeAddress(
        { ...cleared, ...writtenScope({ ...scope, ...patch }) },
        { keep: (name) => namesKeptAcrossScopes.has(name) },
      );
    },
    [scope, changeAddress],
  );
  const tidy = useCallback(() => {
    if (scope.accountIds === '*' || 'allExcept' in scope.accountIds) return;
    const useless = new Set([...missing, ...hiddenRequested]);
    const kept = scope.accountIds.filter((id) => !useless.has(id));
    changeAddress({ ...cleared, ...writtenScope({ ...scope, accountIds: kept }) }, { replace: true });
  }, [scope, missing, hiddenRequested, changeAddress]);
  return {
    scope,
    accountIds,
    missingAccountIds: missing,
    hiddenAccountIds: hiddenRequested,
    query,
    change,
    tidy,
  };
}

const cleared: Address = Object.fromEntries(scopeNames.map((name) => [name, undefined]));
