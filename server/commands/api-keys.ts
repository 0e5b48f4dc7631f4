import type { Command } from '../command.ts';
import {
  apiKeyLines,
  listApiKeys,
  makeApiKey,
  presentApiKey,
  revokeApiKey,
} from '../features/identity/index.ts';
import { endOfDay } from './option-values.ts';

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
    async run({ database, clock, printError }, [system = '', scopes = ''], { name, expires }) {
      const { key, apiKey } = await makeApiKey(
        database.kysely,
        {
          system,
          name: name ?? system,
          scopes: scopes.split(',').flatMap((scope) => scope.trim() || []),
          expiresAt: endOfDay(expires) ?? null,
        },
        clock.now(),
      );
      printError(`Store this key now, it is not shown again. Its id is ${apiKey.id}.`);
      return { lines: [key], json: { key, apiKey: presentApiKey(apiKey, clock.now()) } };
    },
  },
  {
    name: 'api-keys list',
    arguments: [],
    summary: 'List the API keys: their systems, scopes, last use and state.',
    async run({ database, clock }) {
      const keys = await listApiKeys(database.kysely);
      return {
        lines: apiKeyLines(keys, clock.now()),
        json: { apiKeys: keys.map((key) => presentApiKey(key, clock.now())) },
      };
    },
  },
  {
    name: 'api-keys revoke',
    arguments: ['ID'],
    summary:
      'Revoke an API key, by its id or its first characters: requests with it are refused from now on.',
    async run({ database, clock }, [which = '']) {
      const revoked = await revokeApiKey(database.kysely, which, clock.now());
      return {
        lines: [`The API key ${revoked.prefix}… of ${revoked.system} is revoked.`],
        json: { apiKey: presentApiKey(revoked, clock.now()) },
      };
    },
  },
];
