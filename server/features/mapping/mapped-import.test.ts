import { readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { testDatabase } from '../../../tests/support/test-database.ts';
import { folderFileStore } from '../../platform/folder-files.ts';
import {
  csv,
  emptyRecord,
  FeedFolders,
  type FolderContent,
  importAgain,
  wholeRecord,
} from '../ingest/feed-for-tests.ts';
import { folderSource, type ImportOptions, type ImportReport, reportLines } from '../ingest/index.ts';
import { openMappedSource, type MappingOptions, Preview, readMapping } from './index.ts';

const db = testDatabase();
const folders = new FeedFolders();
beforeEach(() => emptyRecord(db.database.pool));
afterEach(() => folders.remove());

const page = resolve(import.meta.dirname, '../../../docs/connect');
const example = join(page, 'mapping-example');

interface Given extends Partial<Omit<MappingOptions, 'pool' | 'preview'>> {
  dryRun?: boolean;
  strict?: boolean;
}

async function importMapped(
  mapping: string,
  folder: string,
  { dryRun, strict, ...given }: Given = {},
): Promise<{ report: ImportReport; shown: string[] }> {
  const read = readMapping('mapping.yaml', mapping);
  const preview = new Preview(read);
  const { pool, kysely } = db.database;
  const mapped = await openMappedSource(await folderSource(folder), read, { pool, preview, ...given });
  try {
    const options: ImportOptions = { files: folderFileStore(await folders.folder()) };
    if (dryRun) options.dryRun = true;
    if (strict) options.strict = true;
    const report = await importAgain(pool, mapped.source, options);
    return { report, shown: dryRun ? await preview.lines(kysely) : [] };
  } finally {
    mapped.close();
  }
}

const importContent = async (mapping: string, content: FolderContent, given?: Given) =>
  importMapped(mapping, await folders.folder(content), given);
const importExample = async (given?: Given) =>
  importMapped(await readFile(join(example, 'mapping.yaml'), 'utf8'), join(example, 'export'), given);
const read = async (query: string) => (await db.database.pool.query(query)).rows as unknown[];

const offices = `version: 1
files:
  accounts:
    from: offices.csv
    columns:
      id: code
      name: {column: Name}
`;
const staff = `${offices}  staff:
    from: staff.ndjson
    columns:
      id: $string(number)
      account_id: {column: site, lookup: sites, take: office}
      name: $join([first, last], " ")
lookups:
  sites:
    from: sites.csv
    key: site
`;
const staffFiles = {
  'offices.csv': 'code,Name\nA1,Dental\n',
  'sites.csv': 'site,office\n1,A1\n2,A1\n3,A9\n',
  'staff.ndjson':
    '{"number":1,"site":1,"first":"Kim","last":"Ray"}\n{"number":2,"site":"2","first":"Lee","last":"Fox"}\n',
};

it('imports the example of docs/connect/mapping.md, the second time without a change', async () => {
  const { report } = await importExample({ strict: true });
  expect(report).toMatchObject({ kept: true, rejected: 0 });
  expect(report.files.map(({ file, added, pending }) => [file, added, pending])).toEqual([
    ['accounts.csv', 2, 0],
    ['campaigns.csv', 2, 0],
    ['tracking-lines.csv', 2, 0],
    ['calls.csv', 2, 0],
  ]);
  expect(
    await read(
      'select id, account_id, campaign_id, tracking_line_id, call_date_time, duration_seconds, caller_phone_number, caller_name from calls order by id',
    ),
  ).toEqual([
    {
      id: 'call-1',
      account_id: 'B-10',
      campaign_id: 'M-1001',
      tracking_line_id: '+13035550101',
      call_date_time: new Date('2026-03-09T14:15:30Z'),
      duration_seconds: 184,
      caller_phone_number: '+13035550199',
      caller_name: 'Jordan Example',
    },
    expect.objectContaining({ id: 'call-3', account_id: 'N-20', caller_name: null }),
  ]);
  const before = await wholeRecord(db.database.pool);
  const again = await importExample();
  expect(again.report.files.every(({ rows, unchanged }) => rows === unchanged)).toBe(true);
  expect(await wholeRecord(db.database.pool)).toEqual(before);
});

interface ConnectorExample {
  name: string;
  notices: string[];
  files: [file: string, added: number, pending: number][];
  query: string;
  rows: unknown[];
}

const boulder = {
  campaign_id: 'M-1001',
  call_date_time: new Date('2026-03-09T14:15:30Z'),
  caller_phone_number: '+13035550199',
  duration_seconds: 184,
};
const callsOfExample =
  'select id, account_id, campaign_id, call_date_time, caller_phone_number, duration_seconds from calls order by call_date_time';
const connectors: ConnectorExample[] = [
  {
    name: 'callrail',
    notices: ['calls.csv: 1 of 4 rows of calls.ndjson are left out by where (mapping.yaml:32).'],
    files: [
      ['accounts.csv', 3, 0],
      ['campaigns.csv', 2, 0],
      ['tracking-lines.csv', 3, 0],
      ['calls.csv', 3, 0],
    ],
    query: callsOfExample,
    rows: [
      {
        ...boulder,
        id: 'callrail:CAL8154748ae6bd4e278a7cddd38a662f4f',
        account_id: 'callrail:COM8154748ae6bd4e278a7cddd38a662f4f',
        call_date_time: new Date('2026-03-09T14:15:30.119Z'),
      },
      expect.objectContaining({ campaign_id: null, caller_phone_number: null }),
      expect.objectContaining({ campaign_id: 'M-1002', caller_phone_number: '+16305550188' }),
    ],
  },
  {
    name: 'calltrackingmetrics',
    notices: ['calls.csv: 3 of 6 rows of calls.ndjson are left out by where (mapping.yaml:37).'],
    files: [
      ['accounts.csv', 2, 0],
      ['campaigns.csv', 2, 0],
      ['tracking-lines.csv', 3, 0],
      ['calls.csv', 3, 0],
    ],
    query: callsOfExample,
    rows: [
      { ...boulder, id: 'calltrackingmetrics:4379952365', account_id: 'calltrackingmetrics:25001' },
      expect.objectContaining({ campaign_id: null, caller_phone_number: null }),
      expect.objectContaining({ campaign_id: 'M-1002', caller_phone_number: '+16305550188' }),
    ],
  },
  {
    name: 'salesforce',
    notices: ['contacts.csv: 1 of 3 rows of Contact.csv are left out by where (mapping.yaml:21).'],
    files: [
      ['accounts.csv', 3, 0],
      ['contacts.csv', 2, 0],
      ['campaigns.csv', 2, 0],
      ['tracking-lines.csv', 2, 0],
    ],
    query: `select account.id, account.parent_id, account.address, campaign.quantity, campaign.delivery_date::text, line.number, line.status
      from accounts account join tracking_lines line on line.account_id = account.id
        left join campaigns campaign on campaign.account_id = line.account_id and campaign.id = line.campaign_id
      order by account.id`,
    rows: [
      {
        id: 'salesforce:001Hs00000AbCdFIAV',
        parent_id: 'salesforce:001Hs00000AbCdEIAV',
        address: '2500 Pearl St, Suite 4, Boulder, CO 80302',
        quantity: 5000,
        delivery_date: '2026-03-04',
        number: '+13035550120',
        status: 'Active',
      },
      expect.objectContaining({ address: 'Naperville, IL', quantity: null, status: 'Released' }),
    ],
  },
];

it.each(connectors)(
  'imports the example of the connector for $name, the second time without a change',
  async (connector) => {
    const folder = resolve(import.meta.dirname, '../../../connectors', connector.name);
    const mapping = await readFile(join(folder, 'mapping.yaml'), 'utf8');
    const { report } = await importMapped(mapping, join(folder, 'example'), { strict: true });
    expect(report).toMatchObject({ kept: true, rejected: 0, notices: connector.notices });
    expect(report.files.map(({ file, added, pending }) => [file, added, pending])).toEqual(connector.files);
    expect(await read(connector.query)).toEqual(connector.rows);
    const before = await wholeRecord(db.database.pool);
    const again = await importMapped(mapping, join(folder, 'example'));
    expect(again.report.files.every(({ rows, unchanged }) => rows === unchanged)).toBe(true);
    expect(await wholeRecord(db.database.pool)).toEqual(before);
  },
);

const idNames =
  /^(?:id|.*_id|Id|.*Id|Account__c|Mailing__c|Job No|code|Office|office|tracking(?:_phone)?_number)$/;

function withoutIds(name: string, text: string, missing: null | '' | undefined): string {
  if (name.endsWith('.csv')) {
    const [header = ''] = text.split(/\r?\n/, 1);
    const row = header.split(',').map((cell) => (idNames.test(cell.replaceAll('"', '')) ? '' : 'true'));
    return `${header}\n${row.join(',')}\n${row.join(',')}\n`;
  }
  const isArray = name.endsWith('.json');
  const [first] = (isArray ? JSON.parse(text) : [JSON.parse(text.split('\n', 1)[0] ?? '')]) as [object];
  const row = JSON.stringify({
    ...first,
    ...Object.fromEntries(Object.keys(first).flatMap((key) => (idNames.test(key) ? [[key, missing]] : []))),
  });
  return isArray ? `[${row},${row}]` : `${row}\n${row}\n`;
}

const ready = ['callrail', 'calltrackingmetrics', 'salesforce'].map((name) => ({
  name,
  folder: resolve(import.meta.dirname, '../../../connectors', name),
  rows: 'example',
}));
it.each(
  [...ready, { name: 'the example', folder: example, rows: 'export' }].flatMap((one) =>
    // in CSV an id can only be empty
    (one.name === 'salesforce' ? ([''] as const) : ([null, '', undefined] as const)).map((missing) => ({
      ...one,
      missing,
      is: String(missing) || 'empty',
    })),
  ),
)('brings no row of $name whose id is $is, and never two as one', async ({ folder, rows, missing }) => {
  const source = await folderSource(join(folder, rows));
  const content: FolderContent = {};
  for (const name of await source.files())
    if (name !== 'time-zones.csv')
      content[name] = withoutIds(name, await readFile(join(folder, rows, name), 'utf8'), missing);
  const mapping = await readFile(join(folder, 'mapping.yaml'), 'utf8');
  const { report } = await importContent(
    mapping.replace(/lookups:\n(?: .*\n)+/, '').replace(/, lookup: \w+, take: \w+/g, ''),
    content,
  );
  expect(report.files.map(({ added, changed }) => added + changed)).toEqual(report.files.map(() => 0));
  expect(report.rejected).toBeGreaterThan(2);
  expect(report.firstRejections[0]).toMatchObject({
    column: 'id',
    reason: expect.stringContaining('must not be empty'),
  });
});

it('shows in a dry run what docs/connect/mapping.md shows, and writes nothing', async () => {
  const before = await wholeRecord(db.database.pool);
  const { report, shown } = await importExample({ dryRun: true });
  expect(await wholeRecord(db.database.pool)).toEqual(before);
  expect(await readFile(join(page, 'mapping.md'), 'utf8')).toContain(
    `\`\`\`\n${[...shown, ...reportLines(report)].join('\n')}\n\`\`\``,
  );
});

it('shows only the values that no picklist has, neither one that is there nor one that comes with them', async () => {
  await db.database.pool.query(
    `insert into picklists (object, field, value, label, position) values ('score', 'patientType', 'New', 'New', 1)`,
  );
  const mapping = `${offices}  picklists:
    from: kinds.csv
    columns: {object: '"score"', field: '"callerProvidedSource"', value: kind}
  calls:
    from: calls.csv
    columns: {id: id, account_id: office, patient_type: patient, caller_source: source, price_answer: price}
`;
  const { shown } = await importContent(
    mapping,
    {
      'offices.csv': 'code,Name\nA1,Dental\n',
      'kinds.csv': 'kind\nPostcard\n',
      'calls.csv':
        'id,office,patient,source,price\n1,A1,New,Radio,none\n2,A1,Old,Postcard,none\n3,A1,Old,TV,none\n',
    },
    { dryRun: true },
  );
  expect(
    shown.slice(
      shown.indexOf(
        'Values that no picklist has, and that are shown as they are (with how often they come):',
      ) + 1,
    ),
  ).toEqual(['  calls, patient_type: "Old" 2', '  calls, caller_source: "Radio" 1, "TV" 1', '']);
});

it('brings the groups of campaign types, and rejects an unknown group', async () => {
  const mapping = `version: 1
files:
  picklists:
    from: kinds.csv
    columns: {object: '"campaign"', field: field, value: kind, group: 'mailed = "yes" ? "mailing" : "non-mailing"'}
`;
  const { report } = await importContent(mapping, {
    'kinds.csv':
      'field,kind,mailed\ncampaignType,Direct Mail,yes\ncampaignType,Facebook Ads,no\nmediaType,Postcard,yes\n',
  });
  expect(report.firstRejections).toMatchObject([{ file: 'kinds.csv', line: 4, column: 'group' }]);
  expect(await read('select value, campaign_group from picklists order by value')).toEqual([
    { value: 'Direct Mail', campaign_group: 'mailing' },
    { value: 'Facebook Ads', campaign_group: 'non-mailing' },
  ]);
});

it.each([
  ['in memory', 200_000],
  ['in a temporary table', 1],
])('finds the rows of a lookup %s', async (_, lookupRowsInMemory) => {
  const files = {
    ...staffFiles,
    'staff.ndjson': `${staffFiles['staff.ndjson']}{"number":3,"site":7,"first":"No","last":"Site"}\n`,
  };
  const { report } = await importContent(staff, files, { lookupRowsInMemory });
  expect(await read('select id, account_id, name from staff order by id')).toEqual([
    { id: '1', account_id: 'A1', name: 'Kim Ray' },
    { id: '2', account_id: 'A1', name: 'Lee Fox' },
  ]);
  expect(report.firstRejections).toEqual([
    {
      file: 'staff.ndjson',
      line: 3,
      column: 'account_id',
      reason: 'names no row of the lookup sites (mapping.yaml:12)',
    },
  ]);
});

it('asks for one connection more for each lookup in a temporary table', async () => {
  const mapping = staff
    .replace('name: $join', 'staff_type: {column: site, lookup: kinds, take: kind}\n      name: $join')
    .concat('  kinds:\n    from: kinds.csv\n    key: site\n');
  const content = { ...staffFiles, 'kinds.csv': 'site,kind\n1,Staff\n2,Doctor\n' };
  const { options } = db.database.pool;
  const { max } = options;
  options.max = 3;
  try {
    await expect(importContent(mapping, content, { lookupRowsInMemory: 1 })).rejects.toThrow(
      'set DATABASE_CONNECTIONS to at least 4',
    );
    options.max = 4;
    const { report } = await importContent(mapping, content, { lookupRowsInMemory: 1 });
    expect(report.rejected).toBe(0);
  } finally {
    options.max = max;
  }
});

it('names the row of the export and the line of the mapping for a rejection', async () => {
  const { report } = await importContent(staff, {
    ...staffFiles,
    'staff.ndjson': [
      '{"number":1,"site":3,"first":"a"}',
      '{"number":{},"site":1}',
      'x',
      '{"site":1,"last":"b"}',
    ].join('\n'),
  });
  expect(reportLines(report)).toContain(
    '  staff.ndjson:1  account_id names account A9, which is not known (mapping.yaml:12)',
  );
  expect(
    report.firstRejections
      .map(({ line, reason }) => [line, reason])
      .toSorted(([one], [other]) => Number(one) - Number(other)),
  ).toEqual([
    [1, 'names account A9, which is not known (mapping.yaml:12)'],
    [2, 'must not be empty (mapping.yaml:13)'],
    [3, expect.stringContaining('is not a JSON object')],
    [4, 'must not be empty (mapping.yaml:11)'],
  ]);
});

it('fails the row whose expression ends the process, and imports the others', async () => {
  const mapping = offices.replace(
    '{column: Name}',
    '\'Name = "long" ? $string($length($pad(Name, 2e8))) : Name & "!"\'',
  );
  const { report } = await importContent(mapping, { 'offices.csv': 'code,Name\nA1,a\nA2,long\nA3,c\n' });
  expect(await read('select id, name from accounts order by id')).toEqual([
    { id: 'A1', name: 'a!' },
    { id: 'A3', name: 'c!' },
  ]);
  expect(report.firstRejections).toEqual([
    {
      file: 'offices.csv',
      line: 3,
      column: 'name',
      reason: 'took too long or needed too much memory (mapping.yaml:7)',
    },
  ]);
});

it('leaves out an optional column that cannot be made, and rejects a row for a required one', async () => {
  const mapping = (strict = '') => `${offices}  calls:
    from: calls.ndjson
    columns:
      id: id
      account_id: '"A1"'
      call_date_time: {column: at, date: iso, zone: UTC}
      duration_seconds: seconds
      hold_seconds: $number(hold)
      caller_name: name
      caller_phone_number: {column: from, phone: true}
      resolve_date: {column: again, date: iso, zone: UTC}
      handler_id: {column: who, lookup: people, take: id}
      deleted: '${strict || 'false'}'
lookups:
  people: {from: people.csv, key: name}
`;
  const call = (id: string, more: object) =>
    JSON.stringify({ id, at: '2026-03-09T14:15:30Z', seconds: 60, name: 'Kim', ...more });
  const files = { 'offices.csv': 'code,Name\nA1,Dental\n', 'people.csv': 'name,id\nLee,S1\n' };
  const stored = async () =>
    read('select id, duration_seconds as seconds, caller_name as name from calls order by id');
  const first = await importContent(mapping(), {
    ...files,
    'calls.ndjson': [
      call('K1', { hold: '5' }),
      call('K2', { seconds: { total: 60 } }),
      call('K3', { hold: 'long', name: {} }),
      call('K4', { from: 'unknown line', again: 'soon', who: 'Ray' }),
      call('K5', { at: 'today' }),
    ].join('\n'),
  });
  const places = (report: ImportReport, of: 'firstEmptied' | 'firstRejections') =>
    report[of].map(({ line, column }) => [line, column]);
  expect(places(first.report, 'firstRejections')).toEqual([[5, 'call_date_time']]);
  expect(places(first.report, 'firstEmptied')).toEqual([
    [2, 'duration_seconds'],
    [3, 'hold_seconds'],
    [3, 'caller_name'],
    [4, 'caller_phone_number'],
    [4, 'resolve_date'],
    [4, 'handler_id'],
  ]);
  expect(first.report.firstEmptied.at(-1)?.reason).toBe(
    'names no row of the lookup people (mapping.yaml:19)',
  );
  expect(await stored()).toEqual([
    { id: 'K1', seconds: 60, name: 'Kim' },
    { id: 'K2', seconds: 0, name: 'Kim' },
    { id: 'K3', seconds: 60, name: null },
    { id: 'K4', seconds: 60, name: 'Kim' },
  ]);
  // a later row that cannot be read keeps earlier values
  await importContent(mapping(), { ...files, 'calls.ndjson': call('K1', { seconds: [{}], name: [{}] }) });
  expect(await stored()).toContainEqual({ id: 'K1', seconds: 60, name: 'Kim' });
  // whether a row is removed is never guessed
  const removed = await importContent(mapping('$number(name) = 1'), {
    ...files,
    'calls.ndjson': call('K1', { name: 'New' }),
  });
  expect(places(removed.report, 'firstRejections')).toEqual([[1, 'deleted']]);
});

it.each([
  ['lacks a column', 'code\nA1\n', 'has no column "Name", which mapping.yaml:7 names (mapping.yaml:3)'],
])('rejects a file that %s', async (_, content, reason) => {
  const { report } = await importContent(offices, { 'offices.csv': content });
  expect(report.firstRejections).toEqual([
    { file: 'offices.csv', line: 1, column: '', reason, wholeFile: true },
  ]);
});

it('reads a file with a byte order mark and CRLF, and refuses letters of another encoding', async () => {
  const content = Buffer.concat([
    Buffer.from('\uFEFFcode,Name\r\nA1,é\r\nA2,'),
    Buffer.from('é\r\n', 'latin1'),
  ]);
  const { report } = await importContent(offices, { 'offices.csv': content });
  expect(await read('select id, name from accounts')).toEqual([{ id: 'A1', name: 'é' }]);
  expect(report.firstRejections).toEqual([
    {
      file: 'offices.csv',
      line: 3,
      column: 'name',
      reason: 'holds bytes or characters that are not valid UTF-8 (mapping.yaml:7)',
    },
  ]);
});

it('says of an empty file, and of a name that no row has, where the mapping names them', async () => {
  const mapping = staff
    .replace('name: $join', 'staff_type: role\n      name: first')
    .replace('from: staff.ndjson', 'from: staff.ndjson\n    where: $not(test = true)');
  const { report } = await importContent(mapping, { ...staffFiles, 'offices.csv': '' });
  expect(report.notices).toEqual([
    'accounts.csv: offices.csv has no rows (mapping.yaml:3).',
    'staff.csv: no row of staff.ndjson has "test", which mapping.yaml:10 names.',
    'staff.csv: no row of staff.ndjson has "role", which mapping.yaml:14 names.',
  ]);
});

it.each<[string, FolderContent, string]>([
  [
    'a file that is not there',
    { 'sites.csv': '', 'staff.ndjson': '' },
    'mapping.yaml:3: there is no file offices.csv in',
  ],
  [
    'a lookup with a key twice',
    { ...staffFiles, 'sites.csv': 'site,office\n1,A1\n2,A1\n1,A1\n' },
    'mapping.yaml:15: the lookup sites cannot be read: sites.csv:4 has the same site as row 2',
  ],
  [
    'a lookup without its key',
    { ...staffFiles, 'sites.csv': 'no,office\n' },
    'sites.csv:1 has no column "site"',
  ],
  [
    'a lookup with a broken row',
    { ...staffFiles, 'sites.csv': 'site,office\n1\n' },
    'sites.csv:2 has 1 cells where',
  ],
])('imports nothing with %s', async (_, content, message) => {
  await expect(importContent(staff, content)).rejects.toThrow(message);
  await expect(importContent(staff, content, { lookupRowsInMemory: 1 })).rejects.toThrow(message);
  expect(await read('select from accounts')).toEqual([]);
});

const outcomes = `version: 1
source: telephony
lookups:
  kinds: {from: kinds.csv, key: kind}
files:
  accounts:
    from: offices.csv
    columns: {id: code, name: {column: Name}}
  calls:
    from: calls.ndjson
    columns:
      id: id
      account_id: {constant: A1}
      call_date_time: {constant: "2026-03-01T12:00:00Z"}
      caller_name: name
      call_answered_by: 'by = "nobody" ? null : by'
      patient_type: {column: type, map: {none: ""}}
      highlights: {column: text}
      good_impression: good = true ? true
      caller_language: {column: kind, lookup: kinds, take: language}
`;

it('keeps a column of the score without a value, and clears it for null or an empty text', async () => {
  const bring = (...rows: object[]) =>
    importContent(outcomes, {
      'offices.csv': 'code,Name\nA1,Dental\n',
      'kinds.csv': 'kind,language\ns,Spanish\n',
      'calls.ndjson': rows.map((row) => `${JSON.stringify(row)}\n`).join(''),
    });
  const scores = () =>
    read(`
      select calls.id, caller_name as name, by.value as by, type.value as type, highlights as text, good_impression as good,
        language.value as language, score_source as source
      from calls left join dimension_values by on by.dimension = 'answeredBy' and by.code = answered_by
      left join dimension_values type on type.dimension = 'patientType' and type.code = patient_type
      left join dimension_values language on language.dimension = 'callerLanguage' and language.code = caller_language
      order by calls.id`);
  const full = { name: 'Jordan', by: 'IVR', type: 'Spam', text: 'Said hello', good: true, kind: 's' };
  const scored = { by: 'IVR', type: 'Spam', text: 'Said hello', good: true, language: 'Spanish' };
  await bring({ id: '1', ...full }, { id: '2', ...full }, { id: '3', ...full });
  expect(await scores()).toEqual(
    ['1', '2', '3'].map((id) => ({ id, name: 'Jordan', ...scored, source: 'telephony' })),
  );
  await bring(
    { id: '1' },
    { id: '2', by: 'nobody', type: 'none', text: '', kind: null },
    { id: '3', by: 'Staff', type: null, good: false, kind: '' },
  );
  expect(await scores()).toEqual([
    { id: '1', name: null, ...scored, source: 'telephony' },
    {
      id: '2',
      name: null,
      by: null,
      type: null,
      text: null,
      good: true,
      language: null,
      source: 'telephony',
    },
    {
      id: '3',
      name: null,
      by: 'Staff',
      type: null,
      text: 'Said hello',
      good: true,
      language: null,
      source: 'telephony',
    },
  ]);
  expect(() => readMapping('m.yaml', outcomes.replace('telephony', 'person'))).toThrow('m.yaml:2: source: ');
});

it.each(['callrail', 'calltrackingmetrics'])(
  'keeps the scores of the feed when the files of %s are read again',
  async (system) => {
    const connector = resolve(import.meta.dirname, '../../../connectors', system);
    const mapping = await readFile(join(connector, 'mapping.yaml'), 'utf8');
    await importMapped(mapping, join(connector, 'example'));
    const ids = (await read('select id from calls order by id')) as { id: string }[];
    const sources = `select score_source as source, count(*)::int as calls from calls where score_source is not null group by 1`;
    expect(await read(sources)).toEqual([{ source: 'telephony', calls: expect.any(Number) }]);
    await folders.import(db.database.pool, {
      'calls.csv': csv(
        ids.map(({ id }) => ({ id, score_id: `S-${id}`, opportunity: true, call_answered_by: 'Staff' })),
      ),
    });
    const before = await wholeRecord(db.database.pool);
    const { report } = await importMapped(mapping, join(connector, 'example'));
    expect(report.files.map(({ changed }) => changed)).not.toContain(1);
    expect(await wholeRecord(db.database.pool)).toEqual(before);
    expect(
      await read('select distinct score_source as source, answered_by as by, opportunity from calls'),
    ).toEqual([{ source: 'feed', by: 1, opportunity: true }]);
  },
);
