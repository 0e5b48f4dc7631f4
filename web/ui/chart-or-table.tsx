import { Box, SegmentedControl, Text } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import classes from './chart-or-table.module.css';

export function ChartOrTable({
  title,
  sentence,
  chartLabel = 'Chart',
  chart,
  table,
}: {
  title: string;
  sentence: string;
  chartLabel?: string;
  chart: ReactNode;
  table: ReactNode;
}) {
  const [view, setView] = useState('chart');
  return (
    <>
      <div className={classes.head}>
        <Text size="sm" className={classes.sentence}>
          {sentence}
        </Text>
        <SegmentedControl
          size="xs"
          className={classes.shownAs}
          aria-label="Show as"
          data={[
            { value: 'chart', label: chartLabel },
            { value: 'table', label: 'Table' },
          ]}
          value={view}
          onChange={setView}
        />
      </div>
      {view === 'chart' ? (
        chart
      ) : (
        <Box className={classes.table} tabIndex={0} role="group" aria-label={`${title}, as a table`}>
          {table}
        </Box>
      )}
    </>
  );
}
