import type { InboxItem } from '@mailcall/contract/provider-inbox.ts';

/** As rows and lists have it, before accounts have names. */
export type Waiting = Omit<InboxItem, 'accountName' | 'since'> & { since: Date };
