import { Button, Skeleton, Stack, Text, Title } from '@mantine/core';
import { type AlertType, alertTypes, ownAlertTypes } from '@mailcall/contract/rules/alert-types.ts';
import { messages } from '@mailcall/contract/rules/messages.ts';
import { longZoneName } from '@mailcall/contract/time/time-zone.ts';
import type { UseQueryResult } from '@tanstack/react-query';
import { Suspense, useId, useState } from 'react';
import { focusNextFrame } from '../../platform/focus-next-frame.ts';
import { useMobile } from '../../ui/screen-width.ts';
import { type AccountChoice, useTimeZone } from '../accounts/index.ts';
import { DisputeMailSwitch } from '../score-disputes/index.ts';
import type { AlertReceivers } from './alerts-api.ts';
import { type AlertRow, receiversOf } from './alert-rows.ts';
import classes from './alerts.module.css';
import { type AlertLine, AlertsTable } from './alerts-table.tsx';
import { ManageReceivers } from './manage-receivers.tsx';
import settingsClasses from './settings.module.css';
import type { AlertForm } from './use-alert-form.ts';

const alertDescriptions: Readonly<Record<AlertType, string>> = {
  'Performance Breakdown Alert': 'Calls, appointments and missed calls, and what changed.',
  'Missed Call Alert': 'A call was missed.',
  'En Route Alert': 'Mailings have been shipped.',
  'First Opportunity Alert': 'A campaign brought its first opportunity call.',
  'New Appointment Call Alert': 'A caller made an appointment.',
  'New Opportunity Call Alert': 'A call was an opportunity.',
};

export function NotificationsSection({
  receivers,
  alerts,
  account,
  phoneWaits,
}: {
  receivers: UseQueryResult<AlertReceivers>;
  alerts: AlertForm;
  account: AccountChoice;
  phoneWaits: boolean;
}) {
  const id = useId();
  const zone = longZoneName(new Date(), useTimeZone(account.id));
  return (
    <section className={settingsClasses.card} aria-labelledby={id}>
      <div>
        <Title order={2} size="h4" id={id} tabIndex={-1} className={settingsClasses.title}>
          Notifications
        </Title>
        <Text size="sm" c="dimmed" className={classes.name}>
          Your alerts for {account.name}. Daily ones come at 8 AM, weekly ones on Mondays ({zone}).
        </Text>
        {account.officeCount > 0 && (
          <Text size="sm" c="dimmed">
            These alerts are about the group itself: its accounts have their own alerts. Only the Performance
            Breakdown covers all of them together.
          </Text>
        )}
      </div>
      {receivers.isPending ? (
        <Stack gap="md" aria-busy="true">
          {ownAlertTypes.map((type) => (
            <Skeleton key={type} height={40} />
          ))}
        </Stack>
      ) : receivers.isError ? (
        <NotLoaded onRetry={() => void receivers.refetch()} />
      ) : (
        <OwnAlerts
          receivers={receivers.data}
          alerts={alerts}
          accountName={account.name}
          phoneWaits={phoneWaits}
        />
      )}
    </section>
  );
}

function NotLoaded({ onRetry }: { onRetry: () => void }) {
  return (
    <div role="alert" className={classes.notLoaded}>
      <Text size="sm">{messages.receiversNotLoaded}</Text>
      <Button size="compact-sm" variant="default" className={settingsClasses.finger ?? ''} onClick={onRetry}>
        Retry
      </Button>
    </div>
  );
}

function OwnAlerts({
  receivers: { me, isPrimary, others },
  alerts,
  accountName,
  phoneWaits,
}: {
  receivers: AlertReceivers;
  alerts: AlertForm;
  accountName: string;
  phoneWaits: boolean;
}) {
  const [managed, setManaged] = useState<AlertType | null>(null);
  const types = isPrimary ? alertTypes : alertTypes.filter((type) => ownAlertTypes.includes(type));
  return (
    <>
      {me.phone === null && (
        <Text size="sm" c="dimmed">
          {messages.smsNeedsPhone} {phoneWaits ? 'Confirm' : 'Add'} yours above.
        </Text>
      )}
      <AlertsTable
        label="Alerts"
        nameTitle="Alert"
        lines={types.map((type) => ({
          row: alerts.rowFor(me, type),
          name: type,
          details: alertDescriptions[type],
        }))}
        onChange={(row) => alerts.edit([row])}
        last={
          isPrimary
            ? receiversColumn(
                (type) =>
                  receiversOf(alerts.rows, type, me.id).map((row) =>
                    row.contactId === me.id ? 'You' : row.name,
                  ),
                setManaged,
              )
            : undefined
        }
      />
      <Suspense fallback={<Skeleton height={44} />}>
        <DisputeMailSwitch />
      </Suspense>
      {managed && (
        <ManageReceivers
          alertType={managed}
          accountName={accountName}
          contacts={others}
          rows={alerts.rows}
          onApply={alerts.edit}
          onClose={() => {
            setManaged(null);
            // the dialog that had the focus is gone
            focusNextFrame(() => document.getElementById(manageId(managed)));
          }}
        />
      )}
    </>
  );
}

const manageId = (alertType: AlertType) => `manage ${alertType}`.replaceAll(' ', '-').toLowerCase();

const receiversTitle = 'Alert Receivers';

const receiversColumn = (
  namesOf: (alertType: AlertType) => readonly string[],
  onManage: (alertType: AlertType) => void,
) => ({
  title: receiversTitle,
  cell: ({ row: { alertType } }: AlertLine<AlertRow>) => (
    <Receivers alertType={alertType} names={namesOf(alertType)} onManage={() => onManage(alertType)} />
  ),
});

const maxNames = 2;

function Receivers({
  alertType,
  names,
  onManage,
}: {
  alertType: AlertType;
  names: readonly string[];
  onManage: () => void;
}) {
  const isMobile = useMobile();
  const rest = names.length - maxNames;
  const text =
    names.length === 0
      ? 'Nobody'
      : rest > 0
        ? `${names.slice(0, maxNames).join(', ')} and ${rest} more`
        : names.join(' and ');
  return (
    <div className={classes.receivers}>
      <Text
        size="sm"
        c={names.length === 0 ? 'dimmed' : undefined}
        className={classes.name}
        title={names.join(', ')}
      >
        {isMobile && (
          <Text span inherit c="dimmed">
            {receiversTitle}:{' '}
          </Text>
        )}
        {text}
      </Text>
      <Button
        variant="subtle"
        size="compact-sm"
        id={manageId(alertType)}
        className={settingsClasses.finger ?? ''}
        aria-label={`Manage Receivers: ${alertType}`}
        aria-haspopup="dialog"
        onClick={onManage}
      >
        Manage Receivers
      </Button>
    </div>
  );
}
