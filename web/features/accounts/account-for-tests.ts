import type { Account } from '@mailcall/contract/identity.ts';

export const account = (id: string, name: string, parent: string | null = null): Account => ({
  id,
  name,
  parent,
  children: [],
  subAccountIds: [],
  subAccounts: [],
  timeZone: 'America/Chicago',
  industry: null,
  businessLabel: null,
  clientLabel: null,
  color: null,
  mergedIds: [],
  readOnly: false,
});
