import { Checkbox, NativeSelect, Text } from '@mantine/core';
import {
  type AlertFrequency,
  type AlertMethod,
  type AlertType,
  allowedFrequencies,
} from '@mailcall/contract/rules/alert-types.ts';
import {
  designAlertFrequency,
  type DesignAlertType,
  isDesignAlert,
} from '@mailcall/contract/rules/design-alerts.ts';
import { messages } from '@mailcall/contract/rules/messages.ts';
import { type AlertRow, isOn } from './alert-rows.ts';
import classes from './alerts.module.css';

export type ShownRow<Type extends AlertType | DesignAlertType> = Pick<
  AlertRow,
  'contactId' | 'phoneNumber' | 'frequency' | 'email' | 'sms'
> & { alertType: Type };

interface ControlProps<Row> {
  row: Row;
  /** Name of the row for screen readers: the alert or contact. */
  rowName: string;
  onChange: (row: Row) => void;
}

export function FrequencyField<Row extends ShownRow<AlertType | DesignAlertType>>({
  row,
  rowName,
  onChange,
}: ControlProps<Row>) {
  const { alertType } = row;
  const frequencies = isDesignAlert(alertType) ? [designAlertFrequency] : allowedFrequencies[alertType];
  if (!isOn(row))
    return (
      <Text size="sm" c="dimmed" className={classes.only ?? ''}>
        Off
      </Text>
    );
  if (frequencies.length === 1)
    return (
      <Text size="sm" className={classes.only ?? ''}>
        {row.frequency}
      </Text>
    );
  return (
    <NativeSelect
      aria-label={`Frequency: ${rowName}`}
      data={[...frequencies]}
      value={row.frequency}
      onChange={(event) => onChange({ ...row, frequency: event.currentTarget.value as AlertFrequency })}
      className={classes.frequency}
    />
  );
}

const fieldOf = { Email: 'email', SMS: 'sms' } as const;

export function MethodBox<Row extends ShownRow<AlertType | DesignAlertType>>({
  row,
  rowName,
  method,
  withLabel = false,
  onChange,
}: ControlProps<Row> & {
  method: AlertMethod;
  withLabel?: boolean;
}) {
  const field = fieldOf[method];
  const lacksPhone = method === 'SMS' && row.phoneNumber === null;
  return (
    <Checkbox
      // a method that is on can always be switched off
      disabled={lacksPhone && !row.sms}
      title={lacksPhone ? messages.smsNeedsPhone : undefined}
      aria-label={`${method}: ${rowName}${lacksPhone ? `. ${messages.smsNeedsPhone}` : ''}`}
      label={withLabel ? method : undefined}
      checked={row[field]}
      onChange={(event) => onChange({ ...row, [field]: event.currentTarget.checked })}
      classNames={{ root: classes.method, body: classes.methodBody }}
    />
  );
}
