import { spawn } from 'node:child_process';
import { open, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { writeDemoStory } from '../demo/story.ts';
import { openDatabase } from '../server/platform/database.ts';
import { readEnvironment } from '../server/platform/env.ts';
import { installJobs } from '../server/platform/jobs.ts';
import { migrate } from '../server/platform/migrate.ts';
import { OperatorProblem } from '../server/platform/operator-problem.ts';
import { type EmbeddedPostgres, useEmbeddedPostgres } from '../server/platform/postgres/index.ts';
import { newDataFolder } from './data-folder.ts';
import { checkpoint } from './checkpoint.ts';
import { readOptions, reportMissed, runBench, sized, wholeNumber } from './options.ts';
import { readProcesses } from './processes.ts';

const usage = `npm run bench:mapping -- [--calls 100000] [--offices 40]

Imports the demo story into an empty database, and once more by a mapping with the columns that an export would need: a filter,
eight expressions over each call, dates, phone numbers and a lookup.`;

/** Time as a multiple of a plain import, and extra megabytes. */
const limits = { ratio: 3, megabytes: 300 };
const program = resolve(import.meta.dirname, '../server/import.ts');
const today = new Date('2026-03-18T20:00:00.000Z');
const pause = sized(50, 500);

const columnsOfCalls: Readonly<Record<string, string>> = {
  id: '"" & id',
  account_id: '{column: account_id, lookup: offices, take: id}',
  call_date_time: '{column: call_date_time, date: iso, zone: UTC}',
  duration_seconds: '$round($number(duration_seconds))',
  caller_name: 'caller_name ? $trim(caller_name)',
  call_answered_by: 'call_answered_by = "" ? "No Answer" : call_answered_by',
  patient_type: '{column: patient_type, map: {new: New Patient Opportunity}}',
  opportunity: 'opportunity = "true"',
  highlights: 'highlights ~> $trim',
  source_mentioned: '$substring(source_mentioned, 0, 1000)',
  wrong_source_mentioned: 'wrong_source_mentioned in ["true", "false"] ? wrong_source_mentioned : ""',
};

async function headerOf(path: string): Promise<string[]> {
  const file = await open(path);
  try {
    for await (const line of file.readLines()) return line.split(',');
    return [];
  } finally {
    await file.close();
  }
}

async function writeMapping(story: string, path: string): Promise<void> {
  const lines = ['version: 1', 'lookups:', '  offices: {from: accounts.csv, key: id}', 'files:'];
  for (const name of await readdir(story)) {
    if (!name.endsWith('.csv')) continue;
    const file = name.slice(0, -'.csv'.length);
    lines.push(`  ${file}:`, `    from: ${name}`);
    if (file === 'calls') lines.push(`    where: 'id != ""'`);
    lines.push('    columns:');
    for (const column of await headerOf(join(story, name))) {
      const special = file === 'calls' ? columnsOfCalls[column] : undefined;
      const value = special?.startsWith('{') ? special : special && `{value: ${JSON.stringify(special)}}`;
      lines.push(`      ${column}: ${value ?? `{column: ${column}}`}`);
    }
  }
  await writeFile(path, `${lines.join('\n')}\n`);
}

async function highestMemory(pid: number): Promise<number> {
  const processes = await readProcesses();
  const own = [...processes].flatMap(([id, { parent }]) => (id === pid || parent === pid ? [id] : []));
  const sizes = own.map(async (id) => {
    const status = await readFile(`/proc/${id}/status`, 'utf8').catch(() => '');
    return Number(/^VmHWM:\s+(\d+) kB$/m.exec(status)?.[1] ?? 0) / 1024;
  });
  return (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0);
}

interface Taken {
  seconds: number;
  megabytes: number;
}

async function importInto(
  server: EmbeddedPostgres,
  { name, home, args }: { name: string; home: string; args: readonly string[] },
): Promise<Taken> {
  await server.createDatabase(name);
  const url = server.url(name);
  const database = await openDatabase(
    readEnvironment({ DATA_DIR: home, LOG_LEVEL: 'error', DATABASE_URL: url }),
  );
  await migrate(database.pool);
  await installJobs(database.pool);
  await database.close();
  await checkpoint(server);
  const started = performance.now();
  const child = spawn(process.execPath, [program, ...args], {
    env: { ...process.env, DATABASE_URL: url, DATA_DIR: join(home, name) },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let output = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => (output += text));
  let megabytes = 0;
  while (child.exitCode === null && child.signalCode === null) {
    megabytes = Math.max(megabytes, await highestMemory(child.pid as number));
    await wait(pause);
  }
  if (child.exitCode !== 0) throw new OperatorProblem(`The import ended with ${child.exitCode}.\n${output}`);
  return { seconds: (performance.now() - started) / 1000, megabytes };
}

const line = (what: string, { seconds, megabytes }: Taken) =>
  `${what.padEnd(10)} ${seconds.toFixed(1).padStart(6)} s   ${megabytes.toFixed(0).padStart(5)} MB`;

async function compare(home: string, size: { calls: number; offices: number }): Promise<void> {
  const story = join(home, 'story');
  await writeDemoStory(story, { today, ...size, pictures: false });
  const mapping = join(home, 'mapping.yaml');
  await writeMapping(story, mapping);
  const server = await useEmbeddedPostgres(home);
  try {
    const plain = await importInto(server, { name: 'plain', home, args: [story] });
    console.log(line('import', plain));
    const mapped = await importInto(server, { name: 'mapped', home, args: ['--map', mapping, story] });
    console.log(line('by mapping', mapped));
    const ratio = mapped.seconds / plain.seconds;
    const more = mapped.megabytes - plain.megabytes;
    console.log(`ratio ${ratio.toFixed(2)}, ${more.toFixed(0)} MB more`);
    if (ratio > limits.ratio || more > limits.megabytes)
      reportMissed(`The limits are ${limits.ratio} times the import and ${limits.megabytes} MB more.`);
  } finally {
    await server.close();
  }
}

async function main(): Promise<void> {
  const values = readOptions(usage, {
    calls: { type: 'string', default: sized('100000', '1000') },
    offices: { type: 'string', default: sized('40', '5') },
  });
  const size = {
    calls: wholeNumber('calls', values.calls),
    offices: wholeNumber('offices', values.offices),
  };
  const home = await newDataFolder();
  try {
    await compare(home, size);
  } finally {
    await rm(home, { recursive: true, force: true });
  }
}

await runBench(main);
