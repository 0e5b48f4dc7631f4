import type { Account } from '@mailcall/contract/identity.ts';
import { useSession } from '../../platform/session-store.ts';

interface OfAccount {
  accountId: string;
  /** Bare name, which accounts can share. */
  accountName: string;
}

type NameOf = (row: OfAccount) => string;

const bareName: NameOf = ({ accountName }) => accountName;

/** One for each list of accounts, because every row of a table needs it. */
const namesOf = new WeakMap<readonly Account[], NameOf>();

function nameFrom(accounts: readonly Account[]): NameOf {
  const known = namesOf.get(accounts);
  if (known) return known;
  const names = new Map(accounts.map(({ id, name }) => [id, name]));
  const nameOf: NameOf = ({ accountId, accountName }) => names.get(accountId) ?? accountName;
  namesOf.set(accounts, nameOf);
  return nameOf;
}

/** Names the account of a row as the selectors do: apart from others of its name that the user can see. */
export function useAccountName(): NameOf {
  const accounts = useSession()?.accounts;
  return accounts ? nameFrom(accounts) : bareName;
}

export function AccountName({ of }: { of: OfAccount }) {
  return useAccountName()(of);
}
