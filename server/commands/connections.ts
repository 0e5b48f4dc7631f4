import { counted } from '@mailcall/contract/rules/rates.ts';
import { readFile } from 'node:fs/promises';
import { text } from 'node:stream/consumers';
import type { Command, CommandDependencies } from '../command.ts';
import {
  connectionKinds,
  addressOfConnection,
  addWithSecrets,
  assignParked,
  type Connection,
  connectionStates,
  currentMapping,
  type KindHandler,
  listParked,
  readSecrets,
  removeConnection,
  replayConnection,
  requireConnection,
  requireKind,
  rotateSecret,
  setCallbacksFrom,
  storeMapping,
  testConnection,
} from '../features/connectors/index.ts';
import { OperatorProblem, unreadableProblem } from '../platform/operator-problem.ts';
import { loopbackHosts } from '../platform/outside-requests.ts';
import { openSealedTexts } from '../platform/sealed-text.ts';
import { minuteText, tableLines } from '../platform/text-table.ts';
import { callbacksDay, startOfDay } from './option-values.ts';

/** Null for the ready mapping, which changes with releases. Throws OperatorProblem if the file is unusable, or the kind has no mapping. */
async function givenMapping(handler: KindHandler, path: string): Promise<string | null> {
  if (!handler.checkMapping || !handler.readyMapping)
    throw new OperatorProblem(`A connection to ${handler.title} has no mapping.`);
  const mapping = await readFile(path, 'utf8').catch((error: unknown) => {
    throw unreadableProblem(`The mapping ${path}`, error);
  });
  if (mapping === (await handler.readyMapping())) return null;
  handler.checkMapping(mapping);
  return mapping;
}

const ownMapping = ({ name, kind }: Pick<Connection, 'name' | 'kind'>) =>
  `The mapping of ${name} differs from the ready one, connectors/${kind}/mapping.yaml; see docs/connect/connections.md, "Another mapping".`;

async function find(
  { database }: Pick<CommandDependencies, 'database'>,
  name: string,
): Promise<{ connection: Connection; handler: KindHandler }> {
  const connection = await requireConnection(database.kysely, name);
  return { connection, handler: requireKind(connectionKinds, connection.kind) };
}

const machine = <Given extends object>(given: Given, at: Date) => ({
  ...given,
  by: { contactId: null, at },
});

/** Days for which a replaced secret stays valid by default. */
const keptDays = 7;

function readDays(given: string | undefined): number {
  if (given === undefined) return keptDays;
  if (!/^\d{1,3}$/.test(given))
    throw new OperatorProblem(`--keep-days is ${given}, it must be a whole number from 0 to 999.`);
  return Number(given);
}

export const refusedText = ({ refused, lastRefusedAt }: Pick<Connection, 'refused' | 'lastRefusedAt'>) =>
  lastRefusedAt ? `${refused}, last ${minuteText(lastRefusedAt)}` : String(refused);

const setUpCommands: readonly Command[] = [
  {
    name: 'connections add',
    arguments: ['NAME', 'KIND'],
    options: {
      account: { value: 'ID', summary: 'the account at the system, where its API needs one' },
      agency: { summary: 'for all companies of an agency; then standard input has the key of its API' },
      origin: { value: 'URL', summary: 'of its API, if that is not the vendor’s own' },
      map: { value: 'FILE', summary: 'the mapping of its calls; the ready one by default' },
      'callbacks-from': {
        value: 'DATE',
        summary: 'first day of which new calls wait for a callback; all by default',
      },
    },
    summary:
      'Add a connection and print what to enter at the system; reads the secret that signs its events from standard input.',
    async run(
      { database, clock, environment, input, printError },
      [name = '', kind = ''],
      { account, agency, origin, map, 'callbacks-from': from },
    ) {
      const handler = requireKind(connectionKinds, kind);
      const isAgency = agency !== undefined;
      const sealedTexts = await openSealedTexts(environment);
      const mapping = map === undefined ? null : await givenMapping(handler, map);
      const secret = await text(input);
      const now = clock.now();
      const callbacksFrom = from === undefined ? null : callbacksDay(from, now);
      await database.transaction((transaction) =>
        addWithSecrets(machine({ transaction, sealedTexts }, now), handler, {
          name,
          account,
          origin,
          callbacksFrom,
          isAgency,
          mapping,
          secrets: { [isAgency ? 'api' : 'webhook']: secret },
        }),
      );
      const address = addressOfConnection(environment.publicUrl, name);
      if (secret.trim() === '')
        printError(
          isAgency
            ? `Without a key of the API it reads nothing: npm run cli -- connections rotate ${name} --api`
            : `Without ${handler.webhookSecret} it accepts nothing: npm run cli -- connections rotate ${name}`,
        );
      if (loopbackHosts.has(new URL(address).hostname))
        printError(
          `Only this machine reaches the address below. Set PUBLIC_URL to that of the portal: what is printed then is to be entered at ${handler.title}.`,
        );
      const lines = isAgency
        ? [
            `List what its key sees: npm run cli -- connections companies ${name} --look`,
            `The address for the webhooks of each confirmed ${handler.agency?.noun}: ${address}`,
          ]
        : handler.setUp(address, name);
      return { lines, json: { name, kind, address } };
    },
  },
  {
    name: 'connections rotate',
    arguments: ['NAME'],
    options: {
      api: { summary: 'the key of the API instead of the secret that signs events' },
      'keep-days': {
        value: 'N',
        summary: `days for which the one before stays valid; ${keptDays} by default`,
      },
    },
    summary: 'Give a connection a new secret, from standard input; the one before stays valid for a while.',
    async run(dependencies, [name = ''], { api, 'keep-days': days }) {
      const { database, clock, environment, input } = dependencies;
      const keepDays = readDays(days);
      const purpose = api === undefined ? 'webhook' : 'api';
      const { connection, handler } = await find(dependencies, name);
      const sealedTexts = await openSealedTexts(environment);
      const secret = await text(input);
      const before = await readSecrets(
        database.kysely,
        sealedTexts,
        { connection: name, purpose },
        clock.now(),
      );
      const isKept = keepDays > 0 && before.problem === null;
      await database.transaction((transaction) =>
        rotateSecret(machine({ transaction, sealedTexts }, clock.now()), handler, connection, {
          purpose,
          secret,
          keepDays,
        }),
      );
      const kept = isKept ? `accepted for ${counted(keepDays, 'day')} more` : 'not accepted any more';
      return {
        lines: [
          purpose === 'api'
            ? `The key of the API of ${name} is stored.`
            : `The secret of ${name} is stored. What is signed with one before it is ${kept}.`,
        ],
        json: { name, purpose, keepDays },
      };
    },
  },
  {
    name: 'connections map',
    arguments: ['NAME'],
    options: { file: { value: 'FILE', summary: 'the new mapping; without it the present one is printed' } },
    summary: 'Print the mapping of a connection, or store a new version of it.',
    async run(dependencies, [name = ''], { file }) {
      const { database, clock } = dependencies;
      const { handler } = await find(dependencies, name);
      if (!handler.readyMapping)
        throw new OperatorProblem(`A connection to ${handler.title} has no mapping.`);
      if (file === undefined) {
        const stored = await currentMapping(database.kysely, name);
        const mapping = stored?.text ?? (await handler.readyMapping());
        return {
          lines: mapping.trimEnd().split('\n'),
          json: { version: stored?.version ?? 0, text: mapping },
        };
      }
      const mapping = await givenMapping(handler, file);
      const version = await database.transaction((transaction) =>
        storeMapping(transaction, { connection: name, text: mapping }, clock.now()),
      );
      return {
        lines: [
          `${mapping === null ? 'The ready mapping' : `Version ${version}`} applies from now on. What came before: npm run cli -- connections replay ${name}`,
        ],
        json: { name, version },
      };
    },
  },
  {
    name: 'connections callbacks',
    arguments: ['NAME', 'DATE'],
    summary:
      'Set from which day new calls of a connection wait for a callback; all is from the beginning. Calls that are there stay as they are.',
    async run({ database, clock }, [name = '', date = '']) {
      const callbacksFrom = date === 'all' ? null : callbacksDay(date, clock.now());
      await database.transaction((transaction) => setCallbacksFrom(transaction, name, callbacksFrom));
      return {
        lines: [
          callbacksFrom === null
            ? `All new calls of ${name} can wait for a callback.`
            : `New calls of ${name} wait for a callback if they came on ${callbacksFrom} or later.`,
        ],
        json: { name, callbacksFrom },
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

const eventCommands: readonly Command[] = [
  {
    name: 'connections list',
    arguments: [],
    summary: 'List the connections: when something came last, and how much waits, failed or is parked.',
    async run({ database, clock, environment }) {
      const sealedTexts = await openSealedTexts(environment);
      const states = await connectionStates(
        { database: database.kysely, sealedTexts },
        connectionKinds,
        clock.now(),
        { removed: true },
      );
      const own = states.filter(({ hasOwnMapping, removedAt }) => hasOwnMapping && removedAt === null);
      return {
        lines:
          states.length === 0
            ? ['There are no connections.']
            : [
                ...tableLines([
                  [
                    'name',
                    'kind',
                    'secrets',
                    'callbacks from',
                    'last received',
                    'waiting',
                    'failed',
                    'parked',
                    'gone',
                    'left out',
                    'refused',
                  ],
                  ...states.map((one) => [
                    one.name,
                    one.kind,
                    one.removedAt ? 'removed' : one.secrets.join(', ') || 'none',
                    one.callbacksFrom ?? 'all',
                    one.lastReceivedAt ? minuteText(one.lastReceivedAt) : 'never',
                    ...[one.waiting, one.failed, one.parked, one.gone, one.leftOut].map(String),
                    refusedText(one),
                  ]),
                ]),
                ...(own.length > 0 ? ['', ...own.map(ownMapping)] : []),
              ],
        json: { connections: states },
      };
    },
  },
  {
    name: 'connections test',
    arguments: ['NAME'],
    summary:
      'Send a signed sample event through the check and the mapping of a connection, and say what would be imported.',
    async run(dependencies, [name = '']) {
      const { clock, environment } = dependencies;
      const { connection, handler } = await find(dependencies, name);
      const now = clock.now();
      const sealedTexts = await openSealedTexts(environment);
      const {
        accepted,
        lines: result,
        failed,
      } = await testConnection({ ...dependencies, sealedTexts }, handler, connection, now);
      return {
        lines: [
          `A sample event is ${accepted ? 'accepted' : 'refused'}.`,
          ...(result.length > 0 ? ['', ...result] : []),
        ],
        json: { name, accepted, result },
        incomplete: !accepted || failed,
      };
    },
  },
  {
    name: 'connections failed',
    arguments: ['NAME'],
    summary: 'List what came by a connection and waits or could not be imported, wholly or in part, and why.',
    async run(dependencies, [name = '']) {
      const { handler } = await find(dependencies, name);
      const events = (await handler.listUnfinished?.(dependencies.database.kysely, name)) ?? [];
      return {
        lines:
          events.length === 0
            ? ['Nothing waits or failed.']
            : tableLines([
                ['id', 'state', 'received (UTC)', 'why'],
                ...events.map(({ id, state, receivedAt, reason }) => [
                  id,
                  state,
                  minuteText(receivedAt),
                  reason ?? '',
                ]),
              ]),
        json: { events },
      };
    },
  },
  {
    name: 'connections parked',
    arguments: [],
    options: { connection: { value: 'NAME', summary: 'only what came by this connection' } },
    summary: 'List unknown numbers and mailings that calls and events name, with their counts.',
    async run({ database }, _values, { connection }) {
      const parked = await listParked(database.kysely, connection);
      return {
        lines:
          parked.length === 0
            ? ['Nothing is parked.']
            : tableLines([
                ['connection', 'names', 'count', 'first (UTC)', 'last (UTC)'],
                ...parked.map((one) => [
                  one.connection,
                  one.reference,
                  String(one.count),
                  minuteText(one.firstAt),
                  minuteText(one.lastAt),
                ]),
              ]),
        json: { parked },
      };
    },
  },
  {
    name: 'connections assign',
    arguments: ['NAME', 'REFERENCE', 'ID'],
    options: { account: { value: 'ID', summary: 'the account, where several have one with this id' } },
    summary:
      'Say which tracking line a parked number is of, or which mailing a parked name; parked calls are worked off again.',
    async run(dependencies, [name = '', reference = '', targetId = ''], { account }) {
      const { database, clock } = dependencies;
      const { connection, handler } = await find(dependencies, name);
      const wanted = { reference, targetId, accountId: account };
      const { accountId, reworked } = await database.transaction((transaction) =>
        assignParked({ transaction, by: { contactId: null, at: clock.now() } }, handler, connection, wanted),
      );
      return {
        lines: [
          `${reference} is the ${handler.assignedTo} ${targetId} of ${accountId}. ${handler.bringParked?.(name) ?? `${counted(reworked, 'event')} to work off again.`}`,
        ],
        json: { name, reference, accountId, targetId, reworked },
      };
    },
  },
  {
    name: 'connections replay',
    arguments: ['NAME'],
    options: {
      since: { value: 'DATE', summary: 'only what came since this day (UTC); the last 30 days by default' },
    },
    summary: 'Work off again what came by a connection, with the newest version of its mapping.',
    async run(dependencies, [name = ''], { since }) {
      const { connection, handler } = await find(dependencies, name);
      const by = { contactId: null, at: dependencies.clock.now() };
      const events = await dependencies.database.transaction((transaction) =>
        replayConnection({ transaction, by }, handler, connection, startOfDay(since) ?? null),
      );
      return {
        lines: [`${counted(events, 'event')} to work off again.`],
        json: { name, events },
        incomplete: events === 0,
      };
    },
  },
];

export const connectionCommands: readonly Command[] = [...setUpCommands, ...eventCommands];
