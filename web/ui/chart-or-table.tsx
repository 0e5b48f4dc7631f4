import { Box, SegmentedControl, Text } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import classes from './chart-or-table.module.css';

/** A chart with the table of the same figures to choose instead, below what both say in a sentence. */
export function ChartOrTable({
  title,
  sentence,
  drawing = 'Chart',
  chart,
  table,
}: {
  /** What is charted. */
  title: string;
  sentence: string;
  /** What the drawn one is called. */
  drawing?: string;
  chart: ReactNode;
  table: ReactNode;
}) {
  const [shown, setShown] = useState('chart');
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
            { value: 'chart', label: drawing },
            { value: 'table', label: 'Table' },
          ]}
          value={shown}
          onChange={setShown}
        />
      </div>
      {shown === 'chart' ? (
        chart
      ) : (
        <Box className={classes.table} tabIndex={0} role="group" aria-label={`${title}, as a table`}>
          {table}
        </Box>
      )}
    </>
  );
}
