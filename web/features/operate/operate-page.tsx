import { Alert, Skeleton, Text } from '@mantine/core';
import {
  maxAccessEntries,
  type OperatedApiKey,
  type operateOverview,
  type Queue,
} from '@mailcall/contract/operate.ts';
import { thousands } from '@mailcall/contract/rules/rates.ts';
import type { RouteReply } from '@mailcall/contract/wire/route.ts';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Answer } from '../../ui/answer.tsx';
import { TableCard } from '../../ui/data-table.tsx';
import { asOfText } from '../../ui/dates.ts';
import { PageHeading } from '../../ui/page-heading.tsx';
import { SearchField } from '../../ui/search-field.tsx';
import { accessQuery, accountsQuery, contactsQuery, overviewQuery } from './api.ts';
import { LongTable, OperateSection, ShortTable } from './operate-table.tsx';
import classes from './operate.module.css';

type Overview = RouteReply<typeof operateOverview>;

/** How long typing pauses before a list is searched, in milliseconds. */
const searchDelay = 400;

const time = (instant: string | null, otherwise: string) =>
  instant === null ? otherwise : asOfText(instant, new Date());

const queueNames: Readonly<Record<Queue['kind'], string>> = {
  jobs: 'Jobs',
  messages: 'Messages',
  imports: 'Imports',
  'portal changes': 'Portal changes',
  webhooks: 'Webhook',
};

function queueName({ kind, name }: Queue): string {
  if (kind === 'imports' || kind === 'portal changes') return queueNames[kind];
  return `${queueNames[kind]}: ${name}`;
}

function keyState({ state, revokedAt, expiresAt }: OperatedApiKey): string {
  if (state === 'revoked') return `Revoked ${time(revokedAt, '')}`;
  if (state === 'expired') return `Expired ${time(expiresAt, '')}`;
  return expiresAt === null ? 'Active' : `Until ${time(expiresAt, '')}`;
}

/** The page of /operate: what runs here and what waits, for operators. It changes nothing. */
export function OperatePage() {
  const overview = useQuery(overviewQuery());
  return (
    <div className={classes.page}>
      <div>
        <PageHeading title="Operate" />
        <Text size="sm" c="dimmed" maw={620}>
          What runs here and what waits. Changes are made with the command line.
        </Text>
      </div>
      <Answer query={overview} skeleton={<Skeleton h={320} radius="md" />}>
        {(data) => <OverviewSections overview={data} />}
      </Answer>
      <AccountsAndContacts />
      <AccessLog />
    </div>
  );
}

function OverviewSections({ overview }: { overview: Overview }) {
  const { warnings, queues, apiKeys, grants } = overview;
  return (
    <>
      {warnings.length === 0 ? null : (
        <Alert color="yellow" variant="light" icon={<IconAlertTriangle aria-hidden />}>
          {warnings.map((warning) => (
            <Text key={warning} size="sm">
              {warning}
            </Text>
          ))}
        </Alert>
      )}
      <OperateSection title="Queues">
        <ShortTable
          label="Queues"
          rows={queues}
          rowKey={({ kind, name }) => `${kind} ${name}`}
          empty="Nothing waits"
          columns={[
            { title: 'Queue', text: queueName },
            { title: 'Waiting', text: ({ waiting }) => thousands(waiting), width: 110 },
            { title: 'Running', text: ({ running }) => thousands(running), width: 110 },
            { title: 'Failed', text: ({ failed }) => thousands(failed), width: 110 },
            { title: 'Oldest', text: ({ oldestAt }) => time(oldestAt, '-'), width: 180 },
          ]}
        />
      </OperateSection>
      <OperateSection title="API Keys">
        <ShortTable
          label="API keys"
          rows={apiKeys}
          rowKey={({ id }) => id}
          empty="There is no API key"
          columns={[
            { title: 'Name', text: ({ name }) => name },
            { title: 'System', text: ({ system }) => system, width: 150 },
            { title: 'Key', text: ({ prefix }) => `${prefix}…`, width: 150 },
            { title: 'Scopes', text: ({ scopes }) => scopes.join(', '), width: 200 },
            { title: 'Last used', text: ({ lastUsedAt }) => time(lastUsedAt, 'Never'), width: 150 },
            { title: 'State', text: keyState, width: 170 },
          ]}
        />
      </OperateSection>
      <OperateSection title="Scoreboard Grants">
        <ShortTable
          label="Scoreboard grants"
          rows={grants}
          rowKey={({ id }) => id}
          empty="There is no scoreboard grant"
          columns={[
            { title: 'Contact', text: ({ email, contactId }) => email ?? contactId },
            { title: 'Accounts', text: ({ accountIds }) => accountIds.join(', ') },
            {
              title: 'State',
              text: ({ state }) => `${state[0]?.toUpperCase()}${state.slice(1)}`,
              width: 110,
            },
            { title: 'Opened', text: ({ openedAt }) => time(openedAt, '-'), width: 170 },
            { title: 'Ends', text: ({ endsAt }) => time(endsAt, ''), width: 170 },
          ]}
        />
      </OperateSection>
      <VersionSection version={overview.version} />
    </>
  );
}

function VersionSection({ version }: { version: Overview['version'] }) {
  const facts = [
    ['Mailcall', version.release],
    ['Migration', `${version.migration}, ${time(version.migratedAt, '')}`],
    ['Node', version.node],
    ['PostgreSQL', `${version.database}${version.embedded ? ', embedded' : ''}`],
    ['Database', version.databaseId],
  ] as const;
  return (
    <OperateSection title="Version">
      <TableCard>
        <dl className={classes.facts}>
          {facts.map(([name, value]) => (
            <div key={name}>
              <dt>{name}</dt>
              <dd>{value}</dd>
            </div>
          ))}
        </dl>
      </TableCard>
    </OperateSection>
  );
}

/** The accounts and the contacts, with one search for both. */
function AccountsAndContacts() {
  const [search, setSearch] = useState('');
  return (
    <>
      <div className={classes.search}>
        <SearchField
          label="Search accounts and contacts"
          value={search}
          wait={searchDelay}
          onSearch={setSearch}
        />
      </div>
      <Accounts key={`accounts ${search}`} search={search} />
      <Contacts key={`contacts ${search}`} search={search} />
    </>
  );
}

function Accounts({ search }: { search: string }) {
  const [page, setPage] = useState(1);
  const query = useQuery(accountsQuery({ search, page }));
  return (
    <OperateSection title="Accounts">
      <LongTable
        label="Accounts"
        query={query}
        rowKey={({ id }) => id}
        empty="No account found"
        page={page}
        onPage={setPage}
        columns={[
          { title: 'Name', text: ({ name }) => name },
          { title: 'Id', text: ({ id }) => id, width: 190 },
          { title: 'Account above', text: ({ parentId }) => parentId ?? '-', width: 170 },
          { title: 'Contacts', text: ({ contactsCount }) => thousands(contactsCount), width: 90 },
          { title: 'Last call', text: ({ lastCallAt }) => time(lastCallAt, 'None'), width: 160 },
          { title: 'Data changed', text: ({ changedAt }) => time(changedAt, 'Never'), width: 160 },
        ]}
      />
    </OperateSection>
  );
}

function Contacts({ search }: { search: string }) {
  const [page, setPage] = useState(1);
  const query = useQuery(contactsQuery({ search, page }));
  return (
    <OperateSection title="Contacts">
      <LongTable
        label="Contacts"
        query={query}
        rowKey={({ id }) => id}
        empty="No contact found"
        page={page}
        onPage={setPage}
        columns={[
          { title: 'Name', text: ({ name }) => name, width: 200 },
          { title: 'Email', text: ({ email }) => email },
          {
            title: 'Roles',
            text: ({ feedRoles, portalRoles }) =>
              [...new Set([...feedRoles, ...portalRoles])].join(', ') || '-',
            width: 170,
          },
          { title: 'Accounts', text: ({ accountIds }) => thousands(accountIds.length), width: 90 },
          { title: 'Password', text: ({ activated }) => (activated ? 'Set' : 'None'), width: 100 },
          { title: 'Last seen', text: ({ lastSeenAt }) => time(lastSeenAt, '-'), width: 160 },
        ]}
      />
    </OperateSection>
  );
}

function AccessLog() {
  const [page, setPage] = useState(1);
  const query = useQuery(accessQuery({ page }));
  return (
    <OperateSection title="Access Log">
      <LongTable
        label="Access log"
        query={query}
        rowKey={({ at, accountId, contactId, action, subjectId }) =>
          [at, accountId, contactId, action, subjectId].join(' ')
        }
        empty="Nothing has been opened yet"
        page={page}
        onPage={setPage}
        columns={[
          { title: 'When', text: ({ at }) => time(at, ''), width: 160 },
          { title: 'Contact', text: ({ email, contactId }) => email ?? contactId },
          { title: 'Account', text: ({ accountId }) => accountId, width: 190 },
          { title: 'Action', text: ({ action }) => action, width: 110 },
          { title: 'What', text: ({ kind, subjectId }) => `${kind} ${subjectId}` },
        ]}
      />
      <Text size="xs" c="dimmed">
        The last {thousands(maxAccessEntries)} entries. The command line lists all of them.
      </Text>
    </OperateSection>
  );
}
