import { expect, test } from 'vitest';
import { addressOf, isLoopback, isUnencrypted, readEnvironment, servesThisMachineOnly } from './env.ts';
import { OperatorProblem } from './operator-problem.ts';

test('uses defaults without variables', () => {
  expect(readEnvironment({})).toMatchObject({
    host: '127.0.0.1',
    port: 3000,
    databaseUrl: undefined,
    files: undefined,
    publicUrl: 'http://localhost:3000',
    databaseStatementTimeout: 30,
    demo: true,
    accessTokenLifetime: 3600,
    setupLinkLifetime: 259_200,
    recordingUrlLifetime: 300,
  });
});

test('treats an empty variable as absent', () => {
  expect(readEnvironment({ PORT: '', DATABASE_URL: '' })).toMatchObject({
    port: 3000,
    databaseUrl: undefined,
  });
});

test.each([
  [
    { PORT: '8080', HOST: '0.0.0.0' },
    { port: 8080, publicUrl: 'http://localhost:8080' },
  ],
  [{ PUBLIC_URL: 'https://portal.example.com/' }, { publicUrl: 'https://portal.example.com' }],
  [
    {
      PUBLIC_URL: 'https://portal.example.com',
      BRAND_ORIGINS: 'https://a.test/, https://b.test:8443,https://a.test',
    },
    { brandOrigins: ['https://a.test', 'https://b.test:8443'] },
  ],
  [{ BRAND_ORIGINS: 'http://a.localhost:3000' }, { brandOrigins: ['http://a.localhost:3000'] }],
  [{ DATABASE_STATEMENT_TIMEOUT: '5' }, { databaseStatementTimeout: 5 }],
  [{ HOST: '127.0.0.5', PORT: '8080' }, { publicUrl: 'http://127.0.0.5:8080' }],
  [{ MAILCALL_DEMO: 'off' }, { demo: false }],
  [{ DATA_DIR: '/srv/mailcall' }, { dataFolder: '/srv/mailcall' }],
  [{ DATA_DIR: '/srv/a, "b" #%41 $HOME\\é/' }, { dataFolder: '/srv/a, "b" #%41 $HOME\\é' }],
  [
    { MAP_STYLE: 'https://maps.test/style.json' },
    {
      map: {
        style: 'https://maps.test/style.json',
        tiles: null,
        attribution: null,
        origins: ['https://maps.test'],
      },
    },
  ],
  [
    { MAP_ORIGINS: 'https://a.test/tiles, https://b.test' },
    { map: { style: null, origins: ['https://a.test', 'https://b.test'] } },
  ],
  [
    {
      MAP_TILES: 'https://tiles.test/v1/{z}/{x}/{y}.pbf?key=a',
      MAP_ATTRIBUTION: '© OpenStreetMap contributors',
    },
    {
      map: {
        style: null,
        tiles: 'https://tiles.test/v1/{z}/{x}/{y}.pbf?key=a',
        attribution: '© OpenStreetMap contributors',
        origins: ['https://tiles.test'],
      },
    },
  ],
])('%j is read as %j', (variables, expected) => {
  expect(readEnvironment(variables)).toMatchObject(expected);
});

test.each([
  [
    { DATA_DIR: '/srv/two\nlines' },
    'DATA_DIR is "/srv/two\nlines", it must be a path in UTF-8 without line breaks.',
  ],
  [
    { DATA_DIR: '/srv/caf\ufffd' },
    'DATA_DIR is "/srv/caf\ufffd", it must be a path in UTF-8 without line breaks.',
  ],
  [
    { DATA_DIR: '~/mailcall' },
    'DATA_DIR is "~/mailcall", it must be a path that begins with / or ./, not with ~.',
  ],
  ...(['http://a.test', 'https://a.test/page', 'a.test', 'https://a.test,,'] as const).map(
    (origins): [Record<string, string>, string] => [
      { PUBLIC_URL: 'https://portal.example.com', BRAND_ORIGINS: origins },
      `BRAND_ORIGINS is "${origins}", it must be https origins divided by commas, such as https://portal.north.example.`,
    ],
  ),
  [
    { BRAND_ORIGINS: 'https://a.test' },
    'BRAND_ORIGINS must be addresses other than PUBLIC_URL, and begin with http:// as it does.',
  ],
  [
    { PUBLIC_URL: 'https://a.test/portal', BRAND_ORIGINS: 'https://a.test' },
    'BRAND_ORIGINS must be addresses other than PUBLIC_URL, and begin with https:// as it does.',
  ],
  [{ PORT: '0' }, 'PORT is "0", it must be a port number from 1 to 65535.'],
  [
    { MAP_STYLE: 'style.json' },
    'MAP_STYLE is "style.json", it must be an address such as https://maps.example.com/style.json.',
  ],
  ...[
    'https://tiles.test/{z}/{x}.pbf',
    'https://{z}.tiles.test/{x}/{y}.pbf',
    'tiles/{z}/{x}/{y}.pbf',
    'https://key@tiles.test/{z}/{x}/{y}.pbf',
  ].map((tiles): [Record<string, string>, string] => [
    { MAP_TILES: tiles, MAP_ATTRIBUTION: 'Us' },
    `MAP_TILES is "${tiles}", it must be an address with {z}, {x} and {y}, such as https://tiles.example.com/{z}/{x}/{y}.pbf.`,
  ]),
  [
    { MAP_TILES: 'https://tiles.test/{z}/{x}/{y}.pbf' },
    'MAP_TILES needs MAP_ATTRIBUTION, the source to name on the map, such as © OpenStreetMap contributors.',
  ],
  [
    {
      MAP_TILES: 'https://tiles.test/{z}/{x}/{y}.pbf',
      MAP_ATTRIBUTION: 'Us',
      MAP_STYLE: 'https://maps.test/style.json',
    },
    'MAP_STYLE and MAP_TILES are two maps: keep one of them.',
  ],
  [{ MAP_ATTRIBUTION: 'Us' }, 'MAP_ATTRIBUTION belongs to MAP_TILES or MAP_STYLE, which is missing.'],
  [
    { MAP_ORIGINS: 'https://a.test,*' },
    'MAP_ORIGINS is "https://a.test,*", it must be origins with commas between them, such as https://tiles.example.com,https://fonts.example.com.',
  ],
  [{ PORT: '70000' }, 'PORT is "70000", it must be a port number from 1 to 65535.'],
  [
    { DATABASE_STATEMENT_TIMEOUT: '9999999' },
    'DATABASE_STATEMENT_TIMEOUT is "9999999", it must be at most 86400 seconds, a day.',
  ],
  [{ MAILCALL_DEMO: 'yes' }, 'MAILCALL_DEMO is "yes", it must be on or off.'],
  [
    { PUBLIC_URL: 'portal.example.com' },
    'PUBLIC_URL is "portal.example.com", it must be an address such as https://portal.example.com.',
  ],
  [
    { ACCESS_TOKEN_LIFETIME: '1h' },
    'ACCESS_TOKEN_LIFETIME is "1h", it must be a whole number of seconds, such as 3600.',
  ],
  [{ SETUP_LINK_LIFETIME: '0' }, 'SETUP_LINK_LIFETIME is "0", it must be more than 0 seconds.'],
  [
    { IDENTITY_ORIGINS: 'https://one.example.com, two.example.com' },
    'IDENTITY_ORIGINS is "https://one.example.com, two.example.com", it must be origins divided by commas, such as https://portal.example.com.',
  ],
  [
    { METRICS_PORT: '9464', METRICS_HOST: '0.0.0.0' },
    'METRICS_HOST lets other machines read the metrics: METRICS_TOKEN must be set, at least 16 characters.',
  ],
  [{ METRICS_TOKEN: 'short-secret' }, 'METRICS_TOKEN must be at least 16 characters without spaces.'],
  [
    { DATABASE_URL: 'mysql://me:secret@host/db' },
    'DATABASE_URL must be an address such as postgres://user:password@host:5432/mailcall.',
  ],
])('refuses %j with a message', (variables, message) => {
  expect(() => readEnvironment(variables)).toThrow(new OperatorProblem(message));
});

test.each([
  ['a terminal', true, {}, 'warn'],
  ['a file or pipe', false, {}, 'info'],
  ['a terminal with LOG_LEVEL', true, { LOG_LEVEL: 'info' }, 'info'],
])('the log on %s has its level', (_, onTerminal, variables, expected) => {
  expect(readEnvironment(variables, onTerminal).logLevel).toBe(expected);
});

test('names all wrong variables at once', () => {
  expect(() => readEnvironment({ PORT: 'x', LOG_LEVEL: 'loud' })).toThrow(/PORT[^\n]*\nLOG_LEVEL/);
});

test.each([
  ['127.0.0.1', true],
  ['localhost', true],
  ['::1', true],
  ['127.9.9.9', true],
  ['0.0.0.0', false],
  ['10.0.0.5', false],
  ['::', false],
])('%s: loopback %s', (host, expected) => {
  expect(isLoopback(host)).toBe(expected);
});

test('puts brackets around addresses with colons', () => {
  expect(addressOf('::1', 3000)).toBe('http://[::1]:3000');
  expect(addressOf('127.0.0.1', 3000)).toBe('http://localhost:3000');
});

test.each<[Record<string, string>, boolean]>([
  [{}, true],
  [{ HOST: '::1' }, true],
  [{ HOST: 'localhost', PUBLIC_URL: 'http://127.0.0.1:3000' }, true],
  [{ PUBLIC_URL: 'http://[::1]:3000' }, true],
  [{ PUBLIC_URL: 'https://portal.example.com' }, false],
  [{ PUBLIC_URL: 'https://localhost.example.com' }, false],
  [{ TRUST_PROXY: 'on' }, false],
  [{ HOST: '0.0.0.0' }, false],
  [{ HOST: '0.0.0.0', PUBLIC_URL: 'http://localhost:3000' }, false],
])('%j: for this machine only: %s', (variables, expected) => {
  expect(servesThisMachineOnly(readEnvironment(variables))).toBe(expected);
});

test.each([
  [{}, false],
  [{ HOST: '0.0.0.0' }, false],
  [{ HOST: '192.168.1.20' }, true],
  [{ PUBLIC_URL: 'https://portal.example.com' }, false],
  [{ PUBLIC_URL: 'http://portal.example.com' }, true],
  [{ PUBLIC_URL: 'HTTP://portal.example.com' }, true],
  [{ PUBLIC_URL: 'http://10.0.0.5:3000' }, true],
  [{ PUBLIC_URL: 'http://[fd00::5]' }, true],
  [{ PUBLIC_URL: 'http://localhost.example.com' }, true],
  [{ PUBLIC_URL: 'http://localhost:3000' }, false],
  [{ PUBLIC_URL: 'http://portal.localhost' }, false],
  [{ PUBLIC_URL: 'http://127.0.0.2' }, false],
  [{ PUBLIC_URL: 'http://[::1]:3000' }, false],
])('%j: crosses a network unencrypted: %s', (variables, expected) => {
  expect(isUnencrypted(readEnvironment(variables))).toBe(expected);
});

const key = { AWS_ACCESS_KEY_ID: 'id', AWS_SECRET_ACCESS_KEY: 'secret' };

test.each([
  ['s3://files', { bucket: 'files', prefix: '', endpoint: undefined, region: 'us-east-1' }],
  ['s3://files/', { bucket: 'files', prefix: '' }],
  ['s3://files/Portal/one', { bucket: 'files', prefix: 'Portal/one/' }],
  ['s3://files/portal/?region=eu-central-1', { prefix: 'portal/', region: 'eu-central-1' }],
  [
    's3://my.files?endpoint=http://127.0.0.1:9000/&region=garage',
    { bucket: 'my.files', prefix: '', endpoint: 'http://127.0.0.1:9000', region: 'garage' },
  ],
  ['s3://files?endpoint=https%3A%2F%2Fs3.test', { endpoint: 'https://s3.test' }],
])('FILES %s is read as %j, with its key', (FILES, expected) => {
  const { files } = readEnvironment({ ...key, FILES });
  expect(files).toMatchObject({ ...expected, accessKeyId: 'id', secretAccessKey: 'secret' });
});

const exampleBucket = 's3://bucket/prefix?endpoint=https://s3.example.com&region=eu-central-1';

test.each([
  ['/srv/files', `an address such as ${exampleBucket}`],
  ['https://s3.test/files', `an address such as ${exampleBucket}`],
  ['s3://id:secret@files', 'without a key: keys are read from AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY'],
  [
    's3://My_Files',
    'the address of a bucket: 3 to 63 lower-case letters, digits, dots and hyphens after s3://',
  ],
  [
    's3://files/a//b',
    'an address whose prefix has letters, digits, dots, hyphens and underscores between slashes',
  ],
  ['s3://files?secret=x', 'an address with the options endpoint and region, each at most once'],
  ['s3://files?region=a&region=b', 'an address with the options endpoint and region, each at most once'],
  ['s3://files?endpoint=s3.test', 'an address whose endpoint is an origin such as https://s3.example.com'],
  [
    's3://files?endpoint=https://s3.test/files',
    'an address whose endpoint is an origin such as https://s3.example.com',
  ],
  ['s3://files?region=EU!', 'an address whose region is a name such as eu-central-1'],
])('refuses FILES %s with a message that does not show it', (FILES, message) => {
  expect(() => readEnvironment({ ...key, FILES })).toThrow(new OperatorProblem(`FILES must be ${message}.`));
});

test.each([
  [{}, 'AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY'],
  [{ AWS_ACCESS_KEY_ID: 'id' }, 'AWS_SECRET_ACCESS_KEY'],
  [{ AWS_ACCESS_KEY_ID: '', AWS_SECRET_ACCESS_KEY: 'secret' }, 'AWS_ACCESS_KEY_ID'],
])('a bucket with %j lacks %s', (variables, missing) => {
  expect(() => readEnvironment({ ...variables, FILES: 's3://files' })).toThrow(
    new OperatorProblem(`FILES names a bucket: its key must be given in ${missing}.`),
  );
});

test('ignores a key without a bucket', () => {
  expect(readEnvironment({ AWS_ACCESS_KEY_ID: 'id' }).files).toBeUndefined();
});
