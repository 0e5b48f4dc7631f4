import { accountsOfChange } from '@mailcall/contract/rules/team-roles.ts';
import { Alert, Skeleton, Stack, Text } from '@mantine/core';
import type {
  OperatedApiKey,
  OperatedMessage,
  OperatedWebhook,
  operateOverview,
  Queue,
} from '@mailcall/contract/operate.ts';
import { thousands } from '@mailcall/contract/rules/rates.ts';
import type { RouteReply } from '@mailcall/contract/wire/route.ts';
import { IconAlertTriangle } from '@tabler/icons-react';
import { TableCard } from '../../ui/data-table.tsx';
import { Connections, Parked } from './connection-sections.tsx';
import { changes } from './api.ts';
import { ChangeButton } from './change-button.tsx';
import { OperateSection, ShortTable, timeText } from './operate-table.tsx';
import classes from './operate.module.css';

type Overview = RouteReply<typeof operateOverview>;

export function OverviewSections({ overview }: { overview: Overview }) {
  const { warnings, queues, messages, webhooks, connections, parked, apiKeys, grants, roleChanges } =
    overview;
  return (
    <>
      {warnings.length === 0 ? null : (
        <Alert color="yellow" variant="light" icon={<IconAlertTriangle aria-hidden />}>
          <Stack gap="xs">
            {warnings.map((warning) => (
              <Text key={warning} size="sm">
                {warning}
              </Text>
            ))}
          </Stack>
        </Alert>
      )}
      <Queues queues={queues} webhooks={webhooks} />
      <UnsentMessages messages={messages} />
      <Connections connections={connections} />
      {parked.length > 0 && <Parked parked={parked} />}
      <ApiKeys apiKeys={apiKeys} />
      <Grants grants={grants} />
      <RoleChanges roleChanges={roleChanges} />
      <Webhooks webhooks={webhooks} />
    </>
  );
}

/** Last column; its control replaces the text. */
const changeColumn = { title: 'Change', text: () => '', width: 130 };

const overviewTitles = [
  'Queues',
  'Messages not sent',
  'Connections',
  'API keys',
  'Scoreboard grants',
  'Roles given and taken',
  'Webhooks',
];

export function LoadingSections() {
  return (
    <div className={classes.page}>
      {overviewTitles.map((title) => (
        <OperateSection key={title} title={title}>
          <Skeleton h={180} radius="md" />
        </OperateSection>
      ))}
    </div>
  );
}

const queueNames: Readonly<Record<Queue['kind'], string>> = {
  jobs: 'Jobs',
  messages: 'Messages',
  imports: 'Imports',
  'portal changes': 'Portal changes',
  webhooks: 'Webhook',
};

function queueName({ kind, name }: Queue, webhooks: readonly OperatedWebhook[]): string {
  if (kind === 'imports' || kind === 'portal changes') return queueNames[kind];
  const url = kind === 'webhooks' ? webhooks.find(({ id }) => id === name)?.url : undefined;
  return `${queueNames[kind]}: ${url ?? name}`;
}

const byFailures = (one: Queue, other: Queue) => Number(other.failed > 0) - Number(one.failed > 0);

function Queues({ queues, webhooks }: Pick<Overview, 'queues' | 'webhooks'>) {
  return (
    <OperateSection title="Queues">
      <ShortTable
        label="Queues"
        rows={queues.toSorted(byFailures)}
        rowKey={({ kind, name }) => `${kind} ${name}`}
        empty="Nothing waits"
        columns={[
          {
            title: 'Queue',
            text: (queue) => queueName(queue, webhooks),
            problem: ({ problem }) => problem,
          },
          { title: 'Waiting', text: ({ waiting }) => thousands(waiting), width: 110 },
          { title: 'Running', text: ({ running }) => thousands(running), width: 110 },
          {
            title: 'Failed',
            text: ({ failed }) => thousands(failed),
            isWrong: ({ failed }) => failed > 0,
            width: 110,
          },
          { title: 'Oldest', text: ({ oldestAt }) => timeText(oldestAt, '-'), width: 180 },
          {
            ...changeColumn,
            change: ({ kind, name, failed }) =>
              kind === 'jobs' && failed > 0
                ? {
                    label: 'Try Again',
                    subject: name,
                    question: `Run again what failed of “${name}”?`,
                    done: 'It is tried again.',
                    change: () => changes.retryJobs(name),
                  }
                : null,
          },
        ]}
      />
    </OperateSection>
  );
}

function messageState({ failure, givenUpAt }: OperatedMessage): string {
  if (givenUpAt !== null) return `Given up: ${failure ?? ''}`;
  return failure === null ? 'Waits' : `Tried again: ${failure}`;
}

const listedIds = 3;

function shortList(ids: readonly string[] | null): string {
  if (ids === null) return 'All';
  const more = ids.length - listedIds;
  // one more takes no more space than its number
  return more > 1 ? `${ids.slice(0, listedIds).join(', ')} and ${thousands(more)} more` : ids.join(', ');
}

const displayedMessages = 10;

function UnsentMessages({ messages }: Pick<Overview, 'messages'>) {
  return (
    <OperateSection title="Messages not sent">
      <ShortTable
        label="Messages not sent"
        rows={messages.slice(0, displayedMessages)}
        rowKey={({ id }) => id}
        empty="Every message was sent"
        columns={[
          { title: 'To', text: ({ recipient }) => recipient },
          {
            title: 'Message',
            text: ({ channel, subject }) => subject ?? (channel === 'sms' ? 'Text message' : 'Email'),
          },
          { title: 'Written', text: ({ writtenAt }) => timeText(writtenAt, ''), width: 150 },
          { title: 'Valid until', text: ({ goodUntil }) => timeText(goodUntil, ''), width: 150 },
          { title: 'State', text: messageState, isWrong: ({ failure }) => failure !== null, width: 280 },
          {
            ...changeColumn,
            change: ({ id, recipient }) => ({
              label: 'Send again',
              subject: recipient,
              question: `Send this message to ${recipient} again?`,
              done: 'It is sent again.',
              change: () => changes.resendMessage(id),
            }),
          },
        ]}
      />
      {messages.length > displayedMessages && (
        <Text size="xs" c="dimmed">
          The newest {displayedMessages}. The command line lists more of them.
        </Text>
      )}
    </OperateSection>
  );
}

function webhookState({ waiting, paused }: OperatedWebhook): string {
  const parts = [
    ...(paused > 0 ? [`Paused for ${paused === 1 ? 'one account' : `${thousands(paused)} accounts`}`] : []),
    ...(waiting > 0 ? [`${thousands(waiting)} waiting`] : []),
  ];
  return parts.join(', ') || 'Up to date';
}

function Webhooks({ webhooks }: Pick<Overview, 'webhooks'>) {
  return (
    <OperateSection title="Webhooks">
      <ShortTable
        label="Webhooks"
        rows={webhooks}
        rowKey={({ id }) => id}
        empty="There is no webhook"
        columns={[
          { title: 'Address', text: ({ url }) => url },
          { title: 'Accounts', text: ({ accountIds }) => shortList(accountIds), width: 200 },
          { title: 'Events', text: ({ files }) => shortList(files), width: 200 },
          { title: 'State', text: webhookState, isWrong: ({ paused }) => paused > 0, width: 190 },
          {
            ...changeColumn,
            change: ({ id, url, paused }) =>
              paused > 0
                ? {
                    label: 'Resume',
                    subject: url,
                    question: `Send to ${url} again? It gets what it missed, in order.`,
                    done: 'The webhook goes on.',
                    change: () => changes.resumeWebhook(id),
                  }
                : null,
          },
        ]}
      />
    </OperateSection>
  );
}

function keyState({ state, revokedAt, expiresAt }: OperatedApiKey): string {
  if (state === 'revoked') return `Revoked ${timeText(revokedAt, '')}`;
  if (state === 'expired') return `Expired ${timeText(expiresAt, '')}`;
  return expiresAt === null ? 'Active' : `Until ${timeText(expiresAt, '')}`;
}

function ApiKeys({ apiKeys }: Pick<Overview, 'apiKeys'>) {
  return (
    <OperateSection title="API keys">
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
          { title: 'Last used', text: ({ lastUsedAt }) => timeText(lastUsedAt, 'Never'), width: 150 },
          { title: 'State', text: keyState, width: 170 },
          {
            ...changeColumn,
            change: ({ id, name, system, state }) =>
              state === 'active'
                ? {
                    label: 'Revoke',
                    subject: name,
                    question: `Refuse requests of ${system} with the key “${name}” from now on? It cannot be used again.`,
                    done: 'The key is revoked.',
                    change: () => changes.revokeApiKey(id),
                  }
                : null,
          },
        ]}
      />
    </OperateSection>
  );
}

function Grants({ grants }: Pick<Overview, 'grants'>) {
  return (
    <OperateSection title="Scoreboard grants">
      <ShortTable
        label="Scoreboard grants"
        rows={grants}
        rowKey={({ id }) => id}
        empty="There is no scoreboard grant"
        columns={[
          { title: 'Contact', text: ({ email, contactId }) => email ?? contactId },
          { title: 'Accounts', text: ({ accountIds }) => shortList(accountIds) },
          {
            title: 'State',
            text: ({ state }) => `${state[0]?.toUpperCase()}${state.slice(1)}`,
            width: 110,
          },
          { title: 'Opened', text: ({ openedAt }) => timeText(openedAt, '-'), width: 170 },
          { title: 'Ends', text: ({ endsAt }) => timeText(endsAt, ''), width: 170 },
          {
            ...changeColumn,
            change: ({ id, email, contactId, state }) =>
              state !== 'ended'
                ? {
                    label: 'Revoke',
                    subject: email ?? contactId,
                    question: `End the grant of ${email ?? contactId}? The link stops working.`,
                    done: 'The grant has ended.',
                    change: () => changes.revokeGrant(id),
                  }
                : null,
          },
        ]}
      />
    </OperateSection>
  );
}

function RoleChanges({ roleChanges }: Pick<Overview, 'roleChanges'>) {
  return (
    <OperateSection title="Roles given and taken">
      <ShortTable
        label="Roles given and taken"
        rows={roleChanges}
        rowKey={({ at, contactId, role, given }) => [at, contactId, role, given].join(' ')}
        empty="No role was given or taken"
        columns={[
          { title: 'Contact', text: ({ email, contactId }) => email ?? contactId },
          { title: 'Role', text: ({ role }) => role, width: 190 },
          { title: 'Accounts', text: ({ accountIds }) => accountsOfChange(accountIds) ?? '-', width: 190 },
          { title: 'Change', text: ({ given }) => (given ? 'Given' : 'Taken'), width: 110 },
          { title: 'When', text: ({ at }) => timeText(at, ''), width: 160 },
          { title: 'User of the machine', text: ({ by }) => by ?? '-', width: 200 },
        ]}
      />
    </OperateSection>
  );
}

export function VersionSection({ version }: Pick<Overview, 'version'>) {
  const facts = [
    ['Mailcall', version.release],
    ['Migration', `${version.migration}, ${timeText(version.migratedAt, '')}`],
    ['Node', version.node],
    ['PostgreSQL', `${version.database}${version.embedded ? ', embedded' : ''}`],
    ['Database', version.databaseId],
  ] as const;
  return (
    <OperateSection
      title="Version"
      aside={
        <ChangeButton
          label="New signing key"
          subject="of access tokens"
          question="Sign access tokens with a new key? Nobody is signed out."
          done="Access tokens are signed with a new key."
          change={() => changes.rotateSigningKey()}
        />
      }
    >
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
