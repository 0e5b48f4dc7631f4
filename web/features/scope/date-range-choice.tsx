import { Alert, Button, Group, Stack } from '@mantine/core';
import { DatePicker } from '@mantine/dates';
import { useMediaQuery } from '@mantine/hooks';
import { type DateSpan, spanOfChoice } from '@mailcall/contract/scope/date-range.ts';
import { messages } from '@mailcall/contract/rules/messages.ts';
import { IconAlertCircle } from '@tabler/icons-react';
import { type FormEvent, useState } from 'react';
import { dayInNumbers } from '../../ui/dates.ts';
import { DayField, unreadable } from './day-field.tsx';
import { typedDay } from './typed-day.ts';

const calendarLabels = {
  nextMonth: 'Next month',
  previousMonth: 'Previous month',
  nextYear: 'Next year',
  previousYear: 'Previous year',
  nextDecade: 'Next decade',
  previousDecade: 'Previous decade',
};

const today = () => new Date().toISOString().slice(0, 10);
/** The month that is left of the one of a day: two months are shown, and the present one is looked back from. */
const monthBefore = (day: string) => {
  const date = new Date(`${day.slice(0, 7)}-01T00:00:00.000Z`);
  date.setUTCMonth(date.getUTCMonth() - 1);
  return date.toISOString().slice(0, 10);
};

/** Chooses a range in a two-month calendar or by typing its ends. */
export function DateRangeChoice({
  span,
  onCancel,
  onApply,
}: {
  /** The custom range so far. */
  span: DateSpan | null;
  onCancel: () => void;
  onApply: (span: DateSpan) => void;
}) {
  const oneColumn = useMediaQuery('(max-width: 749px)', false, { getInitialValueInEffect: false });
  const [startText, setStartText] = useState(span ? dayInNumbers(span.startDate) : '');
  const [endText, setEndText] = useState(span ? dayInNumbers(span.endDate) : '');
  const [month, setMonth] = useState(() =>
    span ? span.startDate : oneColumn ? today() : monthBefore(today()),
  );
  const [alert, setAlert] = useState<string | null>(null);
  const start = typedDay(startText);
  const end = typedDay(endText);
  const inOrder: [string | null, string | null] =
    start && end && end < start ? [end, start] : [start, start ? end : null];

  const typeStart = (text: string) => {
    setAlert(null);
    setStartText(text);
    const day = typedDay(text);
    if (day) setMonth(day);
  };
  const typeEnd = (text: string) => {
    setAlert(null);
    setEndText(text);
  };
  const apply = (event: FormEvent) => {
    event.preventDefault();
    if (unreadable(startText) || unreadable(endText)) return setAlert('Use dates as MM/DD/YYYY.');
    if (!start) return setAlert(messages.rangeIncomplete);
    onApply(spanOfChoice(start, end ?? undefined));
  };

  return (
    <form onSubmit={apply} noValidate>
      <Stack gap="md" maw={oneColumn ? 320 : undefined}>
        {!oneColumn && (
          <Group gap="md" align="flex-start">
            <DayField label="Start Date" text={startText} onChange={typeStart} />
            <DayField label="End Date" text={endText} onChange={typeEnd} />
          </Group>
        )}
        <DatePicker
          type="range"
          allowSingleDateInRange
          firstDayOfWeek={0}
          weekendDays={[]}
          numberOfColumns={oneColumn ? 1 : 2}
          columnsToScroll={1}
          size={oneColumn ? 'md' : 'sm'}
          fullWidth={oneColumn}
          ariaLabels={calendarLabels}
          date={month}
          onDateChange={setMonth}
          value={inOrder}
          onChange={([first, last]) => {
            setAlert(null);
            setStartText(first ? dayInNumbers(first) : '');
            setEndText(last ? dayInNumbers(last) : '');
          }}
        />
        {alert && (
          <Alert color="red" variant="light" role="alert" icon={<IconAlertCircle aria-hidden />}>
            {alert}
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
