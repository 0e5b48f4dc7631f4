import { resolve } from 'node:path';
import type { Command, CommandResult } from '../command.ts';
import {
  applyRetention,
  countPerson,
  countRetention,
  erasePerson,
  exportPerson,
  findPerson,
  type PersonCounts,
  requestedPerson,
  type RetentionCounts,
} from '../features/personal-data/index.ts';
import { recordCommandRun } from '../platform/command-runs.ts';

const personOptions = {
  phone: { value: 'NUMBER', summary: 'their number, such as +13035550110' },
  email: { value: 'EMAIL', summary: 'their e-mail address' },
};

const retentionLines = (counts: RetentionCounts) => [
  `Recordings: ${counts.recordings}`,
  `Calls without names and numbers: ${counts.calls}`,
  `Rows of patient lists without names: ${counts.patients}`,
  `Entries of the access log: ${counts.accessLog}`,
];

const personLines = (counts: PersonCounts) => [
  `Calls: ${counts.calls}, with ${counts.recordings} recordings`,
  `Appointments: ${counts.appointments}`,
  `Rows of patient lists: ${counts.patients}`,
  `Contacts: ${counts.contacts}`,
];

/** What the portal cannot erase. */
const outside =
  'Backups, exports that were handed over, and the receivers of webhooks still have what they had. Erase it there too.';

/** The commands for data of people that is not kept forever. */
export const personalDataCommands: readonly Command[] = [
  {
    name: 'retention',
    arguments: [],
    options: { 'dry-run': { summary: 'only count what is too old' } },
    summary: 'Remove what is older than the RETENTION settings allow, as every night.',
    async run(dependencies, _values, options): Promise<CommandResult> {
      const { database, clock, stopped } = dependencies;
      if (options['dry-run'] !== undefined) {
        const counts = await countRetention(dependencies);
        return {
          lines: ['Nothing was removed. It would be:', ...retentionLines(counts)],
          json: { dryRun: true, ...counts },
        };
      }
      const startedAt = clock.now();
      const counts = await applyRetention(dependencies, { stopped });
      await recordCommandRun(
        { database: database.kysely, clock },
        { command: 'retention', startedAt, counts: { ...counts } },
      );
      return { lines: ['Removed:', ...retentionLines(counts)], json: { dryRun: false, ...counts } };
    },
  },
  {
    name: 'person export',
    arguments: ['FOLDER'],
    options: personOptions,
    summary: 'Write everything about a person into a new folder, with the recordings of their calls.',
    async run(dependencies, [folder = ''], options) {
      const { database, clock } = dependencies;
      const person = requestedPerson(options);
      const startedAt = clock.now();
      const counts = await exportPerson(dependencies, person, resolve(folder));
      await recordCommandRun(
        { database: database.kysely, clock },
        { command: 'person export', startedAt, counts: { ...counts } },
      );
      return {
        lines: [
          `Written to ${resolve(folder)}:`,
          ...personLines(counts),
          `Other texts that name them: ${counts.mentions}`,
        ],
        json: { folder: resolve(folder), ...counts },
      };
    },
  },
  {
    name: 'person erase',
    arguments: [],
    options: { ...personOptions, yes: { summary: 'erase; without it the rows are only counted' } },
    summary:
      'Erase a person from calls, recordings, appointments, patient lists, messages and contacts; figures stay.',
    async run(dependencies, _values, options) {
      const { database, clock } = dependencies;
      const person = requestedPerson(options);
      if (options['yes'] === undefined) {
        const counts = await countPerson(database.kysely, await findPerson(database.kysely, person));
        return {
          lines: ['Nothing was erased. With --yes it is:', ...personLines(counts), outside],
          json: { erased: false, ...counts },
        };
      }
      const startedAt = clock.now();
      const counts = await erasePerson(dependencies, person);
      await recordCommandRun(
        { database: database.kysely, clock },
        { command: 'person erase', startedAt, counts: { ...counts } },
      );
      return {
        lines: ['Erased:', ...personLines(counts), `Other texts that named them: ${counts.texts}`, outside],
        json: { erased: true, ...counts },
      };
    },
  },
];
