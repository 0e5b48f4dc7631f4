import { Button, Table, UnstyledButton } from '@mantine/core';
import { thousands } from '@mailcall/contract/rules/rates.ts';
import { IconDownload } from '@tabler/icons-react';
import { saveFile } from '../../platform/downloads.ts';
import { FiguresHead } from '../../ui/figures-head.tsx';
import { useOpenCalls } from '../calls/index.ts';
import { type Period, periodsAsCsv } from './calls-over-time.ts';
import classes from './calls-over-time.module.css';

export function CallsOverTimeTable({
  periods,
  length,
}: {
  periods: readonly Period[];
  /** 'Day', 'Week' or 'Month'. */
  length: string;
}) {
  const openCalls = useOpenCalls();
  return (
    <Table stickyHeader verticalSpacing={0} fz="sm">
      <FiguresHead rows={length} figures={['All', 'Opportunity', 'Missed', 'Other', 'Appointments']} />
      <Table.Tbody>
        {periods.toReversed().map(({ name, startDate, endDate, ...period }) => (
          <Table.Tr key={startDate}>
            <Table.Th scope="row" fw={400}>
              {period.calls === 0 ? (
                <span className={classes.row}>{name}</span>
              ) : (
                <UnstyledButton
                  className={classes.row}
                  title="View these calls"
                  onClick={() => openCalls({ outcome: 'all calls', days: { startDate, endDate } })}
                >
                  {name}
                </UnstyledButton>
              )}
            </Table.Th>
            {[period.calls, period.opportunity, period.missed, period.other, period.appointments].map(
              (value, index) => (
                <Table.Td key={index} ta="right">
                  {thousands(value)}
                </Table.Td>
              ),
            )}
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  );
}

export function DownloadPeriods({ periods }: { periods: readonly Period[] }) {
  return (
    <Button
      variant="subtle"
      size="compact-sm"
      className={classes.download ?? ''}
      leftSection={<IconDownload size={16} aria-hidden />}
      onClick={() => save(periods)}
    >
      Download CSV
    </Button>
  );
}

function save(periods: readonly Period[]): void {
  const bytes = new Blob([periodsAsCsv(periods)], { type: 'text/csv;charset=utf-8' });
  const days = `${periods[0]?.startDate ?? ''}-to-${periods.at(-1)?.endDate ?? ''}`;
  saveFile({ bytes, name: `calls-over-time-${days}.csv` }, 'calls-over-time.csv');
}
