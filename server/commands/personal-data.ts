import { resolve } from 'node:path';
import type { Command, CommandResult } from '../command.ts';
import {
  allowPerson,
  applyRetention,
  countRetention,
  erasePerson,
  exportPerson,
  type FoundPerson,
  type PersonCounts,
  previewErasure,
  requestedPerson,
  type RetentionCounts,
  sharedHint,
} from '../features/personal-data/index.ts';
import { recordCommandRun } from '../platform/command-runs.ts';
import { OperatorProblem } from '../platform/operator-problem.ts';

const personOptions = {
  phone: { value: 'NUMBER', summary: 'their number, such as +13035550110' },
  email: { value: 'EMAIL', summary: 'their email address' },
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

/** Shows a mistyped number. */
const whoLines = ({ contacts, names, marks }: FoundPerson) => [
  ...contacts.map(({ name, email }) => `Contact: ${name}, ${email}`),
  ...names.map(
    ({ name, accountId, kind, count }) =>
      `${rowsOf[kind]} of account ${accountId}: ${name ?? 'without a name'} (${count})`,
  ),
  `Replaced in texts: ${[...marks.numbers, ...marks.emails, ...marks.names].join(', ')}`,
];
const rowsOf = { call: 'Calls', appointment: 'Appointments', patient: 'Patients' };

const outside =
  'Backups, exports that were handed over, and the receivers of webhooks still have what they had. Erase it there too.';

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
          ...(counts.missingRecordings > 0
            ? [`Recordings that are not in the file store: ${counts.missingRecordings}`]
            : []),
        ],
        json: { folder: resolve(folder), ...counts },
      };
    },
  },
  {
    name: 'person erase',
    arguments: [],
    options: {
      ...personOptions,
      yes: { value: 'COUNT', summary: 'erase; COUNT is what it says without this option' },
      shared: { summary: 'erase the rows of everyone with this number' },
    },
    summary:
      'Erase a person from calls, recordings, appointments, patient lists, messages and contacts; figures stay.',
    async run(dependencies, _values, options) {
      const person = requestedPerson(options);
      if (options['yes'] === undefined) {
        const { found, counts, total } = await previewErasure(dependencies, person);
        return {
          lines: [
            'Nothing was erased. This would be:',
            ...whoLines(found),
            ...personLines(counts),
            `Texts that name them: ${counts.texts}`,
            ...(found.sharedBy.length > 0 ? ['Others have this number.', ...found.sharedBy, sharedHint] : []),
            `Look who that is. To erase it, add --yes ${total}${found.sharedBy.length > 0 ? ' --shared' : ''}.`,
            outside,
          ],
          json: {
            erased: false,
            ...counts,
            total,
            contactsFound: found.contacts,
            names: found.names,
            marks: found.marks,
            sharedBy: found.sharedBy,
          },
        };
      }
      if (!/^\d{1,9}$/.test(options['yes']))
        throw new OperatorProblem('Run it without --yes first, and give the count that it says: --yes 14.');
      const { counts, left, files } = await erasePerson(dependencies, person, {
        total: Number(options['yes']),
        shared: options['shared'] !== undefined,
      });
      return {
        lines: [
          'Erased:',
          ...personLines(counts),
          `Texts that named them: ${counts.texts}`,
          ...(files.failed > 0
            ? [`Files that could not be removed yet: ${files.failed}. A worker tries again.`]
            : []),
          ...Object.entries(left).map(([column, count]) => `Still named in ${column}: ${count}`),
          outside,
        ],
        json: { erased: true, ...counts, left, filesNotRemoved: files.failed },
      };
    },
  },
  {
    name: 'person allow',
    arguments: [],
    options: personOptions,
    summary: 'Take rows with the number or email address of an erased person from feeds again.',
    async run(dependencies, _values, options) {
      const allowed = await allowPerson(dependencies, requestedPerson(options));
      return {
        lines: [allowed ? 'Feeds can bring this person again.' : 'This person is not among the erased ones.'],
        json: { allowed },
        incomplete: !allowed,
      };
    },
  },
];
