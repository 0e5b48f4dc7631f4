import type { InboxItem } from '@mailcall/contract/provider-inbox.ts';

/** As rows and lists have it, before accounts have names. */
export type Waiting = Omit<InboxItem, 'accountName' | 'since'> & { since: Date };

/** What most kinds lack. */
export const noActions = {
  person: null,
  count: null,
  detail: null,
  opens: null,
  question: null,
  parked: null,
  canBeSent: null,
} as const;
