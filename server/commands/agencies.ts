import { counted } from '@mailcall/contract/rules/rates.ts';
import { text } from 'node:stream/consumers';
import type { Command, CommandDependencies } from '../command.ts';
import {
  connectionKinds,
  decideCompanies,
  joinAgency,
  listCompanies,
  pauseConnection,
  requireConnection,
  requireKind,
  setCompanyKeys,
  updateCompanies,
} from '../features/connectors/index.ts';
import { OperatorProblem } from '../platform/operator-problem.ts';
import { openSealedTexts } from '../platform/sealed-text.ts';
import { minuteText, tableLines } from '../platform/text-table.ts';

type ListedCompany = Awaited<ReturnType<typeof listCompanies>>['companies'][number];

function stateOf({ state, change, previousName, problem }: ListedCompany): string {
  if (state !== 'confirmed') return state;
  if (change === 'renamed') return `renamed, was ${previousName}`;
  return change ?? problem ?? 'confirmed';
}

const matchTexts = { id: 'its id', numbers: 'numbers', name: 'name', person: 'you' } as const;

async function requireAgency({ database }: Pick<CommandDependencies, 'database'>, name: string) {
  const connection = await requireConnection(database.kysely, name);
  if (!connection.isAgency)
    throw new OperatorProblem(`The connection ${name} is for one company. Add one with --agency for all.`);
  return connection;
}

function pausing(name: 'pause' | 'resume', summary: string): Command {
  return {
    name: `connections ${name}`,
    arguments: ['NAME'],
    summary,
    async run({ database, clock }, [connectionName = '']) {
      const connection = await requireConnection(database.kysely, connectionName);
      const handler = requireKind(connectionKinds, connection.kind);
      await database.transaction((transaction) =>
        pauseConnection(
          { transaction, by: { contactId: null, at: clock.now() } },
          handler,
          connection,
          name === 'pause',
        ),
      );
      return {
        lines: [
          name === 'pause'
            ? `${connectionName} is paused. Calls wait for 30 days: npm run cli -- connections resume ${connectionName}`
            : `${connectionName} goes on.`,
        ],
        json: { name: connectionName, paused: name === 'pause' },
      };
    },
  };
}

export const agencyCommands: readonly Command[] = [
  pausing('pause', 'Stop importing and reading calls of a connection; what comes waits.'),
  pausing('resume', 'Go on with a paused connection.'),
  {
    name: 'connections companies',
    arguments: ['NAME'],
    options: { look: { summary: 'ask the system for them first' } },
    summary: 'List the companies that an agency’s key sees, with their offices. No calls are read.',
    async run(dependencies, [name = ''], { look }) {
      const { database, stopped } = dependencies;
      const connection = await requireAgency(dependencies, name);
      if (look !== undefined) await updateCompanies(dependencies, connection, stopped);
      const { companies } = await listCompanies(database.kysely, name);
      return {
        lines:
          companies.length === 0
            ? [`No companies yet: npm run cli -- connections companies ${name} --look`]
            : tableLines([
                ['company', 'name', 'state', 'office', 'found by', 'signing key'],
                ...companies.map((one) => [
                  one.id,
                  one.name,
                  stateOf(one),
                  one.accountId ?? '',
                  one.matchedBy ? matchTexts[one.matchedBy] : '',
                  one.joined ?? (one.keySetAt ? `set ${minuteText(one.keySetAt)}` : 'none'),
                ]),
              ]),
        json: { companies },
      };
    },
  },
  {
    name: 'connections confirm',
    arguments: ['NAME'],
    options: {
      company: { value: 'ID', summary: 'this company; all that have an office and wait by default' },
      office: { value: 'ID', summary: 'its office, if that is not the proposed one' },
      'leave-out': { summary: 'never read its calls' },
    },
    summary: 'Confirm the offices of an agency’s companies, whose calls are read from then on.',
    async run(dependencies, [name = ''], { company, office, 'leave-out': leaveOut }) {
      const { database, clock } = dependencies;
      if (company === undefined && (office !== undefined || leaveOut !== undefined))
        throw new OperatorProblem('Name the company with --company.');
      const connection = await requireAgency(dependencies, name);
      const { companies } = await listCompanies(database.kysely, name, { view: 'waiting' });
      const state = leaveOut === undefined ? ('confirmed' as const) : ('left out' as const);
      const decisions =
        company === undefined
          ? companies.flatMap(({ id, accountId, change }) =>
              accountId !== null && change === null ? [{ id, state }] : [],
            )
          : [{ id: company, state, accountId: office }];
      await database.transaction((transaction) =>
        decideCompanies({ transaction, by: { contactId: null, at: clock.now() } }, connection, decisions),
      );
      const left = company === undefined ? companies.length - decisions.length : 0;
      return {
        lines: [
          `${counted(decisions.length, 'decision')} stored.`,
          ...(left > 0 ? [`${left} wait: choose their offices with --company and --office.`] : []),
        ],
        json: { name, decisions },
      };
    },
  },
  {
    name: 'connections keys',
    arguments: ['NAME'],
    summary:
      'Store signing keys of an agency’s companies, from standard input: a line for each, COMPANY KEY.',
    async run(dependencies, [name = '']) {
      const { database, clock, environment, input } = dependencies;
      const connection = await requireAgency(dependencies, name);
      const lines = (await text(input)).split('\n').filter((line) => line.trim() !== '');
      const keys = lines.map((line) => {
        const [id = '', key = '', ...more] = line.trim().split(/\s+/);
        if (key === '' || more.length > 0)
          throw new OperatorProblem('Give a line for each company: its id, a space, and its signing key.');
        return { id, key };
      });
      const sealedTexts = await openSealedTexts(environment);
      await database.transaction((transaction) =>
        setCompanyKeys(
          { transaction, sealedTexts, by: { contactId: null, at: clock.now() } },
          connection,
          keys,
          7,
        ),
      );
      return {
        lines: [`${counted(keys.length, 'key')} stored.`],
        json: { name, companies: keys.map(({ id }) => id) },
      };
    },
  },
  {
    name: 'connections join',
    arguments: ['NAME', 'COMPANY', 'SINGLE'],
    summary:
      'Let the connection of one company join an agency: its address and mapping stay, the agency’s key reads its calls.',
    async run(dependencies, [name = '', company = '', single = '']) {
      const { database, clock } = dependencies;
      const agency = await requireAgency(dependencies, name);
      const joining = await requireConnection(database.kysely, single);
      await database.transaction((transaction) =>
        joinAgency({ transaction, by: { contactId: null, at: clock.now() } }, agency, company, joining),
      );
      return {
        lines: [`${single} has joined ${name} for ${company}. Its own key of the API is deleted.`],
        json: { name, company, single },
      };
    },
  },
];
