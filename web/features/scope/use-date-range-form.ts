import { useForm } from '@mantine/form';
import { messages } from '@mailcall/contract/rules/messages.ts';
import { type DateRange, customDateRange } from '@mailcall/contract/scope/date-range.ts';
import { useState } from 'react';
import { dayInNumbers } from '../../ui/dates.ts';
import { isUnreadableDay } from './day-field.tsx';
import { typedDay } from './typed-day.ts';

/** The key of the entire range's problem among the form's errors. */
const rangeProblem = 'range';

/** The first and last day of a range as typed; '' for a day that is not chosen. */
interface RangeInput {
  start: string;
  end: string;
}

function rangeProblems({ start, end }: RangeInput): Record<string, string> {
  if (isUnreadableDay(start) || isUnreadableDay(end)) return { [rangeProblem]: 'Enter dates as MM/DD/YYYY.' };
  return typedDay(start) === null ? { [rangeProblem]: messages.rangeIncomplete } : {};
}

/** The days of a range for the calendar, the earlier one first; a last day without a first day is not displayed. */
function daysInOrder({ start, end }: RangeInput): [string | null, string | null] {
  const [first, last] = [typedDay(start), typedDay(end)];
  if (first === null) return [null, null];
  return last !== null && last < first ? [last, first] : [first, last];
}

/** The first day of the previous month, so that the right one of two months is that of the day. */
const monthBefore = (day: string) => {
  const date = new Date(`${day.slice(0, 7)}-01T00:00:00.000Z`);
  date.setUTCMonth(date.getUTCMonth() - 1);
  return date.toISOString().slice(0, 10);
};

/** The form of a custom date range: its days are typed, or chosen in a calendar of one or two months. */
export function useDateRangeForm({
  initialRange,
  today,
  oneMonth,
  onApply,
}: {
  /** The current custom range; null without one. */
  initialRange: DateRange | null;
  /** The day `YYYY-MM-DD` that presets end on. */
  today: string;
  /** Whether the calendar shows only one month. */
  oneMonth: boolean;
  onApply: (initialRange: DateRange) => void;
}) {
  const form = useForm<RangeInput>({
    initialValues: {
      start: initialRange ? dayInNumbers(initialRange.startDate) : '',
      end: initialRange ? dayInNumbers(initialRange.endDate) : '',
    },
    onValuesChange: () => form.clearErrors(),
    validate: rangeProblems,
  });
  const [month, setMonth] = useState(() =>
    initialRange ? initialRange.startDate : oneMonth ? today : monthBefore(today),
  );
  return {
    values: form.values,
    problem: form.errors[rangeProblem],
    month,
    setMonth,
    days: daysInOrder(form.values),
    typeStart: (text: string) => {
      form.setFieldValue('start', text);
      const day = typedDay(text);
      if (day) setMonth(day);
    },
    typeEnd: (text: string) => form.setFieldValue('end', text),
    chooseDays: ([first, last]: [string | null, string | null]) =>
      form.setValues({ start: first ? dayInNumbers(first) : '', end: last ? dayInNumbers(last) : '' }),
    onSubmit: form.onSubmit(({ start, end }) => {
      const first = typedDay(start);
      if (first !== null) onApply(customDateRange(first, typedDay(end) ?? undefined));
    }),
  };
}
