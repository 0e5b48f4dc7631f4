import { Text, Title } from '@mantine/core';
import { designAlertSettings, saveDesignAlertSetting } from '@mailcall/contract/design-alerts.ts';
import { designAlertFrequency, type DesignAlertType } from '@mailcall/contract/rules/design-alerts.ts';
import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { useId } from 'react';
import { call, explanationOf } from '../../platform/api.ts';
import { toast } from '../../ui/toast.tsx';
import { methodsOf } from './alert-rows.ts';
import type { ShownRow } from './alert-controls.tsx';
import { AlertsTable } from './alerts-table.tsx';
import sessions from './sessions.module.css';
import classes from './settings.module.css';

const descriptions: Readonly<Record<DesignAlertType, string>> = {
  'Design to Review Alert': 'A design or a new version waits for you.',
  'Design Due Alert': 'A design still waits, and its due date is near.',
  'Design Decision Alert': 'A client asked for changes, approved a design or chose one.',
};

const settingsQuery = queryOptions({
  queryKey: ['settings', 'design alerts'],
  queryFn: ({ signal }) => call(designAlertSettings, {}, { signal }),
  staleTime: 0,
});

/** Of the person, for all accounts. */
export function DesignAlerts() {
  const id = useId();
  const client = useQueryClient();
  const { data } = useQuery(settingsQuery);
  if (!data || data.records.length === 0) return null;
  const save = async (row: ShownRow<DesignAlertType>) => {
    const { alertType } = row;
    const methods = methodsOf(row);
    client.setQueryData(settingsQuery.queryKey, {
      ...data,
      records: data.records.map((one) => (one.alertType === alertType ? { alertType, methods } : one)),
    });
    try {
      client.setQueryData(
        settingsQuery.queryKey,
        await call(saveDesignAlertSetting, { body: { alertType, methods } }),
      );
      toast('success', `${alertType} is ${methods.length > 0 ? `on: ${methods.join(' and ')}` : 'off'}.`);
    } catch (error) {
      client.setQueryData(settingsQuery.queryKey, data);
      toast('error', explanationOf(error));
    }
  };
  return (
    <section className={`${classes.card} ${sessions.section}`} aria-labelledby={id}>
      <div>
        <Title order={2} size="h4" id={id} tabIndex={-1} className={classes.title}>
          Designs
        </Title>
        <Text size="sm" c="dimmed">
          For all your accounts. Saved at once.
        </Text>
      </div>
      <AlertsTable
        label="Designs"
        nameTitle="Alert"
        lines={data.records.map(({ alertType, methods }) => ({
          row: {
            contactId: '',
            phoneNumber: data.hasPhone ? '' : null,
            alertType,
            frequency: designAlertFrequency,
            email: methods.includes('Email'),
            sms: methods.includes('SMS'),
          },
          name: alertType,
          details: descriptions[alertType],
        }))}
        onChange={(row) => void save(row)}
      />
    </section>
  );
}
