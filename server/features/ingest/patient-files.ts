import { readPatientPhone, readZip } from '@mailcall/contract/rules/patient-values.ts';
import * as cell from './cell-kinds.ts';
import {
  accountId,
  column,
  day,
  deleted,
  type FeedFile,
  id,
  required,
  text,
  theId,
  timestamp,
} from './feed-columns.ts';

const notAZip = new cell.CellProblem('must be a US ZIP code such as 80202');
const zip: cell.CellReader = (value) => readZip(value) ?? notAZip;

const notAPhone = new cell.CellProblem('must be a US phone number such as +13035550123');
const phone: cell.CellReader = (value) => {
  const read = readPatientPhone(value);
  return typeof read === 'string' ? read : notAPhone;
};

/** An amount in cents. */
const cents: cell.CellReader = (value) => {
  const read = cell.money(value);
  return read instanceof cell.CellProblem ? read : String(Math.round(Number(read) * 100));
};

/** The files of offices' patients, in the order in which they are read. */
export const patientFiles: readonly FeedFile[] = [
  {
    name: 'patient-lists',
    table: 'patient_lists',
    noun: 'patient list',
    columns: [
      theId,
      accountId,
      text('name', 200, required),
      text('file_name', 200),
      // an empty cell does not make a known list a new one
      timestamp('uploaded_at', { otherwise: 'coalesce(known.uploaded_at, now())' }),
      { ...deleted, keeping: 'unless-edited' },
    ],
  },
  {
    name: 'patients',
    table: 'patients',
    noun: 'patient',
    columns: [
      theId,
      accountId,
      id('patient_list_id', required),
      text('first_name', 200),
      text('last_name', 200),
      text('address', 500),
      text('city', 200),
      text('state', 50),
      column('zip', 'text', zip),
      column('phone', 'text', phone),
      day('first_visit'),
      column('production', 'bigint', cents, { target: 'production_cents' }),
      column('latitude', 'double precision', cell.decimal({ min: -90, max: 90, example: 39.7392 })),
      column('longitude', 'double precision', cell.decimal({ min: -180, max: 180, example: -104.9903 })),
      text('carrier_route', 50),
      text('patient_id', 100),
      deleted,
    ],
  },
];
