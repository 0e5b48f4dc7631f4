import { Button, Text } from '@mantine/core';
import { OfficeDay } from './office-day.tsx';
import { OfficeHolidays } from './office-holidays.tsx';
import {
  daysField,
  type HoursInput,
  type HoursProblems,
  listedDays,
  withKnownHours,
  withMondayCopied,
} from './office-hours-input.ts';
import classes from './office-hours.module.css';

interface HoursFieldsProps {
  input: HoursInput;
  problems: HoursProblems;
  edit: (change: (before: HoursInput) => HoursInput) => void;
}

/** `today` is the day at the office. */
export function HoursFields({ today, ...props }: HoursFieldsProps & { today: string }) {
  const { input, problems, edit } = props;
  return (
    <>
      {input.known ? <Days {...props} /> : <NotKnown edit={edit} />}
      <OfficeHolidays
        holidays={input.holidays}
        today={today}
        problems={problems}
        onChange={(holidays) => edit((before) => ({ ...before, holidays }))}
      />
    </>
  );
}

function NotKnown({ edit }: Pick<HoursFieldsProps, 'edit'>) {
  return (
    <div className={classes.notKnown}>
      <Text size="sm">No hours are set: waiting time counts day and night.</Text>
      <Button variant="default" size="sm" onClick={() => edit(withKnownHours)}>
        Set hours
      </Button>
    </div>
  );
}

function Days({ input, problems, edit }: HoursFieldsProps) {
  const problem = problems.get(daysField);
  return (
    <>
      <ul className={classes.list} aria-label="Days of the week">
        {listedDays.map((weekday) => {
          const day = input.days[weekday];
          return day ? (
            <OfficeDay
              key={weekday}
              weekday={weekday}
              day={day}
              problems={problems}
              onChange={(changed) =>
                edit((before) => ({
                  ...before,
                  days: before.days.map((one, index) => (index === weekday ? changed : one)),
                }))
              }
              onCopy={weekday === 1 ? () => edit(withMondayCopied) : null}
            />
          ) : null;
        })}
      </ul>
      {problem !== undefined && (
        <Text size="sm" c="red" role="alert">
          {problem}
        </Text>
      )}
      <div>
        <Button
          variant="subtle"
          color="gray"
          size="compact-sm"
          onClick={() => edit((before) => ({ ...before, known: false }))}
        >
          Clear hours
        </Button>
      </div>
    </>
  );
}
