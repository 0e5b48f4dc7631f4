import { parseArgs } from 'node:util';
import { OperatorProblem } from './platform/operator-problem.ts';

const usage = 'Use: npm run import -- [--map FILE] FOLDER [--strict] [--dry-run]';

/** What `--help` prints. */
export const importHelp = `${usage}

Reads the feed files of a folder (docs/operate/import.md).
  --map FILE  reads the files of another system, as a mapping says (docs/operate/connect.md)
  --strict    keeps nothing if any row is rejected
  --dry-run   says what an import would do, and writes nothing`;

/** What the words after `npm run import --` ask for. */
type ImportArguments =
  | { help: true }
  | { help: false; folder: string; map: string | null; strict: boolean; dryRun: boolean };

/** Reads the words after `npm run import --`. @throws {OperatorProblem} when they ask for nothing that there is */
export function readArguments(args: readonly string[]): ImportArguments {
  const options = {
    map: { type: 'string' },
    strict: { type: 'boolean' },
    'dry-run': { type: 'boolean' },
    help: { type: 'boolean' },
  } as const;
  const { values, positionals } = parseArgs({
    args: [...args],
    options,
    strict: false,
    allowPositionals: true,
  });
  const unknown = Object.keys(values).find((name) => !Object.hasOwn(options, name));
  const [folder] = positionals;
  if (unknown !== undefined) throw new OperatorProblem(`There is no option --${unknown}. ${usage}`);
  const given = Object.entries(values).find(([name, value]) => name !== 'map' && typeof value === 'string');
  if (given) throw new OperatorProblem(`--${given[0]} takes no value. ${usage}`);
  if (values.map === true) throw new OperatorProblem(`Name the mapping after --map. ${usage}`);
  if (values.help) return { help: true };
  if (folder === undefined || positionals.length > 1) throw new OperatorProblem(`Name one folder. ${usage}`);
  const map = typeof values.map === 'string' ? values.map : null;
  return {
    help: false,
    folder,
    map,
    strict: values.strict === true,
    dryRun: values['dry-run'] === true,
  };
}
