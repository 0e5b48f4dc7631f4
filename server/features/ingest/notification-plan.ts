import { allowedFrequencies } from '@mailcall/contract/rules/alert-types.ts';
import { feedFile } from './feed-files.ts';
import type { MergePlan } from './merge-plan.ts';
import { leaveOldValues, rejectTakenValues, type UniqueValue } from './unique-values.ts';

/** One setting per contact, alert and account. */
const receiver: UniqueValue = {
  table: 'notification_settings',
  column: 'contact_id',
  value: (row) =>
    `case when not ${row}.deleted then jsonb_build_array(${row}.account_id, ${row}.contact_id, ${row}.alert_type)::text end`,
  reason: "'has this alert already by notification setting ' || taken.first_id",
};

const frequencies = `'${JSON.stringify(allowedFrequencies)}'::jsonb`;

export const notificationSettingsPlan: MergePlan = {
  file: feedFile('notification-settings'),
  together: true,
  account: 'own',
  versioned: false,
  reads: (sent) => [{ table: 'team_members', by: 'contact_id', of: sent('contact_id') }],
  checks: [
    {
      column: 'contact_id',
      when: 'exists (select 1 from team_members team where team.contact_id = next.contact_id)',
      reason: "'names a member of the provider''s team, who gets no alerts of offices'",
    },
    {
      column: 'frequency',
      when: `not (${frequencies} -> next.alert_type) ? next.frequency`,
      reason: `'does not fit the ' || next.alert_type`,
    },
  ],
  references: [{ column: 'contact_id', tables: ['contacts'], sameAccount: false }],

  validate: ({ database }) => rejectTakenValues(database, receiver),
  makeRoom: ({ database }) => leaveOldValues(database, receiver, `contact_id = 'moving:' || target.id`),
};
