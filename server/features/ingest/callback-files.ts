import { fedKinds } from '@mailcall/contract/rules/callbacks.ts';
import {
  accountId,
  deleted,
  enumeration,
  type FileOfFeed,
  id,
  required,
  text,
  theId,
  timestamp,
} from './feed-columns.ts';

export const callbackFile: FileOfFeed = {
  name: 'callback-attempts',
  table: 'callback_actions',
  noun: 'attempt to call back',
  columns: [
    theId,
    accountId,
    id('call_id', required),
    enumeration('kind', fedKinds, required),
    timestamp('happened_at', required),
    text('made_by', 200, { ...required, target: 'contact_name' }),
    timestamp('next_try', { target: 'until' }),
    deleted,
  ],
};
