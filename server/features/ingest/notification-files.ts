import { alertFrequencies, alertMethods, alertTypes } from '@mailcall/contract/rules/alert-types.ts';
import * as cell from './cell-kinds.ts';
import {
  accountId,
  column,
  deleted,
  edits,
  enumeration,
  type FileOfFeed,
  id,
  required,
  theId,
} from './feed-columns.ts';

const methodList = cell.list(cell.oneOf(...alertMethods));
const noMethod = new cell.CellProblem(`must name at least one of: ${alertMethods.join(', ')}`);

/** In a fixed order, so that another order is no change. */
const methods: cell.CellReader = (value) => {
  const read = methodList(value);
  if (typeof read !== 'string') return read;
  const named = alertMethods.filter((method) => read.includes(`"${method}"`));
  return named.length === 0 ? noMethod : `{${named.join(',')}}`;
};

export const notificationFile: FileOfFeed = {
  name: 'notification-settings',
  table: 'notification_settings',
  noun: 'notification setting',
  columns: [
    theId,
    accountId,
    id('contact_id', required),
    enumeration('alert_type', alertTypes, required),
    enumeration('frequency', alertFrequencies, { ...required, ...edits }),
    column('methods', 'text[]', methods, { ...required, ...edits }),
    { ...deleted, keeping: 'unless-edited' },
  ],
};
