import { Anchor, Button, Group, Skeleton, Text } from '@mantine/core';
import {
  type ConnectionKindInfo,
  type DeskConnection,
  pauseConnection,
  testDeskConnection,
} from '@mailcall/contract/provider-connections.ts';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { paths } from '../../paths.ts';
import { call, explanationOf } from '../../platform/api.ts';
import { Answer } from '../../ui/answer.tsx';
import { DataTable, TableCard } from '../../ui/data-table.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { EmptyCard } from '../../ui/empty-card.tsx';
import { PageHeading } from '../../ui/page-heading.tsx';
import { toast } from '../../ui/toast.tsx';
import { connectionQuery, connectionsQuery, refresh } from './api.ts';
import { CompaniesSection } from './companies-section.tsx';
import { changeText, stateOf, timeText } from './connection-texts.ts';
import classes from './connections.module.css';
import { ReplayDialog } from './replay-dialog.tsx';
import { RotateDialog } from './rotate-dialog.tsx';
import { Section, unsorted } from './section.tsx';

export function ConnectionDetails({ name }: { name: string }) {
  const query = useQuery(connectionsQuery());
  return (
    <div className={classes.page}>
      <div>
        <Anchor
          size="sm"
          renderRoot={(props) => <Link to={paths.providerSection('connections')} {...props} />}
        >
          All connections
        </Anchor>
        <PageHeading title={name} />
      </div>
      <Answer query={query} skeleton={<Skeleton h={180} radius="md" />}>
        {({ connections, kinds }) => {
          const connection = connections.find((one) => one.name === name);
          const kind = kinds.find((one) => one.kind === connection?.kind);
          if (!connection || !kind) return <Text>There is no connection {name}.</Text>;
          const joinable = connections.filter(
            (one) => one.kind === connection.kind && !one.isAgency && one.agency === null,
          );
          return (
            <>
              <Overview connection={connection} kind={kind} />
              {connection.isAgency && kind.agency && (
                <CompaniesSection
                  name={name}
                  noun={kind.agency.noun}
                  counts={connection.companies}
                  joinable={joinable}
                />
              )}
              <More name={name} />
            </>
          );
        }}
      </Answer>
    </div>
  );
}

type Opened = 'webhook' | 'api' | 'replay' | null;

function Overview({ connection, kind }: { connection: DeskConnection; kind: ConnectionKindInfo }) {
  const client = useQueryClient();
  const [opened, setOpened] = useState<Opened>(null);
  const [isBusy, setBusy] = useState(false);
  const [tested, setTested] = useState<readonly string[] | null>(null);
  const { name, isAgency, agency, pausedAt, webhookSetAt, apiSetAt } = connection;
  const act = async (work: () => Promise<void>) => {
    if (isBusy) return;
    setBusy(true);
    try {
      await work();
      await refresh(client);
    } catch (error) {
      toast('error', explanationOf(error));
    } finally {
      setBusy(false);
    }
  };
  const test = () =>
    act(async () => {
      const { accepted, lines } = await call(testDeskConnection, { params: { name } });
      setTested(isAgency ? lines : [`A sample event is ${accepted ? 'accepted' : 'refused'}.`, ...lines]);
    });
  const pause = () =>
    act(async () => {
      const { paused } = await call(pauseConnection, {
        params: { name },
        body: { paused: pausedAt === null },
      });
      toast('success', paused ? 'Paused. Calls wait for 30 days.' : 'It goes on.');
    });
  const state = stateOf(connection);
  const facts = [
    ['Service', kind.title],
    ...(connection.account === null ? [] : [['Account', connection.account]]),
    ['State', state.text],
    ['Last received', timeText(connection.lastReceivedAt, 'Never')],
    [
      'Refused',
      connection.refused === 0
        ? '0'
        : `${connection.refused}, last ${timeText(connection.lastRefusedAt, '')}`,
    ],
    ...(isAgency
      ? []
      : [['Signing secret', webhookSetAt === null ? 'None' : `Set on ${timeText(webhookSetAt, '')}`]]),
    [
      'API key',
      agency === null
        ? apiSetAt === null
          ? 'None'
          : `Set on ${timeText(apiSetAt, '')}`
        : `That of ${agency}`,
    ],
  ] as const;
  return (
    <Section
      title="Overview"
      aside={
        <Group gap="xs">
          <Button variant="default" onClick={() => void test()}>
            Test
          </Button>
          {kind.pauses && (
            <Button variant="default" onClick={() => void pause()}>
              {pausedAt === null ? 'Pause' : 'Go on'}
            </Button>
          )}
          {kind.replays && (
            <Button variant="default" onClick={() => setOpened('replay')}>
              Import again
            </Button>
          )}
          {!isAgency && (
            <Button variant="default" onClick={() => setOpened('webhook')}>
              Change signing secret
            </Button>
          )}
          {agency === null && (
            <Button variant="default" onClick={() => setOpened('api')}>
              Change API key
            </Button>
          )}
        </Group>
      }
    >
      <TableCard>
        <dl className={classes.facts}>
          {facts.map(([label = '', value]) => (
            <div key={label}>
              <dt>{label}</dt>
              <dd className={label === 'State' && state.isWrong ? classes.wrong : undefined}>{value}</dd>
            </div>
          ))}
        </dl>
      </TableCard>
      {tested && (
        <Dialog title="Test" onClose={() => setTested(null)}>
          <Text size="sm" className={classes.address ?? ''}>
            {tested.join('\n')}
          </Text>
          <Button h={44} data-autofocus onClick={() => setTested(null)}>
            Close
          </Button>
        </Dialog>
      )}
      {(opened === 'webhook' || opened === 'api') && (
        <RotateDialog
          name={name}
          purpose={opened}
          form={kind.secretForms[opened]}
          onClose={() => setOpened(null)}
        />
      )}
      {opened === 'replay' && <ReplayDialog name={name} onClose={() => setOpened(null)} />}
    </Section>
  );
}

const reasonCell = ({ reason }: { reason: string | null }) => <div className={classes.cell}>{reason}</div>;

function More({ name }: { name: string }) {
  const query = useQuery(connectionQuery(name));
  return (
    <Answer query={query} skeleton={<Skeleton h={180} radius="md" />}>
      {({ setUp, unfinished, changes }) => (
        <>
          <Section title="Set up">
            <Text size="sm" className={classes.address ?? ''}>
              {setUp.join('\n')}
            </Text>
          </Section>
          <Section title="Not imported">
            <TableCard>
              {unfinished.length === 0 ? (
                <EmptyCard text="Nothing waits or failed" />
              ) : (
                <DataTable
                  {...unsorted}
                  label="Not imported"
                  rows={unfinished}
                  rowKey={({ id }) => id}
                  loading={false}
                  minWidth={640}
                  renderItem={({ id, state, reason }) => (
                    <div className={classes.item}>
                      <Text size="sm" fw={600}>
                        {id}
                      </Text>
                      <Text size="sm">
                        {state}: {reason}
                      </Text>
                    </div>
                  )}
                  columns={[
                    { key: 'id', title: 'Id', cell: ({ id }) => id, width: '25%' },
                    { key: 'state', title: 'State', cell: ({ state }) => state, width: '12%' },
                    {
                      key: 'received',
                      title: 'Received',
                      cell: ({ receivedAt }) => timeText(receivedAt, ''),
                      width: '15%',
                    },
                    {
                      key: 'why',
                      title: 'Why',
                      cell: reasonCell,
                      width: '48%',
                    },
                  ]}
                />
              )}
            </TableCard>
          </Section>
          <Section title="Changes">
            {changes.length === 0 ? (
              <Text size="sm" c="dimmed">
                Nobody changed it here.
              </Text>
            ) : (
              <ul className={classes.list}>
                {changes.map((change) => (
                  <Text component="li" size="sm" key={`${change.at} ${change.action} ${change.subjectId}`}>
                    {timeText(change.at, '')}: {changeText(change)}
                  </Text>
                ))}
              </ul>
            )}
          </Section>
        </>
      )}
    </Answer>
  );
}
