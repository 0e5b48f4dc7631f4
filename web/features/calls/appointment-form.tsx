import { dayInZone } from '@mailcall/contract/time/date-format.ts';
import { Button, Group, NativeSelect, Paper, Stack, Text, TextInput } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { modals } from '@mantine/modals';
import {
  type AppointmentField,
  type AppointmentInput,
  appointmentProblems,
  isPastDay,
} from '@mailcall/contract/rules/appointment.ts';
import { appointmentTimes, timeOfDayText } from '@mailcall/contract/time/office-time.ts';
import { longZoneName } from '@mailcall/contract/time/time-zone.ts';
import type { Wording } from '@mailcall/contract/rules/wording.ts';
import {
  type Ref,
  type SyntheticEvent,
  useEffect,
  useEffectEvent,
  useId,
  useImperativeHandle,
  useRef,
  useState,
} from 'react';
import { appointmentFields } from './appointment-input.ts';
import classes from './appointment-form.module.css';
import { useStoredForm } from './use-stored-form.ts';

const times = [
  { value: '', label: 'Choose a time' },
  ...appointmentTimes.map((minutes) => ({ value: String(minutes), label: timeOfDayText(minutes) })),
];

/** Ref of the button that opens the form; gets the focus when the form closes. */
export function useFocusAfterForm(open: boolean, { enabled = true } = {}) {
  const button = useRef<HTMLButtonElement>(null);
  const wasOpen = useRef(open);
  useEffect(() => {
    if (wasOpen.current && !open && enabled) button.current?.focus();
    wasOpen.current = open;
  }, [open, enabled]);
  return button;
}

function confirmPastDay(
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
    labels: { confirm: editing ? 'Update anyway' : 'Add anyway', cancel: 'Change date' },
    closeButtonProps: { 'aria-label': 'Close' },
    centered: true,
    onConfirm,
    // the date field gets the focus, not the button
    returnFocus: false,
    onExitTransitionEnd: onClosed,
  });
}

/** What a form around this one does with it. */
export interface AppointmentHandle {
  /** Shows what is missing. */
  check: () => void;
  /** Saves a valid appointment and continues; a past day is asked about first. */
  save: (then: () => void) => void;
}

const isEmpty = (value: string | number | null) => value === '' || value === null;

export function AppointmentForm({
  values,
  editing,
  wording,
  timeZone,
  handle,
  onChange,
  onSave,
  onCancel,
  onDelete,
}: {
  values: AppointmentInput;
  editing: boolean;
  wording: Wording;
  /** IANA zone of the office; the time is local. */
  timeZone: string;
  /** Makes Save the lesser button: that of the form around saves, too. */
  handle?: Ref<AppointmentHandle>;
  onChange: (values: AppointmentInput) => void;
  onSave: () => void;
  onCancel: () => void;
  onDelete: (() => void) | null;
}) {
  const title = useId();
  const element = useRef<HTMLFormElement>(null);
  const [attempted, setAttempted] = useState(false);
  const form = useStoredForm<AppointmentInput>({
    stored: values,
    onStore: onChange,
    validate: (typed) => appointmentProblems(typed, wording),
    validateInputOnChange: attempted,
  });
  const focusField = (field: AppointmentField) =>
    element.current?.querySelector<HTMLElement>(`[name="${field}"]`)?.focus();
  const focusFirst = useEffectEvent(() =>
    focusField(appointmentFields.find((field) => isEmpty(values[field])) ?? 'firstName'),
  );
  useEffect(() => focusFirst(), []);
  const saveThen = (then: () => void) => {
    setAttempted(true);
    const save = () => {
      onSave();
      then();
    };
    return form.onSubmit(
      ({ day }) => {
        if (!isPastDay(day, new Date(), timeZone)) save();
        else confirmPastDay(day, { editing, onConfirm: save, onClosed: () => focusField('day') });
      },
      (problems) => {
        const first = appointmentFields.find((field) => problems[field] !== undefined);
        if (first !== undefined) focusField(first);
      },
    );
  };
  useImperativeHandle(handle, () => ({
    check() {
      setAttempted(true);
      form.validate();
    },
    save: (then) => saveThen(then)(),
  }));
  const onSubmit = (event: SyntheticEvent<HTMLFormElement>) => saveThen(() => {})(event);
  return (
    <Paper withBorder p="md" className={classes.form}>
      <form ref={element} onSubmit={onSubmit} noValidate aria-labelledby={title}>
        <Stack gap="sm">
          <Text fw={600} size="sm" id={title}>
            {editing ? 'Edit appointment' : 'New appointment'}
          </Text>
          <AppointmentFields form={form} wording={wording} timeZone={timeZone} />
          <Group gap="xs" className={classes.actions}>
            <Button type="submit" variant={handle === undefined ? 'filled' : 'light'}>
              {editing ? 'Update' : 'Save'}
            </Button>
            {editing && onDelete ? (
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

function AppointmentFields({
  form,
  wording,
  timeZone,
}: {
  form: UseFormReturnType<AppointmentInput>;
  wording: Wording;
  timeZone: string;
}) {
  const { minutes } = form.values;
  const nameProps = { required: true, autoComplete: 'off', maxLength: 80 };
  return (
    <div className={classes.fields}>
      <TextInput
        label={`${wording.Client} first name`}
        name="firstName"
        {...nameProps}
        {...form.getInputProps('firstName')}
      />
      <TextInput
        label={`${wording.Client} last name`}
        name="lastName"
        {...nameProps}
        {...form.getInputProps('lastName')}
      />
      <TextInput label="Appointment date" type="date" name="day" required {...form.getInputProps('day')} />
      <NativeSelect
        label={`Appointment time (${longZoneName(new Date(), timeZone)})`}
        name="minutes"
        required
        data={times}
        {...form.getInputProps('minutes')}
        value={minutes === null ? '' : String(minutes)}
        onChange={({ currentTarget: { value } }) =>
          form.setFieldValue('minutes', value === '' ? null : Number(value))
        }
      />
    </div>
  );
}
