import type { Command } from '../command.ts';
import {
  addTeamMember,
  changeTeamMember,
  type ChosenScope,
  listTeamMembers,
  removeTeamMember,
  type TeamMember,
} from '../features/team/index.ts';
import { OperatorProblem } from '../platform/operator-problem.ts';
import { minuteText, tableLines } from '../platform/text-table.ts';

type Options = Readonly<Record<string, string | undefined>>;

const items = (text: string) =>
  text
    .split(',')
    .map((item) => item.trim())
    .filter(Boolean);

/** Undefined without an option. */
function scopeOf({ accounts, 'all-accounts': all }: Options): ChosenScope | undefined {
  if (accounts !== undefined && all !== undefined)
    throw new OperatorProblem('Use --all-accounts or --accounts, not both.');
  if (all !== undefined) return 'all';
  return accounts === undefined ? undefined : items(accounts);
}

const changesOf = ({ name, phone, role, languages, ...options }: Options) => ({
  name,
  phone,
  roles: role === undefined ? undefined : items(role),
  scope: scopeOf(options),
  languages: languages === undefined ? undefined : items(languages),
});

const memberLines = (members: readonly TeamMember[]): string[] =>
  tableLines([
    ['name', 'email', 'roles', 'accounts', 'languages', 'password', 'last seen'],
    ...members.map(({ name, email, roles, allAccounts, accountIds, languages, activated, lastSeenAt }) => [
      name,
      email,
      roles.join(','),
      allAccounts ? 'all' : accountIds.join(','),
      languages.join(','),
      activated ? 'yes' : 'no',
      lastSeenAt ? minuteText(lastSeenAt.toISOString()) : '-',
    ]),
  ]);

const options = {
  name: { value: 'NAME', summary: 'name of the person' },
  role: {
    value: 'ROLES',
    summary:
      'scorer, scoring-lead, account-manager or designer, and operator for a new person; several with commas',
  },
  'all-accounts': { summary: 'works for all accounts, also for those that come later' },
  accounts: { value: 'IDS', summary: 'works for these accounts and those below them; ids with commas' },
  languages: { value: 'CODES', summary: 'languages of the person, such as en,es; en by default' },
  phone: { value: 'NUMBER', summary: 'number for codes by text message' },
};

/** The provider's people. */
export const teamCommands: readonly Command[] = [
  {
    name: 'team add',
    arguments: ['EMAIL'],
    options,
    summary: 'Add a person to the provider’s team: a new one, or an operator without accounts.',
    async run({ database, clock }, [email = ''], given) {
      const member = await addTeamMember({ database, clock }, email, changesOf(given));
      return {
        lines: [
          ...memberLines([member]),
          ...(member.activated
            ? []
            : [
                `Print a link to choose a password: npm run --silent cli -- setup-link ${member.email}`,
                `Or mail it: npm run --silent cli -- invite ${member.email}`,
              ]),
        ],
        json: member,
      };
    },
  },
  {
    name: 'team list',
    arguments: [],
    summary: 'List the provider’s team by name: roles, accounts, languages, last use. Times are in UTC.',
    async run({ database }) {
      const members = await listTeamMembers(database.kysely);
      return {
        lines: members.length === 0 ? ['There is nobody in the team.'] : memberLines(members),
        json: { members },
      };
    },
  },
  {
    name: 'team change',
    arguments: ['EMAIL'],
    options: { ...options, email: { value: 'EMAIL', summary: 'new email address; signs the person out' } },
    summary: 'Change the roles, accounts, languages, name, email or phone of a member of the team.',
    async run({ database, clock }, [email = ''], given) {
      const changes = { ...changesOf(given), email: given['email'] };
      const member = await changeTeamMember({ database, clock }, email, changes);
      return { lines: memberLines([member]), json: member };
    },
  },
  {
    name: 'team remove',
    arguments: ['EMAIL'],
    summary: 'Remove a person from the team: sign them out and take their roles. Operators stay operators.',
    async run({ database, clock }, [email = '']) {
      const removed = await removeTeamMember({ database, clock }, email);
      const { ended, staysOperator } = removed;
      return {
        lines: [
          `${removed.email} is no longer in the team${ended === 0 ? '' : `, and signed out: ${ended} session${ended === 1 ? '' : 's'}`}.`,
          ...(staysOperator
            ? [`The role operator stays: npm run cli -- roles ${removed.email} --remove operator`]
            : []),
        ],
        json: removed,
      };
    },
  },
];
