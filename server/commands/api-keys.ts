import type { Command } from '../command.ts';
import { apiKeyLines, listApiKeys, makeApiKey, revokeApiKey } from '../features/api-keys/index.ts';
import { OperatorProblem } from '../platform/operator-problem.ts';

/**
 * The end of the UTC day that an option names.
 * @throws {OperatorProblem} when it is no date
 */
function endOfDay(text: string | undefined): Date | null {
  if (text === undefined) return null;
  const end = new Date(`${text}T23:59:59.999Z`);
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text) || Number.isNaN(end.getTime()) || !end.toISOString().startsWith(text))
    throw new OperatorProblem(`${text} is not a date. Write it like 2027-03-31.`);
  return end;
}

/** The commands that make, list and revoke the keys of the provider's systems. */
export const apiKeyCommands: readonly Command[] = [
  {
    name: 'api-keys add',
    arguments: ['SYSTEM', 'SCOPES'],
    options: {
      name: { value: 'TEXT', summary: 'what the key is for; the name of the system by default' },
      expires: { value: 'DATE', summary: 'last day on which it works (UTC); none by default' },
    },
    summary:
      'Print a new API key for a system of the provider, with scopes such as ingest or ingest:calls,export.',
    async run({ database, clock, print, printError }, [system = '', scopes = ''], { name, expires }) {
      const { key, apiKey } = await makeApiKey(
        database.kysely,
        {
          system,
          name: name ?? system,
          scopes: scopes.split(',').flatMap((scope) => scope.trim() || []),
          expiresAt: endOfDay(expires),
        },
        clock.now(),
      );
      print(key);
      printError(`Store this key now, it is not shown again. Its id is ${apiKey.id}.`);
    },
  },
  {
    name: 'api-keys list',
    arguments: [],
    summary: 'List the API keys: their systems, scopes, last use and state.',
    async run({ database, clock, print }) {
      for (const line of apiKeyLines(await listApiKeys(database.kysely), clock.now())) print(line);
    },
  },
  {
    name: 'api-keys revoke',
    arguments: ['ID'],
    summary:
      'Revoke an API key, by its id or its first characters: requests with it are refused from now on.',
    async run({ database, clock, print }, [which = '']) {
      const { prefix, system } = await revokeApiKey(database.kysely, which, clock.now());
      print(`The API key ${prefix}… of ${system} is revoked.`);
    },
  },
];
