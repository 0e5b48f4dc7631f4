import { thousands } from '@mailcall/contract/rules/rates.ts';
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { writeDemoStory } from './story.ts';

const usage = `npm run demo -- [--calls 30000] [--offices 5] [--out FOLDER] [--today YYYY-MM-DD] [--seed 2018]

Writes the demo story as an import folder for "npm run import -- FOLDER".
  --calls    the total number of calls
  --offices  the number of offices: five by default, more join the dental group (up to 1,000)
  --out      the folder, which is created if necessary (var/demo)
  --today    the last day of the story, which ends at 20:00 UTC; by default the story ends now
  --seed     another number gives another story`;

function wholeNumber(option: string, text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  if (!/^\d+$/.test(text)) throw new RangeError(`--${option} takes a whole number, not "${text}".`);
  return Number(text);
}

function endOfDay(text: string | undefined): Date {
  if (text === undefined) return new Date();
  const end = new Date(`${text}T20:00:00Z`);
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text) || !Number.isFinite(end.getTime()))
    throw new RangeError(`--today takes a date like 2026-03-18, not "${text}".`);
  return end;
}

const megabytes = (bytes: number) => `${(bytes / 1e6).toFixed(1)} MB`;

async function main(): Promise<void> {
  const text = { type: 'string' } as const;
  const { values } = parseArgs({
    options: {
      calls: text,
      offices: text,
      out: text,
      today: text,
      seed: text,
      help: { type: 'boolean', short: 'h' },
    },
  });
  if (values.help) {
    console.log(usage);
    return;
  }
  const started = performance.now();
  const story = await writeDemoStory(resolve(values.out ?? 'var/demo'), {
    today: endOfDay(values.today),
    calls: wholeNumber('calls', values.calls),
    offices: wholeNumber('offices', values.offices),
    seed: wholeNumber('seed', values.seed),
  });
  for (const file of story.files)
    console.log(
      `${file.name.padEnd(20)} ${thousands(file.rows).padStart(11)} ${file.name.endsWith('.csv') ? 'rows ' : 'files'} ${megabytes(file.bytes).padStart(10)}`,
    );
  console.log(
    `Wrote ${thousands(story.calls)} calls, ${megabytes(story.bytes)} in all, to ${story.folder} in ${((performance.now() - started) / 1000).toFixed(1)} s.`,
  );
}

try {
  await main();
} catch (error) {
  // wrong input: print the message without a stack trace
  if (!(error instanceof RangeError || (error instanceof TypeError && 'code' in error))) throw error;
  console.error(`${error.message}\n\n${usage}`);
  process.exitCode = 2;
}
