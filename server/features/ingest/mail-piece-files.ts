import * as cell from './cell-kinds.ts';
import { column, day, deleted, type FileOfFeed, id, required } from './feed-columns.ts';

const key = { required: true, identifies: true } as const;

const notMailerId = new cell.CellProblem(
  'must be a Mailer ID of the post: 6 digits, or 9 digits that begin with a 9, such as 901234567',
);
const mailerId: cell.CellReader = (value) => (/^(?:[0-8]\d{5}|9\d{8})$/.test(value) ? value : notMailerId);
const serial = cell.wholeNumber({ max: 999_999_999, example: 120_000 });

export const mailPieceFile: FileOfFeed = {
  name: 'mail-pieces',
  table: 'mail_pieces',
  noun: 'range of mail pieces',
  idOf: ['mailer_id', 'serial_from', 'from_date'],
  columns: [
    id('id', { identifies: true }),
    // the campaign's account by default
    id('account_id', { identifies: true }),
    id('campaign_id', required),
    column('mailer_id', 'text', mailerId, key),
    column('serial_from', 'integer', serial, key),
    column('serial_to', 'integer', serial, required),
    day('from_date', key),
    deleted,
  ],
};
