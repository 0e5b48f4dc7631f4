import { Button, Skeleton, Stack, Text, Title } from '@mantine/core';
import { clockInZone } from '@mailcall/contract/time/office-time.ts';
import { longZoneName } from '@mailcall/contract/time/time-zone.ts';
import type { UseQueryResult } from '@tanstack/react-query';
import { useId } from 'react';
import { type AccountChoice, useTimeZone } from '../accounts/index.ts';
import { HoursFields } from './hours-fields.tsx';
import { listedDays, type OfficeHoursRecord } from './office-hours-input.ts';
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
        <HoursFields
          input={input}
          problems={hours.problems}
          edit={hours.edit}
          today={clockInZone(new Date(), timeZone).day}
        />
      )}
    </section>
  );
}
