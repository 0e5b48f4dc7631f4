import { ActionIcon, Button, Text, TextInput, Title } from '@mantine/core';
import { IconPlus, IconX } from '@tabler/icons-react';
import { counted } from '@mailcall/contract/rules/rates.ts';
import { focusNextFrame } from '../../platform/focus-next-frame.ts';
import { dateField, type HolidayInput, type HoursProblems } from './office-hours-input.ts';
import classes from './office-hours.module.css';

const maxName = 200;
const idOf = (holiday: HolidayInput) => `office-${dateField(holiday)}`;
const addId = 'office-add-holiday';

const newKey = (holidays: readonly HolidayInput[]): string => {
  const known = new Set(holidays.map(({ key }) => key));
  let number = holidays.length;
  while (known.has(`new-${number}`)) number += 1;
  return `new-${number}`;
};

/** Upcoming holidays; the form keeps past ones unchanged. */
export function OfficeHolidays({
  holidays,
  today,
  problems,
  onChange,
}: {
  holidays: readonly HolidayInput[];
  today: string;
  problems: HoursProblems;
  onChange: (holidays: readonly HolidayInput[]) => void;
}) {
  // the key is the stored date, so a row stays while its date is typed
  const listed = holidays.filter(({ key }) => key.startsWith('new-') || key >= today);
  const past = holidays.length - listed.length;
  const change = (key: string, patch: Partial<HolidayInput>) =>
    onChange(holidays.map((holiday) => (holiday.key === key ? { ...holiday, ...patch } : holiday)));
  const remove = ({ key }: HolidayInput) => {
    onChange(holidays.filter((holiday) => holiday.key !== key));
    focusNextFrame(() => document.getElementById(addId));
  };
  const add = () => {
    const holiday = { key: newKey(holidays), date: '', name: '' };
    onChange([...holidays, holiday]);
    focusNextFrame(() => document.getElementById(idOf(holiday)));
  };
  return (
    <div className={classes.holidays}>
      <Title order={3} size="h5">
        Holidays
      </Title>
      {listed.length === 0 ? (
        <Text size="sm" c="dimmed">
          No holidays are listed.
        </Text>
      ) : (
        <ul className={classes.list} aria-label="Holidays">
          {listed.map((holiday) => {
            const name = holiday.name || holiday.date || 'new holiday';
            return (
              <li key={holiday.key} className={classes.holiday}>
                <TextInput
                  type="date"
                  id={idOf(holiday)}
                  aria-label={`Date: ${name}`}
                  value={holiday.date}
                  error={problems.get(dateField(holiday))}
                  onChange={(event) => change(holiday.key, { date: event.currentTarget.value })}
                  className={classes.date}
                />
                <TextInput
                  aria-label={`Name: ${holiday.date || 'new holiday'}`}
                  placeholder="Name, if you like"
                  value={holiday.name}
                  maxLength={maxName}
                  onChange={(event) => change(holiday.key, { name: event.currentTarget.value })}
                  className={classes.holidayName}
                />
                <ActionIcon
                  variant="subtle"
                  color="gray"
                  size={36}
                  aria-label={`Remove: ${name}`}
                  className={classes.remove}
                  onClick={() => remove(holiday)}
                >
                  <IconX size={16} aria-hidden />
                </ActionIcon>
              </li>
            );
          })}
        </ul>
      )}
      {past > 0 && (
        <Text size="sm" c="dimmed">
          {counted(past, 'past holiday')} {past === 1 ? 'is' : 'are'} kept.
        </Text>
      )}
      <div>
        <Button
          id={addId}
          variant="default"
          size="compact-sm"
          leftSection={<IconPlus size={14} aria-hidden />}
          onClick={add}
        >
          Add a holiday
        </Button>
      </div>
    </div>
  );
}
