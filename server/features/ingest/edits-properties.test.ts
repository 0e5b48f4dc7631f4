import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { EditedFile } from '@mailcall/contract/edited-rows.ts';
import { folderFileStore } from '../../platform/folder-files.ts';
import { testRecord } from '../../../tests/support/test-record.ts';
import { csv } from './feed-for-tests.ts';
import { importFeed, readEditedRows, rowsSource, saveEditedRows, takeFeedValues } from './index.ts';

const { db, feed } = testRecord();
const files = folderFileStore('/nonexistent');

interface Column {
  values: readonly string[];
  /** What an empty cell of the feed does to a value that no one changed. */
  empty: 'clears' | 'keeps' | 'refused';
  default?: string;
}

const texts = ['', 'a', 'b', 'c'];
const clears = { values: texts, empty: 'clears' } as const;
const name = { values: ['a', 'b', 'c'], empty: 'refused' } as const;
const keeps = { values: texts, empty: 'keeps' } as const;
const days = { values: ['', '2026-03-01', '2026-03-02'], empty: 'clears' } as const;

const rules: Readonly<Partial<Record<EditedFile, Readonly<Record<string, Column>>>>> = {
  accounts: {
    name,
    address: clears,
    industry: clears,
    latitude: { values: ['', '1.5', '2.25'], empty: 'clears' },
    color: keeps,
  },
  contacts: {
    name,
    email: { values: ['a@x.example', 'b@x.example', 'c@x.example'], empty: 'refused' },
    phone: { values: ['', '+13035550101', '+13035550102'], empty: 'keeps' },
    roles: { values: ['', 'a', 'a;b'], empty: 'clears' },
    account_ids: { values: ['', 'A1', 'A1;A2'], empty: 'clears' },
  },
  staff: { name, staff_type: clears },
  campaigns: {
    name,
    friendly_name: keeps,
    status: { values: ['', 'ordered', 'approved', 'printed'], empty: 'keeps' },
    quantity: { values: ['', '0', '1000', '2500'], empty: 'clears' },
    cost: { values: ['', '10.00', '12.50'], empty: 'clears' },
    media_type: { values: ['', 'Postcard', 'Letter'], empty: 'clears' },
    print_date: days,
    approval_date: { ...days, empty: 'keeps' },
  },
  'tracking-lines': {
    campaign_id: { values: ['', 'C1'], empty: 'clears' },
    number: { values: ['+13035550101', '+13035550102'], empty: 'refused' },
    friendly_name: keeps,
    type: clears,
  },
  'mailing-areas': {
    name,
    archived: { values: ['', 'true', 'false'], empty: 'clears', default: 'false' },
    carrier_routes: { values: ['', 'R1', 'R1;R2'], empty: 'clears' },
    color: { values: ['', '#2f6fde', '#000000'], empty: 'keeps' },
  },
  geodata: {
    type: { values: ['', 'X', 'Y'], empty: 'clears', default: 'CarrierRoutes' },
  },
};

const shape = JSON.stringify({
  type: 'FeatureCollection',
  features: [
    {
      type: 'Feature',
      properties: { geocode: 'R1' },
      geometry: {
        type: 'Polygon',
        coordinates: [
          [
            [0, 0],
            [1, 0],
            [1, 1],
            [0, 0],
          ],
        ],
      },
    },
  ],
});
const keys: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  accounts: { id: 'A1' },
  contacts: { id: 'U1' },
  staff: { id: 'S1', account_id: 'A1' },
  campaigns: { id: 'C1', account_id: 'A1' },
  'tracking-lines': { id: 'L1', account_id: 'A1' },
  'mailing-areas': { id: 'M1', account_id: 'A1' },
  geodata: { id: 'G1', account_id: 'A1' },
};
const begin = {
  'accounts.csv': csv([
    { id: 'A1', name: 'a' },
    { id: 'A2', name: 'other' },
  ]),
  'contacts.csv': csv([
    { id: 'U1', name: 'a', email: 'a@x.example' },
    { id: 'P1', name: 'Pia', email: 'pia@x.example' },
  ]),
  'staff.csv': csv([{ id: 'S1', account_id: 'A1', name: 'a' }]),
  'campaigns.csv': csv([{ id: 'C1', account_id: 'A1', name: 'a', campaign_type: 'MVP Mail' }]),
  'tracking-lines.csv': csv([{ id: 'L1', account_id: 'A1', number: '+13035550101' }]),
  'mailing-areas.csv': csv([{ id: 'M1', account_id: 'A1', name: 'a' }]),
  'geodata.ndjson': JSON.stringify({ id: 'G1', account_id: 'A1', shape: JSON.parse(shape) }),
};
const first: Readonly<Record<string, string>> = { name: 'a', email: 'a@x.example', number: '+13035550101' };

type Cells = Readonly<Record<string, string>>;
type Step =
  | { by: 'folder' | 'request' | 'person'; file: EditedFile; cells: Cells }
  | { by: 'again' }
  | { by: 'take'; file: EditedFile; column: string };

const fileNames = Object.keys(rules) as EditedFile[];
const cellsOf = (file: EditedFile) =>
  fc
    .record(
      Object.fromEntries(
        Object.entries({
          ...rules[file],
          deleted: { values: ['', 'false', 'true'], empty: 'clears' },
        }).map(([column, { values }]) => [column, fc.constantFrom(...values)]),
      ),
      { requiredKeys: [] },
    )
    // a row that removes only says which row
    .map((cells): Cells => {
      const { deleted, ...rest } = cells as Record<string, string>;
      return deleted === 'true' ? { deleted } : deleted === undefined ? rest : { ...rest, deleted };
    });
const step: fc.Arbitrary<Step> = fc.constantFrom(...fileNames).chain((file) =>
  fc.oneof(
    {
      weight: 4,
      arbitrary: fc.record({
        by: fc.constantFrom('folder' as const, 'request' as const),
        file: fc.constant(file),
        cells: cellsOf(file),
      }),
    },
    { weight: 1, arbitrary: fc.record({ by: fc.constant('again' as const) }) },
    {
      weight: 4,
      arbitrary: fc.record({
        by: fc.constant('person' as const),
        file: fc.constant(file),
        cells: cellsOf(file),
      }),
    },
    {
      weight: 1,
      arbitrary: fc.record({
        by: fc.constant('take' as const),
        file: fc.constant(file),
        column: fc.constantFrom(...Object.keys(rules[file] ?? {}), 'deleted'),
      }),
    },
  ),
);

interface Cell {
  value: string;
  sentLast: string;
  changedHere: boolean;
}

/** The rule in its plainest form, cell by cell. */
class Oracle {
  readonly #cells = new Map<string, Cell>();

  cell(file: EditedFile, column: string): Cell {
    const key = `${file} ${column}`;
    const start = column === 'deleted' ? 'false' : (rules[file]?.[column]?.default ?? first[column] ?? '');
    const known = this.#cells.get(key) ?? { value: start, sentLast: start, changedHere: false };
    this.#cells.set(key, known);
    return known;
  }

  feed(file: EditedFile, cells: Cells): void {
    for (const [column, sent] of Object.entries(cells)) {
      const cell = this.cell(file, column);
      // an empty cell of `deleted` says that the row exists
      const value = column === 'deleted' && sent === '' ? 'false' : sent;
      const rule: Pick<Column, 'empty' | 'default'> = rules[file]?.[column] ?? { empty: 'clears' };
      if (value === '') {
        if (cell.changedHere || rule.empty !== 'clears') continue;
        cell.value = rule.default ?? '';
        cell.sentLast = cell.value;
      } else if (!cell.changedHere || value !== cell.sentLast) {
        cell.value = value;
        cell.sentLast = value;
        cell.changedHere = false;
      }
    }
  }

  person(file: EditedFile, cells: Cells): void {
    for (const [column, typed] of Object.entries(cells)) {
      const cell = this.cell(file, column);
      cell.value =
        typed === '' ? (column === 'deleted' ? 'false' : (rules[file]?.[column]?.default ?? '')) : typed;
      cell.changedHere = cell.value !== cell.sentLast;
    }
  }

  /** The feed says nothing of a value that it never sent and that has always been people's. */
  says(file: EditedFile, column: string): boolean {
    const { changedHere, sentLast } = this.cell(file, column);
    return changedHere && (sentLast !== '' || rules[file]?.[column]?.empty !== 'keeps');
  }

  take(file: EditedFile, column: string): void {
    const cell = this.cell(file, column);
    if (!this.says(file, column)) return;
    cell.value = cell.sentLast;
    cell.changedHere = false;
  }
}

const by = { contactId: 'P1', at: new Date('2026-03-01T12:00:00Z') };
const runs = Number(process.env.FEED_RUNS ?? 6);

it('what a person sets holds until the feed sends a value that differs from the one it sent last', async () => {
  const dependencies = { database: db.database, files };
  const row = (file: EditedFile, cells: Cells) => ({ ...keys[file], ...cells });
  const byRequest = (file: EditedFile, cells: Cells) =>
    importFeed(
      db.database,
      rowsSource(
        { database: db.database, files, environment: { ingestFetchOrigins: [] } as never },
        { system: 'crm', file, body: Buffer.from(JSON.stringify(row(file, cells))) },
      ),
      { files },
    );
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 8, maxLength: 25 }), async (steps) => {
      for (const table of [
        'accounts',
        'contacts',
        'contact_accounts',
        'staff',
        'campaigns',
        'tracking_lines',
        'mailing_areas',
        'geodata',
      ])
        await db.database.pool.query(`delete from ${table}`);
      await feed(begin);
      const oracle = new Oracle();
      let sent: { file: EditedFile; cells: Cells } | null = null;
      for (const one of steps) {
        if (one.by === 'take') {
          await takeFeedValues(dependencies, {
            file: one.file,
            id: keys[one.file]?.id ?? '',
            columns: [one.column],
            by,
          });
          oracle.take(one.file, one.column);
        } else if (one.by !== 'person') {
          if (one.by !== 'again') sent = { file: one.file, cells: one.cells };
          if (!sent) continue;
          const report =
            one.by === 'request'
              ? await byRequest(sent.file, sent.cells)
              : await feed({ [`${sent.file}.csv`]: csv([row(sent.file, sent.cells)]) });
          expect(report.firstRejections).toEqual([]);
          oracle.feed(sent.file, sent.cells);
        } else {
          const { file, cells } = one;
          await saveEditedRows(dependencies, {
            file,
            changes: [{ id: keys[file]?.id ?? '', accountId: keys[file]?.account_id ?? null, values: cells }],
            by,
          });
          oracle.person(file, cells);
        }
        for (const file of fileNames) {
          const [stored] = await readEditedRows(db.database.kysely, file, [keys[file]?.id ?? '']);
          const columns = [...Object.keys(rules[file] ?? {}), 'deleted'];
          const cells = columns.map((column) => [column, oracle.cell(file, column)] as const);
          expect({
            file,
            values: Object.fromEntries(columns.map((column) => [column, stored?.values[column] ?? ''])),
            feedSays: Object.fromEntries(
              Object.entries(stored?.feedSays ?? {}).map(([column, value]) => [column, value ?? '']),
            ),
          }).toEqual({
            file,
            values: Object.fromEntries(cells.map(([column, { value }]) => [column, value])),
            feedSays: Object.fromEntries(
              cells.flatMap(([column, { sentLast }]) =>
                oracle.says(file, column) ? [[column, sentLast]] : [],
              ),
            ),
          });
        }
      }
    }),
    { numRuns: runs, endOnFailure: true },
  );
}, 120_000);
