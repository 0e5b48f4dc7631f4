import { Button, Skeleton, Stack, Text, Title } from '@mantine/core';
import { clockInZone } from '@mailcall/contract/time/office-time.ts';
import { longZoneName } from '@mailcall/contract/time/time-zone.ts';
import type { UseQueryResult } from '@tanstack/react-query';
import { useId } from 'react';
import { type AccountChoice, useTimeZone } from '../accounts/index.ts';
import { OfficeDay } from './office-day.tsx';
import { OfficeHolidays } from './office-holidays.tsx';
import {
  daysField,
  type HoursInput,
  listedDays,
  type OfficeHoursRecord,
  withKnownHours,
  withMondayCopied,
} from './office-hours-input.ts';
import classes from './office-hours.module.css';
import settingsClasses from './settings.module.css';
import type { HoursForm } from './use-hours-form.ts';

/** Hours of the selected office, for its primary contacts; the callback desk counts waiting time by them. */
export function OfficeHoursSection({
  query,
  hours,
  account,
}: {
  query: UseQueryResult<OfficeHoursRecord | null>;
  hours: HoursForm;
  account: AccountChoice;
}) {
  const id = useId();
  const timeZone = useTimeZone(account.id);
  const { input } = hours;
  return (
    <section className={settingsClasses.card} aria-labelledby={id}>
      <div>
        <Title order={2} size="h4" id={id} tabIndex={-1} className={settingsClasses.title}>
          Office Hours
        </Title>
        <Text size="sm" c="dimmed" className={classes.note}>
          When {account.name} is open ({longZoneName(new Date(), timeZone)}). Callbacks counts waiting time in
          these hours.
        </Text>
      </div>
      {query.isPending ? (
        <Stack gap="md" aria-busy="true">
          {listedDays.map((day) => (
            <Skeleton key={day} height={36} />
          ))}
        </Stack>
      ) : input === null ? (
        <div role="alert" className={classes.notLoaded}>
          <Text size="sm">The office hours could not be loaded.</Text>
          <Button
            size="compact-sm"
            variant="default"
            className={settingsClasses.finger ?? ''}
            onClick={() => void query.refetch()}
          >
            Retry
          </Button>
        </div>
      ) : (
        <>
          {input.known ? <Days input={input} hours={hours} /> : <NotKnown hours={hours} />}
          <OfficeHolidays
            holidays={input.holidays}
            today={clockInZone(new Date(), timeZone).day}
            problems={hours.problems}
            onChange={(holidays) => hours.edit((before) => ({ ...before, holidays }))}
          />
        </>
      )}
    </section>
  );
}

function NotKnown({ hours }: { hours: HoursForm }) {
  return (
    <div className={classes.notKnown}>
      <Text size="sm">No hours are set: waiting time counts day and night.</Text>
      <Button variant="default" size="sm" onClick={() => hours.edit(withKnownHours)}>
        Set Hours
      </Button>
    </div>
  );
}

function Days({ input, hours: { problems, edit } }: { input: HoursInput; hours: HoursForm }) {
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
          Clear Hours
        </Button>
      </div>
    </>
  );
}
