import { Checkbox, NativeSelect, Text } from '@mantine/core';
import {
  type AlertFrequency,
  type AlertMethod,
  allowedFrequencies,
} from '@mailcall/contract/rules/alert-types.ts';
import { messages } from '@mailcall/contract/rules/messages.ts';
import { type AlertRow, isOn } from './alert-rows.ts';
import classes from './alerts.module.css';

interface ControlProps {
  row: AlertRow;
  /** Name of the row for screen readers: the alert or contact. */
  rowName: string;
  onChange: (row: AlertRow) => void;
}

export function FrequencyField({ row, rowName, onChange }: ControlProps) {
  const frequencies = allowedFrequencies[row.alertType];
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

export function MethodBox({
  row,
  rowName,
  method,
  withLabel = false,
  onChange,
}: ControlProps & {
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
