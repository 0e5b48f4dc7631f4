import { Button, Group, NativeSelect, Paper, Stack, Text, TextInput } from '@mantine/core';
import { modals } from '@mantine/modals';
import {
  type AppointmentField,
  type AppointmentInput,
  appointmentProblems,
  isPastDay,
} from '@mailcall/contract/rules/appointment.ts';
import { appointmentTimes, dayInZone, timeOfDayShown } from '@mailcall/contract/rules/office-time.ts';
import { shortZoneName } from '@mailcall/contract/rules/time-zone.ts';
import type { Wording } from '@mailcall/contract/rules/wording.ts';
import { type FormEvent, useEffect, useId, useRef, useState } from 'react';
import { appointmentFields } from './appointment-input.ts';
import classes from './appointment-form.module.css';

const times = [
  { value: '', label: 'Choose a time' },
  ...appointmentTimes.map((minutes) => ({ value: String(minutes), label: timeOfDayShown(minutes) })),
];

/** The button that opens the form: the focus comes back to it when the form closes. */
export function useFocusAfterForm(open: boolean) {
  const button = useRef<HTMLButtonElement>(null);
  const wasOpen = useRef(open);
  useEffect(() => {
    if (wasOpen.current && !open) button.current?.focus();
    wasOpen.current = open;
  }, [open]);
  return button;
}

/** Asks before an appointment on a day that is over: more often than not the date was mistyped. */
function askAboutPastDay(
  day: string,
  { editing, onConfirm, onClosed }: { editing: boolean; onConfirm: () => void; onClosed: () => void },
): void {
  modals.openConfirmModal({
    title: 'Is the date right?',
    children: (
      <Text size="sm">
        {dayInZone(`${day}T12:00:00Z`, 'UTC')} is in the past. You can still {editing ? 'keep' : 'add'} the
        appointment.
      </Text>
    ),
    labels: { confirm: editing ? 'Update Anyway' : 'Add Anyway', cancel: 'Change Date' },
    closeButtonProps: { 'aria-label': 'Close' },
    centered: true,
    onConfirm,
    // the field that is asked about has the focus afterwards, and not the button
    returnFocus: false,
    onExitTransitionEnd: onClosed,
  });
}

/** Names, date and time of an appointment: Save for a new one; Update and Delete for one that is edited. */
export function AppointmentForm({
  values,
  editing,
  wording,
  timeZone,
  onChange,
  onSave,
  onCancel,
  onDelete,
}: {
  values: AppointmentInput;
  editing: boolean;
  wording: Wording;
  /** IANA zone of the office, whose clock the time is by. */
  timeZone: string;
  onChange: (values: AppointmentInput) => void;
  onSave: () => void;
  onCancel: () => void;
  onDelete: () => void;
}) {
  const title = useId();
  const form = useRef<HTMLFormElement>(null);
  const [tried, setTried] = useState(false);
  const problems = tried ? appointmentProblems(values, wording) : {};
  useEffect(() => {
    form.current?.querySelector('input')?.focus();
  }, []);

  const focusField = (field: AppointmentField) =>
    form.current?.querySelector<HTMLElement>(`[name="${field}"]`)?.focus();
  const save = (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    const wrong = appointmentProblems(values, wording);
    const first = appointmentFields.find((field) => wrong[field] !== undefined);
    if (first !== undefined) focusField(first);
    else if (!isPastDay(values.day, new Date(), timeZone)) onSave();
    else askAboutPastDay(values.day, { editing, onConfirm: onSave, onClosed: () => focusField('day') });
  };
  const type = (field: AppointmentField) => (event: { currentTarget: { value: string } }) =>
    onChange({ ...values, [field]: event.currentTarget.value });

  return (
    <Paper withBorder p="md" className={classes.form}>
      <form ref={form} onSubmit={save} noValidate aria-labelledby={title}>
        <Stack gap="sm">
          <Text fw={600} size="sm" id={title}>
            {editing ? 'Edit appointment' : 'New appointment'}
          </Text>
          <div className={classes.fields}>
            <TextInput
              label={`${wording.Client} first name`}
              name="firstName"
              required
              autoComplete="off"
              maxLength={80}
              value={values.firstName}
              error={problems.firstName}
              onChange={type('firstName')}
            />
            <TextInput
              label={`${wording.Client} last name`}
              name="lastName"
              required
              autoComplete="off"
              maxLength={80}
              value={values.lastName}
              error={problems.lastName}
              onChange={type('lastName')}
            />
            <TextInput
              label="Appointment date"
              type="date"
              name="day"
              required
              value={values.day}
              error={problems.day}
              onChange={type('day')}
            />
            <NativeSelect
              label={`Appointment time (${shortZoneName(new Date(), timeZone)})`}
              name="minutes"
              required
              data={times}
              value={values.minutes === null ? '' : String(values.minutes)}
              error={problems.minutes}
              onChange={({ currentTarget: { value } }) =>
                onChange({ ...values, minutes: value === '' ? null : Number(value) })
              }
            />
          </div>
          <Group gap="xs" className={classes.actions}>
            <Button type="submit">{editing ? 'Update' : 'Save'}</Button>
            {editing ? (
              <Button variant="light" color="red" onClick={onDelete}>
                Delete
              </Button>
            ) : null}
            <Button variant="default" onClick={onCancel}>
              Cancel
            </Button>
          </Group>
        </Stack>
      </form>
    </Paper>
  );
}
