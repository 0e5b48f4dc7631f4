import { Checkbox, Text } from '@mantine/core';
import {
  type AccessEntry,
  maxAccessEntries,
  maxDeliveries,
  type OperatedContact,
} from '@mailcall/contract/operate.ts';
import { locationTexts } from '@mailcall/contract/mailing-zones.ts';
import { thousands } from '@mailcall/contract/rules/rates.ts';
import { useQuery } from '@tanstack/react-query';
import { useChangeAddress } from '../../platform/address.ts';
import { SearchField } from '../../ui/search-field.tsx';
import { accessQuery, accountsQuery, changes, contactsQuery, deliveriesQuery } from './api.ts';
import { type OperateState, withDeliveries, withSearch } from './operate-address.ts';
import { LongTable, OperateSection, timeText } from './operate-table.tsx';
import classes from './operate.module.css';

/** Milliseconds of a typing pause before searching. */
const searchDelay = 400;

export function AccountsAndContacts({ state }: { state: OperateState }) {
  const changeAddress = useChangeAddress();
  return (
    <>
      <div className={classes.search}>
        <SearchField
          label="Search accounts and contacts"
          value={state.search}
          wait={searchDelay}
          onSearch={(text, replace) => changeAddress(withSearch(text), { replace })}
        />
      </div>
      <Accounts state={state} />
      <Contacts state={state} />
    </>
  );
}

function Accounts({ state: { search, pages } }: { state: OperateState }) {
  const query = useQuery(accountsQuery({ search, page: pages.accounts }));
  return (
    <OperateSection title="Accounts">
      <LongTable
        label="Accounts"
        query={query}
        rowKey={({ id }) => id}
        empty="No account found"
        list="accounts"
        pages={pages}
        columns={[
          { title: 'Name', text: ({ distinctName }) => distinctName },
          { title: 'Id', text: ({ id }) => id, width: 190 },
          { title: 'Account above', text: ({ parentId }) => parentId ?? '-', width: 170 },
          { title: 'Time zone', text: ({ timeZone }) => timeZone, width: 160 },
          {
            title: 'Place on maps',
            text: ({ locationSource }) => (locationSource === null ? 'None' : locationTexts[locationSource]),
            width: 150,
          },
          { title: 'Contacts', text: ({ contactsCount }) => thousands(contactsCount), width: 90 },
          { title: 'Last call', text: ({ lastCallAt }) => timeText(lastCallAt, 'None'), width: 150 },
          { title: 'Data changed', text: ({ changedAt }) => timeText(changedAt, 'Never'), width: 150 },
        ]}
      />
    </OperateSection>
  );
}

function passwordText({ activated, invitedUntil }: OperatedContact): string {
  if (activated) return 'Set';
  return invitedUntil === null ? 'None' : `Invited until ${timeText(invitedUntil, '')}`;
}

function Contacts({ state: { search, pages } }: { state: OperateState }) {
  const query = useQuery(contactsQuery({ search, page: pages.contacts }));
  return (
    <OperateSection title="Contacts">
      <LongTable
        label="Contacts"
        query={query}
        rowKey={({ id }) => id}
        empty="No contact found"
        list="contacts"
        pages={pages}
        columns={[
          { title: 'Name', text: ({ name }) => name, width: 190 },
          { title: 'Email', text: ({ email }) => email },
          {
            title: 'Roles',
            text: ({ feedRoles, portalRoles }) =>
              [...new Set([...feedRoles, ...portalRoles])].join(', ') || '-',
            width: 170,
          },
          { title: 'Accounts', text: ({ accountIds }) => thousands(accountIds.length), width: 90 },
          { title: 'Password', text: passwordText, width: 150 },
          { title: 'Last seen', text: ({ lastSeenAt }) => timeText(lastSeenAt, '-'), width: 150 },
          {
            title: 'Change',
            text: () => '',
            width: 120,
            change: ({ id, name }) => ({
              label: 'Sign out',
              subject: name,
              question: `Sign ${name} out everywhere? Passkeys are removed, and browsers need a second step again.`,
              done: `${name} is signed out everywhere.`,
              change: () => changes.endContactSessions(id),
            }),
          },
        ]}
      />
    </OperateSection>
  );
}

export function Deliveries({ state: { failedOnly, pages } }: { state: OperateState }) {
  const changeAddress = useChangeAddress();
  const query = useQuery(deliveriesQuery({ failedOnly, page: pages.deliveries }));
  return (
    <OperateSection
      title="Webhook deliveries"
      aside={
        <Checkbox
          label="Only failed ones"
          checked={failedOnly}
          onChange={(event) => changeAddress(withDeliveries(event.currentTarget.checked))}
        />
      }
    >
      <LongTable
        label="Webhook deliveries"
        query={query}
        rowKey={({ webhookId, at, file, rowId }) => [webhookId, at, file, rowId].join(' ')}
        empty={failedOnly ? 'No delivery has failed' : 'Nothing was sent to a webhook'}
        list="deliveries"
        pages={pages}
        columns={[
          { title: 'What', text: ({ file, rowId }) => `${file} ${rowId}` },
          { title: 'Webhook', text: ({ url, webhookId }) => url ?? webhookId },
          { title: 'Account', text: ({ accountId }) => accountId ?? '-', width: 190 },
          { title: 'Last attempt', text: ({ at }) => timeText(at, ''), width: 150 },
          { title: 'Attempts', text: ({ attempts }) => thousands(attempts), width: 90 },
          {
            title: 'State',
            text: ({ deliveredAt, failure }) => (deliveredAt === null ? (failure ?? 'Failed') : 'Delivered'),
            isWrong: ({ deliveredAt }) => deliveredAt === null,
            width: 240,
          },
        ]}
      />
      <Limit count={maxDeliveries} total={query.data?.meta.total_count} text="" />
    </OperateSection>
  );
}

function Limit({ count, total, text }: { count: number; total: number | undefined; text: string }) {
  if (total === undefined || total < count) return null;
  return (
    <Text size="xs" c="dimmed">
      The last {thousands(count)} entries. {text}
    </Text>
  );
}

/** Account of a use; a list read by an operator has several or none. */
const accountsText = ({ accountId, moreAccounts }: AccessEntry): string =>
  moreAccounts === 0 ? (accountId ?? '-') : `${accountId} and ${thousands(moreAccounts)} more`;

export function AccessLog({ state: { pages } }: { state: OperateState }) {
  const query = useQuery(accessQuery({ page: pages.access }));
  return (
    <OperateSection title="Access log">
      <LongTable
        label="Access log"
        query={query}
        rowKey={({ at, accountId, contactId, action, kind, subjectId }) =>
          [at, accountId, contactId, action, kind, subjectId].join(' ')
        }
        empty="Nothing has been opened yet"
        list="access"
        pages={pages}
        columns={[
          { title: 'When', text: ({ at }) => timeText(at, ''), width: 160 },
          {
            title: 'Contact',
            text: ({ email, contactId, teamRole }) =>
              (email ?? contactId) + (teamRole === null ? '' : ` (${teamRole})`),
          },
          { title: 'Account', text: accountsText, width: 190 },
          { title: 'Action', text: ({ action }) => action, width: 110 },
          { title: 'What', text: ({ kind, subjectId }) => `${kind} ${subjectId}`.trim() },
        ]}
      />
      <Limit
        count={maxAccessEntries}
        total={query.data?.meta.total_count}
        text="The command line lists all of them."
      />
    </OperateSection>
  );
}
