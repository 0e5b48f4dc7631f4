import { formatDay } from '@mailcall/contract/time/date-format.ts';
import { Text } from '@mantine/core';
import type { OperatedConnection, operateOverview } from '@mailcall/contract/operate.ts';
import { connectionState } from '@mailcall/contract/rules/connections.ts';
import { thousands } from '@mailcall/contract/rules/rates.ts';
import type { RouteReply } from '@mailcall/contract/wire/route.ts';
import { OperateSection, ShortTable, timeText } from './operate-table.tsx';

type Overview = RouteReply<typeof operateOverview>;

function stateOf(connection: OperatedConnection) {
  const { secrets, pausedAt, hasOwnMapping } = connection;
  const { text, isWrong } = connectionState({
    ...connection,
    hasSecrets: secrets.length > 0,
    hasApiKey: secrets.some((purpose) => purpose.startsWith('api')),
    paused: pausedAt === null ? null : timeText(pausedAt, ''),
    undecided: 0,
  });
  return { text: hasOwnMapping ? `${text}. Mapping changed` : text, isWrong };
}

const refusedText = ({ refused, lastRefusedAt }: OperatedConnection) =>
  refused === 0 ? '0' : `${thousands(refused)}, last ${timeText(lastRefusedAt, '')}`;

export function Connections({ connections }: Pick<Overview, 'connections'>) {
  return (
    <OperateSection title="Connections">
      <ShortTable
        label="Connections"
        rows={connections}
        rowKey={({ kind, name }) => `${kind} ${name}`}
        empty="There is no connection to another system. Add one with the command connections add."
        columns={[
          { title: 'Name', text: ({ name }) => name },
          { title: 'System', text: ({ kind }) => kind, width: 190 },
          {
            title: 'Last received',
            text: ({ lastReceivedAt }) => timeText(lastReceivedAt, 'Never'),
            width: 150,
          },
          {
            title: 'Callbacks from',
            text: ({ callbacksFrom }) => (callbacksFrom === null ? 'All calls' : formatDay(callbacksFrom)),
            width: 130,
          },
          { title: 'Left out', text: ({ leftOut }) => thousands(leftOut), width: 100 },
          { title: 'Refused', text: refusedText, width: 190 },
          {
            title: 'State',
            text: (connection) => stateOf(connection).text,
            isWrong: (connection) => stateOf(connection).isWrong,
            width: 300,
          },
        ]}
      />
      <Text size="xs" c="dimmed">
        Refused requests were not signed with the secret of the connection. Anyone can send them. If all are
        refused, the secret is wrong.
      </Text>
      {connections.some(({ hasOwnMapping }) => hasOwnMapping) && (
        <Text size="xs" c="dimmed">
          “Mapping changed”: your mapping differs from the ready one. It does not get the improvements of new
          releases. See “Another mapping” in docs/connect/connections.md.
        </Text>
      )}
    </OperateSection>
  );
}

export function Parked({ parked }: Pick<Overview, 'parked'>) {
  return (
    <OperateSection title="Parked calls and mail events">
      <ShortTable
        label="Parked calls and mail events"
        rows={parked}
        rowKey={({ connection, reference }) => `${connection} ${reference}`}
        empty="Nothing is parked"
        columns={[
          { title: 'Number or mailing', text: ({ reference }) => reference },
          { title: 'Connection', text: ({ connection }) => connection, width: 190 },
          { title: 'Count', text: ({ count }) => thousands(count), width: 110 },
          { title: 'First', text: ({ firstAt }) => timeText(firstAt, ''), width: 150 },
          { title: 'Last', text: ({ lastAt }) => timeText(lastAt, ''), width: 150 },
        ]}
      />
      <Text size="xs" c="dimmed">
        Calls and events that name an unknown number or mailing. They are kept for 30 days. Assign a number or
        a mailing with the command connections assign.
      </Text>
    </OperateSection>
  );
}
