import { readFile } from 'node:fs/promises';
import { text } from 'node:stream/consumers';
import type { Command } from '../command.ts';
import { connectionKinds } from '../connection-kinds.ts';
import {
  addConnection,
  addressOfConnection,
  addSecret,
  countSecrets,
  listConnections,
  removeConnection,
  requireKind,
  storeMapping,
} from '../features/connections/index.ts';
import { OperatorProblem } from '../platform/operator-problem.ts';
import { openSealedTexts } from '../platform/sealed-text.ts';
import { minuteText, tableLines } from '../platform/text-table.ts';

/** Reads a file that an option names. @throws {OperatorProblem} when it cannot be read */
const readGiven = (path: string) =>
  readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    throw new OperatorProblem(`The mapping ${path} cannot be read (${error.code ?? 'unknown error'}).`);
  });

/** The commands for connections to systems that a provider has already. */
export const connectionCommands: readonly Command[] = [
  {
    name: 'connections add',
    arguments: ['NAME', 'KIND'],
    options: {
      account: { value: 'ID', summary: 'the account at the system, where its API needs one' },
      origin: { value: 'URL', summary: "of its API, if that is not the vendor's own" },
      map: { value: 'FILE', summary: 'the mapping of its calls; the ready one by default' },
    },
    summary:
      'Add a connection and print what to enter at the system; reads the secret that signs its events from standard input.',
    async run({ database, clock, environment }, [name = '', kind = ''], { account, origin, map }) {
      const handler = requireKind(connectionKinds, kind);
      const sealedTexts = await openSealedTexts(environment);
      const mapping = map === undefined ? await handler.defaultMapping?.() : await readGiven(map);
      handler.checkMapping?.(mapping ?? '');
      const secret = await text(process.stdin);
      const now = clock.now();
      await database.transaction(async (transaction) => {
        await addConnection(transaction, { name, kind: handler.kind, account, origin }, now);
        await addSecret(
          transaction,
          sealedTexts,
          { connection: name, purpose: 'webhook', secret, keepDays: 0 },
          now,
        );
        if (mapping !== undefined) await storeMapping(transaction, { connection: name, text: mapping }, now);
      });
      const address = addressOfConnection(environment.publicUrl, name);
      return { lines: [address, '', ...handler.setUp(address)], json: { name, kind, address } };
    },
  },
  {
    name: 'connections list',
    arguments: [],
    summary: 'List the connections: what they lead to, and when something came last.',
    async run({ database, clock }) {
      const connections = await listConnections(database.kysely, { removed: true });
      const secrets = await countSecrets(database.kysely, clock.now());
      const secretsOf = (name: string) =>
        ['webhook', 'api'].flatMap((purpose) => {
          const count = secrets.get(`${name} ${purpose}`) ?? 0;
          return count === 0 ? [] : [count === 1 ? purpose : `${purpose} (${count})`];
        });
      return {
        lines:
          connections.length === 0
            ? ['There are no connections.']
            : tableLines([
                ['name', 'kind', 'secrets', 'state (UTC)'],
                ...connections.map(({ name, kind, lastReceivedAt, removedAt }) => {
                  const last = lastReceivedAt
                    ? `last received ${minuteText(lastReceivedAt)}`
                    : 'nothing received';
                  return [
                    name,
                    kind,
                    secretsOf(name).join(', ') || 'none',
                    removedAt ? `removed ${minuteText(removedAt)}` : last,
                  ];
                }),
              ]),
        json: {
          connections: connections.map((connection) => ({
            ...connection,
            secrets: secretsOf(connection.name),
          })),
        },
      };
    },
  },
  {
    name: 'connections remove',
    arguments: ['NAME'],
    summary: 'Remove a connection and its secrets: what is sent to it is refused from now on.',
    async run({ database, clock }, [name = '']) {
      await database.transaction((transaction) => removeConnection(transaction, name, clock.now()));
      return { lines: [`The connection ${name} is removed.`], json: { name } };
    },
  },
];
