import { chmod } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { temporaryFolder } from '../tests/support/programs.ts';
import { startSmtpSink } from '../tests/support/smtp-sink.ts';
import { testDatabase } from '../tests/support/test-database.ts';
import { checkPermissions, checkVersions, examine, type Finding, judgeClock, judgeDisk } from './doctor.ts';

const here = testDatabase();

const gigabyte = 1024 ** 3;

test.each([
  ['an old Node', checkVersions('22.1.0'), 'problem', /Install Node 24/],
  ['Node 24', checkVersions('24.0.0'), 'ok', /Node 24/],
  ['a full disk', judgeDisk(0.4 * gigabyte), 'problem', /0\.4 GB are free.*Make room/],
  ['a disk that fills up', judgeDisk(3 * gigabyte), 'warning', /3\.0 GB/],
  ['an empty disk', judgeDisk(40 * gigabyte), 'ok', /40\.0 GB/],
  ['a clock that is behind', judgeClock(90_000), 'problem', /90 s behind the database. Use NTP/],
  ['a clock that is ahead', judgeClock(-3_600_000), 'problem', /3600 s ahead of the database/],
  ['a clock that is right', judgeClock(-900), 'ok', /1 s/],
])('judges %s', (_name, { state, text }, expected, sentence) => {
  expect(state).toBe(expected);
  expect(text).toMatch(sentence);
});

test('warns of a data folder that other users can read', async () => {
  const folder = await temporaryFolder();
  await chmod(folder, 0o755);
  expect(checkPermissions({ dataFolder: folder }).state).toBe('warning');
  await chmod(folder, 0o700);
  expect(checkPermissions({ dataFolder: folder }).state).toBe('ok');
});

const of = (findings: readonly Finding[], check: Finding['check']) =>
  findings.filter((finding) => finding.check === check).map(({ state, text }) => `${state}: ${text}`);

test('examines a portal that is not there yet', async () => {
  const folder = await temporaryFolder();
  const findings = await examine({ DATA_DIR: join(folder, 'new') });
  expect(findings.filter(({ state }) => state === 'problem')).toEqual([]);
  expect(of(findings, 'mail')).toEqual(['warning: No mail leaves the portal. Set SMTP_URL and MAIL_FROM.']);
  expect(of(findings, 'database')).toEqual(['ok: there is none yet; the first start makes it']);
});

test('examines database, clock and portal, and changes neither data nor database', async () => {
  const sink = await startSmtpSink();
  onTestFinished(() => sink.close());
  const findings = await examine({
    DATA_DIR: await temporaryFolder(),
    DATABASE_URL: here.url,
    DATABASE_CONNECTIONS: '999',
    PUBLIC_URL: 'http://portal.example.test',
    SMTP_URL: sink.url,
    MAIL_FROM: 'portal@front-range.example',
    BACKUP_WARNING_HOURS: '26',
  });
  expect(findings.filter(({ state }) => state === 'problem')).toEqual([]);
  expect(of(findings, 'settings')).toContainEqual(
    expect.stringMatching(/^warning: PUBLIC_URL begins with http:/),
  );
  expect(of(findings, 'database')).toEqual([
    expect.stringMatching(/^ok: PostgreSQL \d+\.\d+.*of DATABASE_URL$/),
    expect.stringMatching(/^warning: The server takes \d+ connections/),
  ]);
  expect(of(findings, 'clock')).toEqual([expect.stringMatching(/^ok:/)]);
  expect(of(findings, 'mail')).toEqual([
    'ok: the mail server answers; mails come from portal@front-range.example',
  ]);
  expect(of(findings, 'portal')).toEqual([
    expect.stringMatching(/^warning: No portal answers at http:\/\/portal/),
  ]);
  expect(sink.received).toEqual([]);
});

test.each([
  ['a setting', { PORT: '99999' }, 'settings', /PORT is "99999"/],
  ['the file of the provider', { PROVIDER: '/nowhere.json' }, 'settings', /PROVIDER names \/nowhere\.json/],
  [
    'a database that does not answer',
    { DATABASE_URL: 'postgres://127.0.0.1:1/x' },
    'database',
    /does not answer/,
  ],
  [
    'a mail server that does not answer',
    { SMTP_URL: 'smtp://127.0.0.1:1' },
    'mail',
    /SMTP_URL does not work: .*REFUSED/,
  ],
] as const)('names %s as a problem, and looks at the rest', async (_name, variables, check, sentence) => {
  const findings = await examine({ DATA_DIR: await temporaryFolder(), ...variables });
  expect(of(findings, check)).toContainEqual(expect.stringMatching(sentence));
  expect(of(findings, check).some((text) => text.startsWith('problem'))).toBe(true);
  expect(of(findings, 'versions')).toHaveLength(1);
});
