import { useForm } from '@mantine/form';
import { messages } from '@mailcall/contract/rules/messages.ts';
import { type DateRange, customDateRange } from '@mailcall/contract/scope/date-range.ts';
import { useState } from 'react';
import { dayInNumbers } from '../../ui/dates.ts';
import { isUnreadableDay, typedDay } from './day-field.tsx';

const rangeProblem = 'range';

interface RangeInput {
  start: string;
  end: string;
}

function rangeProblems({ start, end }: RangeInput): Record<string, string> {
  if (isUnreadableDay(start) || isUnreadableDay(end)) return { [rangeProblem]: 'Enter dates as MM/DD/YYYY.' };
  return typedDay(start) === null ? { [rangeProblem]: messages.rangeIncomplete } : {};
}

/** Days for the calendar, earlier one first; a last day without a first one is not shown. */
function daysInOrder({ start, end }: RangeInput): [string | null, string | null] {
  const [first, last] = [typedDay(start), typedDay(end)];
  if (first === null) return [null, null];
  return last !== null && last < first ? [last, first] : [first, last];
}

/** First day of the previous month, so that the day is in the right one of two months. */
const monthBefore = (day: string) => {
  const date = new Date(`${day.slice(0, 7)}-01T00:00:00.000Z`);
  date.setUTCMonth(date.getUTCMonth() - 1);
  return date.toISOString().slice(0, 10);
};

export function useDateRangeForm({
  initialRange,
  today,
  oneMonth,
  onApply,
}: {
  initialRange: DateRange | null;
  /** Last day of presets, `YYYY-MM-DD`. */
  today: string;
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
