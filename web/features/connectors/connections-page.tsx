import { Anchor, Button, Skeleton, Text } from '@mantine/core';
import type { DeskConnection } from '@mailcall/contract/provider-connections.ts';
import { thousands } from '@mailcall/contract/rules/rates.ts';
import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { paths } from '../../paths.ts';
import { Answer } from '../../ui/answer.tsx';
import { DataTable, TableCard } from '../../ui/data-table.tsx';
import { EmptyCard } from '../../ui/empty-card.tsx';
import { PageHeading } from '../../ui/page-heading.tsx';
import { AddDialog } from './add-dialog.tsx';
import { connectionsQuery } from './api.ts';
import { ConnectionDetails } from './connection-details.tsx';
import { stateOf, timeText } from './connection-texts.ts';
import classes from './connections.module.css';
import { ParkedSection } from './parked-section.tsx';
import { unsorted } from './section.tsx';

export function ConnectionsPage({ rest }: { rest: string }) {
  return rest === '' ? <Connections /> : <ConnectionDetails key={rest} name={decodeURIComponent(rest)} />;
}

const addressOf = ({ name }: DeskConnection) => paths.providerSection(`connections/${name}`);

const refusedText = ({ refused, lastRefusedAt }: DeskConnection) =>
  refused === 0 ? '0' : `${thousands(refused)}, last ${timeText(lastRefusedAt, '')}`;

function NameLink({ connection }: { connection: DeskConnection }) {
  return (
    <Anchor fw={600} size="sm" renderRoot={(props) => <Link to={addressOf(connection)} {...props} />}>
      {connection.name}
    </Anchor>
  );
}

function State({ connection }: { connection: DeskConnection }) {
  const { text, isWrong } = stateOf(connection);
  return isWrong ? <span className={classes.wrong}>{text}</span> : text;
}

const nameCell = (connection: DeskConnection) => <NameLink connection={connection} />;

const stateCell = (connection: DeskConnection) => (
  <div className={classes.cell}>
    <State connection={connection} />
  </div>
);

function Connections() {
  const query = useQuery(connectionsQuery());
  const [isAdding, setAdding] = useState(false);
  const navigate = useNavigate();
  const open = (connection: DeskConnection) => void navigate({ to: addressOf(connection) });
  return (
    <div className={classes.page}>
      <div className={classes.head}>
        <div>
          <PageHeading title="Connections" />
          <Text size="sm" c="dimmed" maw={620}>
            Services whose calls and mail events come here.
          </Text>
        </div>
        <Button h={44} onClick={() => setAdding(true)}>
          Add connection
        </Button>
      </div>
      <Answer query={query} skeleton={<Skeleton h={180} radius="md" />}>
        {({ connections, kinds }) => {
          const titleOf = ({ kind }: DeskConnection) => kinds.find((one) => one.kind === kind)?.title ?? kind;
          const kindText = (connection: DeskConnection) => {
            const { isAgency, agency, companies } = connection;
            if (isAgency) return `${titleOf(connection)}, ${thousands(companies?.confirmed ?? 0)} confirmed`;
            return agency === null ? titleOf(connection) : `${titleOf(connection)}, in ${agency}`;
          };
          return (
            <>
              <TableCard>
                {connections.length === 0 ? (
                  <EmptyCard text="No connection yet" />
                ) : (
                  <DataTable
                    {...unsorted}
                    label="Connections"
                    rows={connections}
                    rowKey={({ name }) => name}
                    loading={false}
                    minWidth={860}
                    onOpen={open}
                    renderItem={(connection) => (
                      <div className={classes.item}>
                        <NameLink connection={connection} />
                        <Text size="sm">{kindText(connection)}</Text>
                        <Text size="sm">
                          <State connection={connection} />
                        </Text>
                      </div>
                    )}
                    columns={[
                      {
                        key: 'name',
                        title: 'Name',
                        cell: nameCell,
                        width: '20%',
                      },
                      { key: 'kind', title: 'Service', cell: kindText, width: '22%' },
                      {
                        key: 'received',
                        title: 'Last received',
                        cell: (one) => timeText(one.lastReceivedAt, 'Never'),
                        width: '13%',
                      },
                      {
                        key: 'read',
                        title: 'Last read',
                        cell: (one) => timeText(one.lastReadAt, 'Never'),
                        width: '13%',
                      },
                      { key: 'refused', title: 'Refused', cell: refusedText, width: '12%' },
                      {
                        key: 'state',
                        title: 'State',
                        cell: stateCell,
                        width: '20%',
                      },
                    ]}
                  />
                )}
              </TableCard>
              <Text size="xs" c="dimmed">
                Refused requests were not signed with the secret of the connection. If all are refused, the
                secret is wrong.
              </Text>
              <AddDialog
                opened={isAdding}
                kinds={kinds}
                onClose={() => setAdding(false)}
                onAdded={(name) => void navigate({ to: paths.providerSection(`connections/${name}`) })}
              />
            </>
          );
        }}
      </Answer>
      <ParkedSection />
    </div>
  );
}
