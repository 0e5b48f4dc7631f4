import { Alert, Button, Group, Stack } from '@mantine/core';
import { DatePicker } from '@mantine/dates';
import { useMediaQuery } from '@mantine/hooks';
import type { DateRange } from '@mailcall/contract/scope/date-range.ts';
import { IconAlertCircle } from '@tabler/icons-react';
import { DayField } from './day-field.tsx';
import classes from './date-range-picker.module.css';
import { useDateRangeForm } from './use-date-range-form.ts';

const calendarLabels = {
  nextMonth: 'Next month',
  previousMonth: 'Previous month',
  nextYear: 'Next year',
  previousYear: 'Previous year',
  nextDecade: 'Next decade',
  previousDecade: 'Previous decade',
};

export function DateRangePicker({
  initialRange,
  today,
  onCancel,
  onApply,
}: {
  initialRange: DateRange | null;
  /** Last day of presets, `YYYY-MM-DD`. */
  today: string;
  onCancel: () => void;
  onApply: (initialRange: DateRange) => void;
}) {
  const oneMonth = useMediaQuery('(max-width: 749px)', false, { getInitialValueInEffect: false });
  const range = useDateRangeForm({ initialRange, today, oneMonth, onApply });
  // the calendar's own mark uses this computer's clock
  const markToday = (day: string) =>
    day === today ? ({ 'aria-current': 'date', className: classes.today ?? '' } as const) : {};
  return (
    <form onSubmit={range.onSubmit} noValidate>
      <Stack gap="md" maw={oneMonth ? 320 : undefined}>
        {!oneMonth && (
          <Group gap="md" align="flex-start">
            <DayField label="Start Date" text={range.values.start} onChange={range.typeStart} />
            <DayField label="End Date" text={range.values.end} onChange={range.typeEnd} />
          </Group>
        )}
        <DatePicker
          type="range"
          allowSingleDateInRange
          firstDayOfWeek={0}
          weekendDays={[]}
          numberOfColumns={oneMonth ? 1 : 2}
          columnsToScroll={1}
          size={oneMonth ? 'md' : 'sm'}
          fullWidth={oneMonth}
          ariaLabels={calendarLabels}
          date={range.month}
          onDateChange={range.setMonth}
          value={range.days}
          onChange={range.chooseDays}
          getDayProps={markToday}
        />
        {range.problem && (
          <Alert color="red" variant="light" role="alert" icon={<IconAlertCircle aria-hidden />}>
            {range.problem}
          </Alert>
        )}
        <Group justify="flex-end" gap="sm" w="100%">
          <Button variant="default" onClick={onCancel}>
            Cancel
          </Button>
          <Button type="submit">Apply</Button>
        </Group>
      </Stack>
    </form>
  );
}
