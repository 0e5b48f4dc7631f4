import { Text } from '@mantine/core';
import type { OperatedConnection, operateOverview } from '@mailcall/contract/operate.ts';
import { thousands } from '@mailcall/contract/rules/rates.ts';
import type { RouteReply } from '@mailcall/contract/wire/route.ts';
import { OperateSection, ShortTable } from './operate-table.tsx';
import { timeText } from './times.ts';

type Overview = RouteReply<typeof operateOverview>;

function connectionState({ secrets, waiting, failed, parked, problem }: OperatedConnection): string {
  if (secrets.length === 0) return 'No secrets: nothing comes by it';
  const parts = [
    ...(failed > 0 ? [`${thousands(failed)} failed`] : []),
    ...(waiting > 0 ? [`${thousands(waiting)} waiting`] : []),
    ...(parked > 0 ? [`${thousands(parked)} parked`] : []),
  ];
  const state = parts.join(', ') || 'Up to date';
  return problem === null ? state : `${state}: ${problem}`;
}

/** The connections to other systems. */
export function Connections({ connections }: Pick<Overview, 'connections'>) {
  return (
    <OperateSection title="Connections">
      <ShortTable
        label="Connections"
        rows={connections}
        rowKey={({ name }) => name}
        empty="There is no connection to another system. Add one with the command connections add."
        columns={[
          { title: 'Name', text: ({ name }) => name },
          { title: 'System', text: ({ kind }) => kind, width: 190 },
          {
            title: 'Last received',
            text: ({ lastReceivedAt }) => timeText(lastReceivedAt, 'Never'),
            width: 150,
          },
          { title: 'Left out', text: ({ leftOut }) => thousands(leftOut), width: 110 },
          {
            title: 'State',
            text: connectionState,
            isWrong: ({ failed, problem, secrets }) => failed > 0 || problem !== null || secrets.length === 0,
            width: 300,
          },
        ]}
      />
    </OperateSection>
  );
}

/** The numbers and mailings that events name and nobody knows. */
export function Parked({ parked }: Pick<Overview, 'parked'>) {
  return (
    <OperateSection title="Parked Calls and Mail Events">
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
