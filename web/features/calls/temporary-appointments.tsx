import { Button, Stack, Text, VisuallyHidden } from '@mantine/core';
import { timeOfDayText } from '@mailcall/contract/time/office-time.ts';
import type { Wording } from '@mailcall/contract/rules/wording.ts';
import type { AppointmentInput } from '@mailcall/contract/rules/appointment.ts';
import { IconCalendarPlus } from '@tabler/icons-react';
import type { Ref } from 'react';
import { newRequestId } from '../../platform/api.ts';
import { rowDay } from '../../ui/dates.ts';
import { AppointmentForm, type AppointmentHandle, useFocusAfterForm } from './appointment-form.tsx';
import classes from './appointment-form.module.css';
import { fullName, namesOf, noAppointment } from './appointment-input.ts';
import type { ResolutionInput, TemporaryAppointment } from './resolution-input.ts';

const maxAppointments = 20;

/** Typed appointment: 'M/D/YY @ h:mm a'. */
export const typedSchedule = ({ day, minutes }: AppointmentInput) =>
  `${rowDay(day)} @ ${timeOfDayText(minutes ?? 0)}`;

export function TemporaryAppointments({
  input,
  wording,
  timeZone,
  callerName,
  readOnly,
  handle,
  onChange,
}: {
  input: ResolutionInput;
  wording: Wording;
  timeZone: string;
  callerName: string | null;
  readOnly: boolean;
  handle: Ref<AppointmentHandle>;
  onChange: (patch: Partial<ResolutionInput>) => void;
}) {
  const { appointments, form } = input;
  const addButton = useFocusAfterForm(form !== null, { enabled: !input.saving });
  const close = (patch: Partial<ResolutionInput>) => onChange({ ...patch, form: null });
  const save = (values: AppointmentInput, key: string | null) =>
    close({
      appointments:
        key === null
          ? [...appointments, { ...values, key: newRequestId() }]
          : appointments.map((one) => (one.key === key ? { ...values, key } : one)),
    });
  // further appointments are usually for others of the family
  const firstValues = { ...noAppointment, ...(appointments.length === 0 && namesOf(callerName)) };
  const edit = ({ key, ...values }: TemporaryAppointment) => onChange({ form: { values, key } });
  return (
    <Stack gap="xs" align="stretch">
      {appointments.length === 0 ? null : (
        <ul className={classes.list} aria-label="Appointments to be made">
          {appointments.map((appointment) => (
            <li key={appointment.key} className={classes.item}>
              <span className={classes.who}>
                <strong>{fullName(appointment)}</strong>, {typedSchedule(appointment)}
                <Text size="xs" c="dimmed">
                  {readOnly ? 'Not made' : 'Not saved yet'}
                </Text>
              </span>
              {readOnly ? null : (
                <Button variant="default" size="xs" onClick={() => edit(appointment)}>
                  Edit<VisuallyHidden> the appointment of {fullName(appointment)}</VisuallyHidden>
                </Button>
              )}
            </li>
          ))}
        </ul>
      )}
      {form === null || readOnly ? null : (
        <AppointmentForm
          key={form.key ?? 'new'}
          values={form.values}
          editing={form.key !== null}
          wording={wording}
          timeZone={timeZone}
          handle={handle}
          onChange={(values) => onChange({ form: { ...form, values } })}
          onSave={() => save(form.values, form.key)}
          onCancel={() => close({})}
          onDelete={() => close({ appointments: appointments.filter(({ key }) => key !== form.key) })}
        />
      )}
      {form === null && !readOnly ? (
        <Button
          ref={addButton}
          variant="default"
          leftSection={<IconCalendarPlus size={18} aria-hidden />}
          disabled={appointments.length >= maxAppointments}
          className={classes.add}
          onClick={() => onChange({ form: { values: firstValues, key: null } })}
        >
          Add appointment
        </Button>
      ) : null}
    </Stack>
  );
}
