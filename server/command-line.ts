import { parseArgs } from 'node:util';
import type { Command, CommandDependencies, CommandResult } from './command.ts';
import { OperatorProblem } from './platform/operator-problem.ts';
import { printable } from './platform/text-table.ts';

/** Runs without opening anything: what it looks at may be what is broken. */
interface Examination extends Pick<Command, 'name' | 'arguments' | 'options' | 'summary'> {
  examine(): Promise<CommandResult>;
}

type Listed = Command | Examination;

const usageOf = (command: Listed) => [command.name, ...command.arguments].join(' ');

const commonOptions = {
  json: 'print the result as JSON, for programs',
  help: 'print this help',
};

function columns(rows: readonly (readonly [left: string, right: string])[]): string[] {
  const width = Math.max(...rows.map(([left]) => left.length));
  return rows.map(([left, right]) => `  ${left.padEnd(width)}  ${right}`);
}

function help(commands: readonly Listed[]): string {
  return [
    'npm run --silent cli -- COMMAND [--json]',
    '',
    ...columns(commands.map((command) => [usageOf(command), command.summary])),
    '',
    'Options of a command: npm run --silent cli -- COMMAND --help',
  ].join('\n');
}

const typedOption = (name: string, value: string | undefined) =>
  value === undefined ? `--${name}` : `--${name} ${value}`;

function helpOf(command: Listed): string {
  const options = Object.entries(command.options ?? {});
  const usage = [
    usageOf(command),
    ...options.map(([name, { value }]) => `[${typedOption(name, value)}]`),
    '[--json]',
  ];
  return [
    `npm run --silent cli -- ${usage.join(' ')}`,
    '',
    command.summary,
    '',
    ...columns([
      ...options.map(([name, { value, summary }]) => [typedOption(name, value), summary] as const),
      ...Object.entries(commonOptions).map(([name, summary]) => [`--${name}`, summary] as const),
    ]),
  ].join('\n');
}

/** Splits the words after a command's name; null if there is no such command. */
function findCommand(
  commands: readonly Listed[],
  words: readonly string[],
): { command: Listed; rest: string[] } | null {
  for (const length of [2, 1]) {
    const name = words.slice(0, length).join(' ');
    const command = commands.find((candidate) => candidate.name === name);
    if (command) return { command, rest: words.slice(length) };
  }
  return null;
}

function unknownCommand(commands: readonly Listed[], [name = '']: readonly string[]): string {
  const group = commands.filter((command) => command.name.startsWith(`${name} `));
  return group.length > 0
    ? `Use one of:\n${group.map((command) => `npm run cli -- ${usageOf(command)}`).join('\n')}`
    : `There is no command ${name}.\n\n${help(commands)}`;
}

/** Null if the command does not take the options and arguments. */
function parseWords(
  command: Listed,
  words: string[],
): { values: string[]; options: Record<string, string | undefined>; json: boolean } | null {
  try {
    const { positionals, values } = parseArgs({
      args: words,
      allowPositionals: true,
      options: {
        ...Object.fromEntries(
          Object.entries(command.options ?? {}).map(([name, { value }]) => [
            name,
            { type: value === undefined ? ('boolean' as const) : ('string' as const) },
          ]),
        ),
        json: { type: 'boolean' as const },
      },
    });
    if (positionals.length !== command.arguments.length) return null;
    const { json = false, ...given } = values as Record<string, string | boolean | undefined>;
    const options = Object.fromEntries(
      Object.entries(given).map(([name, value]) => [name, value === undefined ? undefined : String(value)]),
    );
    return { values: positionals, options, json: json === true };
  } catch {
    return null;
  }
}

/** Prints the result or help; returns the exit code. `open` is not called for help. Throws OperatorProblem for unknown words. */
export async function runCommandLine(
  commands: readonly Listed[],
  words: readonly string[],
  { print, open }: { print(line: string): void; open(command: Command): Promise<CommandDependencies> },
): Promise<number> {
  const [name] = words;
  if (name === undefined || name === 'help' || name === '--help') {
    print(help(commands));
    return name === undefined ? 1 : 0;
  }
  const found = findCommand(commands, words);
  if (!found) throw new OperatorProblem(unknownCommand(commands, words));
  const { command, rest } = found;
  if (rest.includes('--help')) {
    print(helpOf(command));
    return 0;
  }
  const parsed = parseWords(command, rest);
  if (!parsed) throw new OperatorProblem(`Use:\n${helpOf(command)}`);
  const result =
    'examine' in command
      ? await command.examine()
      : await command.run(await open(command), parsed.values, parsed.options);
  if (parsed.json) print(JSON.stringify(result.json, null, 2));
  else for (const line of result.lines.flatMap((text) => text.split('\n'))) print(printable(line));
  return result.incomplete ? 1 : 0;
}
