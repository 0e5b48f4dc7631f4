import { parseArgs } from 'node:util';
import { OperatorProblem } from './platform/operator-problem.ts';

const usage = 'Use: npm run import -- [--map FILE] FOLDER [--callbacks-from DATE] [--strict] [--dry-run]';

export const importHelp = `${usage}

Reads the feed files of a folder (docs/reference/import.md).
  --map FILE  reads the files of another system, as a mapping says (docs/connect/mapping.md)
  --callbacks-from DATE  lets new calls before this day of their office, like 2027-03-31, not wait for a callback; without it all
              of the last 30 days wait
  --strict    keeps nothing if any row is rejected
  --dry-run   says what an import would do, and writes nothing`;

type ImportArguments =
  | { help: true }
  | {
      help: false;
      folder: string;
      map: string | null;
      strict: boolean;
      dryRun: boolean;
      callbacksFrom: string | null;
    };

/** Throws OperatorProblem for unknown words. */
export function readArguments(args: readonly string[]): ImportArguments {
  const options = {
    map: { type: 'string' },
    strict: { type: 'boolean' },
    'dry-run': { type: 'boolean' },
    'callbacks-from': { type: 'string' },
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
  const withValue = ['map', 'callbacks-from'];
  const given = Object.entries(values).find(
    ([name, value]) => !withValue.includes(name) && typeof value === 'string',
  );
  if (given) throw new OperatorProblem(`--${given[0]} takes no value. ${usage}`);
  if (values.map === true) throw new OperatorProblem(`Name the mapping after --map. ${usage}`);
  if (values['callbacks-from'] === true)
    throw new OperatorProblem(`Name a day after --callbacks-from, like 2027-03-31. ${usage}`);
  if (values.help) return { help: true };
  if (folder === undefined || positionals.length > 1) throw new OperatorProblem(`Name one folder. ${usage}`);
  const map = typeof values.map === 'string' ? values.map : null;
  return {
    help: false,
    folder,
    map,
    strict: values.strict === true,
    dryRun: values['dry-run'] === true,
    callbacksFrom: typeof values['callbacks-from'] === 'string' ? values['callbacks-from'] : null,
  };
}
