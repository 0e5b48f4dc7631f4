import { Text } from '@mantine/core';
import { formatPhone } from '@mailcall/contract/rules/phone.ts';
import { lineStatusText, lineTypeText } from '@mailcall/contract/rules/tracking-line.ts';
import type { LineSort, TrackingLine } from '@mailcall/contract/tracking-lines.ts';
import type { Column } from '../../ui/table-column.ts';
import { LineName } from './line-name.tsx';
import classes from './tracking-lines.module.css';

export interface LineCells {
  showAccount: boolean;
  nameOf: (line: TrackingLine) => string;
  onRenamed: (line: TrackingLine) => void;
}

const destinationOf = (line: TrackingLine) =>
  line.destinationNumber === null ? '-' : formatPhone(line.destinationNumber);

const factsOf = (line: TrackingLine, { showAccount, nameOf }: Omit<LineCells, 'onRenamed'>) => [
  ...(line.campaignName !== null && line.campaignName !== line.friendlyName ? [line.campaignName] : []),
  ...(showAccount ? [nameOf(line)] : []),
];

function Status({ line }: { line: TrackingLine }) {
  return (
    <span className={classes.status} data-status={line.status}>
      {lineStatusText(line.status)}
    </span>
  );
}

const oneSort = (field: LineSort, title: string) => ({ title, sorts: [{ field, title }] });

export const lineColumns = ({ onRenamed, ...shown }: LineCells): Column<TrackingLine, LineSort>[] => [
  {
    key: 'name',
    ...oneSort('campaignName', 'Name'),
    cell: (line) => <LineName line={line} facts={factsOf(line, shown)} onRenamed={onRenamed} />,
  },
  {
    key: 'number',
    ...oneSort('number', 'MVP Tracking Number'),
    width: 190,
    cell: (line) => <span className={classes.number}>{formatPhone(line.number)}</span>,
  },
  {
    key: 'destination',
    ...oneSort('destinationNumber', 'Destination Number'),
    width: 180,
    cell: (line) => <span className={classes.number}>{destinationOf(line)}</span>,
  },
  { key: 'status', ...oneSort('status', 'Status'), width: 200, cell: (line) => <Status line={line} /> },
  { key: 'type', ...oneSort('type', 'Type'), width: 170, cell: lineTypeText },
];

export function LineItem({ line, onRenamed, ...shown }: { line: TrackingLine } & LineCells) {
  const type = lineTypeText(line);
  return (
    <div className={classes.item}>
      <LineName line={line} facts={factsOf(line, shown)} onRenamed={onRenamed} />
      <dl className={classes.numbers}>
        <div>
          <dt>MVP Tracking Number</dt>
          <dd>{formatPhone(line.number)}</dd>
        </div>
        <div>
          <dt>Destination Number</dt>
          <dd>{destinationOf(line)}</dd>
        </div>
      </dl>
      <div className={classes.itemFoot}>
        <Status line={line} />
        {type === '-' ? null : (
          <Text size="xs" c="dimmed">
            {type}
          </Text>
        )}
      </div>
    </div>
  );
}
