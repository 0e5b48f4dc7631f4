import { join } from 'node:path';
import { Readable } from 'node:stream';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { commands } from '../server/commands/index.ts';
import { OperatorProblem } from '../server/platform/operator-problem.ts';
import { runTypedCommand } from '../server/run-typed-command.ts';
import { asProgram } from './support/operate.ts';
import { temporaryFolder } from './support/programs.ts';
import { cloneDatabase } from './support/test-database.ts';

const alwaysWork = new Set(['backup']);

/** Runs a command with arguments that name nothing. Throws what the program prints before it exits with 1. */
async function runWithNothing(
  { name, arguments: names }: Pick<(typeof commands)[number], 'name' | 'arguments'>,
  variables: Record<string, string>,
): Promise<{ result: number; out: string; err: string }> {
  const nowhere = join(await temporaryFolder(), 'nothing');
  const values = names.map((one) => (one === 'FOLDER' || one === 'FILE' ? nowhere : 'nothing'));
  const words = [...name.split(' '), ...values];
  return asProgram((program) => runTypedCommand(program, { words, variables, input: Readable.from([]) }));
}

async function sentenceOf(work: Promise<unknown>): Promise<string> {
  const error: unknown = await work.then(
    () => new Error('It did something.'),
    (thrown: unknown) => thrown,
  );
  expect(error).toBeInstanceOf(OperatorProblem);
  return (error as OperatorProblem).message;
}
const sentences = /^[^\n…]+[.\w)]$/;

const all = commands.map((command) => [command.name, command] as const);

test.each(all)('%s says in one line that there is no portal in the folder', async (_name, command) => {
  const folder = await temporaryFolder();
  const problem = await sentenceOf(runWithNothing(command, { DATA_DIR: folder }));
  if (command.makesDatabase) expect(problem).toMatch(sentences);
  else expect(problem).toMatch(/^There is no database in [^\n]+\.$/);
});

test.each(all)('%s says in one line that the database cannot be reached', async (_name, command) => {
  const variables = { DATA_DIR: await temporaryFolder(), DATABASE_URL: 'postgres://nobody@127.0.0.1:1/none' };
  expect(await sentenceOf(runWithNothing(command, variables))).toMatch(sentences);
});

let portal: Awaited<ReturnType<typeof cloneDatabase>>;
beforeAll(async () => {
  portal = await cloneDatabase();
});
afterAll(() => portal.drop());

test.each(all)('%s in an empty portal', async (name, command) => {
  const running = runWithNothing(command, { DATA_DIR: await temporaryFolder(), DATABASE_URL: portal.url });
  if (command.arguments.length > 0 && !alwaysWork.has(name)) {
    expect(await sentenceOf(running)).toMatch(sentences);
    return;
  }
  // a command that lists, counts or cleans reports that there is nothing; one that cannot run says why
  const said = await running.then(
    ({ result, out }) => {
      expect(result).toBe(0);
      return out;
    },
    (error: unknown) => {
      expect(error).toBeInstanceOf(OperatorProblem);
      return (error as OperatorProblem).message;
    },
  );
  expect(said.trim()).not.toBe('');
});
