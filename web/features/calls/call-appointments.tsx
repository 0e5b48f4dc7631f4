import { Button, Group, Loader, Stack, Table, Text, VisuallyHidden } from '@mantine/core';
import type { Call } from '@mailcall/contract/calls.ts';
import { messages } from '@mailcall/contract/rules/messages.ts';
import { formatPhone } from '@mailcall/contract/rules/phone.ts';
import type { Wording } from '@mailcall/contract/rules/wording.ts';
import { IconAlertCircle, IconCalendarPlus } from '@tabler/icons-react';
import { dateAndTime } from '../../ui/dates.ts';
import { useIsReadOnly } from '../accounts/index.ts';
import {
  addAppointment,
  type AddedAppointment,
  appointmentDrafts,
  removeAdded,
  retryAppointment,
} from './added-appointments.ts';
import { AppointmentForm, useFocusAfterForm } from './appointment-form.tsx';
import formClasses from './appointment-form.module.css';
import { fullName, noAppointment } from './appointment-input.ts';
import { AppointmentStatus } from './appointment-status.tsx';
import classes from './call-details.module.css';
import { typedSchedule } from './temporary-appointments.tsx';

export function CallAppointments({ call, wording }: { call: Call; wording: Wording }) {
  const { added, form } = appointmentDrafts.useValue(call.id);
  const readOnly = useIsReadOnly(call.accountId);
  const addButton = useFocusAfterForm(form !== null);
  const show = (next: typeof form) =>
    appointmentDrafts.change(call.id, (before) => ({ ...before, form: next }));
  const edited = added.find(({ key }) => key === form?.key);
  return (
    <Stack gap="sm" align="stretch">
      {call.appointments.length > 0 ? (
        <BookedAppointments call={call} />
      ) : added.length === 0 ? (
        <Text size="sm" c="dimmed">
          No appointment set
        </Text>
      ) : null}
      {added.length === 0 ? null : (
        <ul className={formClasses.list} aria-label="Appointments being added">
          {added.map((appointment) => (
            <AddedItem
              key={appointment.key}
              appointment={appointment}
              edited={appointment === edited}
              onRetry={() => retryAppointment(call, appointment)}
              onEdit={({ key, firstName, lastName, day, minutes }) =>
                show({ values: { firstName, lastName, day, minutes }, key })
              }
              onDelete={() => removeAdded(call.id, appointment.key)}
            />
          ))}
        </ul>
      )}
      {form === null ? null : (
        <AppointmentForm
          key={form.key ?? 'new'}
          values={form.values}
          editing={form.key !== null}
          wording={wording}
          timeZone={call.timeZone}
          onChange={(values) => show({ ...form, values })}
          onSave={() => addAppointment(call, form.values, form.key)}
          onCancel={() => show(null)}
          onDelete={
            edited?.maybeBooked
              ? null
              : () => {
                  if (form.key !== null) removeAdded(call.id, form.key);
                  show(null);
                }
          }
        />
      )}
      {form === null && !readOnly ? (
        <Button
          ref={addButton}
          variant="default"
          leftSection={<IconCalendarPlus size={18} aria-hidden />}
          className={formClasses.add}
          onClick={() => show({ values: noAppointment, key: null })}
        >
          Add appointment
        </Button>
      ) : null}
    </Stack>
  );
}

function AddedItem({
  appointment,
  edited,
  onRetry,
  onEdit,
  onDelete,
}: {
  appointment: AddedAppointment;
  /** True while the appointment is in the form, which will send it. */
  edited: boolean;
  onRetry: () => void;
  onEdit: (appointment: AddedAppointment) => void;
  onDelete: () => void;
}) {
  const { state, reason, maybeBooked } = appointment;
  const suffix = <VisuallyHidden> the appointment of {fullName(appointment)}</VisuallyHidden>;
  return (
    <li className={formClasses.item} data-failed={state === 'failed' || undefined}>
      <span className={formClasses.who}>
        <strong>{fullName(appointment)}</strong>, {typedSchedule(appointment)}
      </span>
      {state === 'saving' ? (
        <Group gap={8} role="status">
          <Loader size="xs" aria-hidden />
          <Text size="sm">Saving...</Text>
        </Group>
      ) : (
        <>
          <Text size="sm" c="var(--mantine-color-error)" role="alert" className={formClasses.failure}>
            <IconAlertCircle size={16} aria-hidden /> {messages.appointmentFailed}
            {reason === null || reason === messages.appointmentFailed ? '.' : `. ${reason}`}
            {maybeBooked ? ' It may be booked already: Retry does not book it twice.' : ''}
          </Text>
          {edited ? null : (
            <Group gap={6}>
              <Button size="xs" onClick={onRetry}>
                Retry{suffix}
              </Button>
              <Button size="xs" variant="default" onClick={() => onEdit(appointment)}>
                Edit{suffix}
              </Button>
              {/* removing one that may be booked would hide it */}
              {maybeBooked ? null : (
                <Button size="xs" variant="default" onClick={onDelete}>
                  Delete{suffix}
                </Button>
              )}
            </Group>
          )}
        </>
      )}
    </li>
  );
}

function BookedAppointments({ call }: { call: Call }) {
  return (
    <div className={classes.scroll}>
      <Table fz="sm" verticalSpacing={6} className={classes.appointments}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>Name</Table.Th>
            <Table.Th>Schedule</Table.Th>
            <Table.Th>Status</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {call.appointments.map((appointment) => (
            <Table.Tr key={appointment.id} data-replaced={appointment.replaced || undefined}>
              <Table.Td>
                {fullName(appointment)}
                {appointment.phone ? (
                  <Text size="xs" c="dimmed">
                    {formatPhone(appointment.phone)}
                  </Text>
                ) : null}
              </Table.Td>
              <Table.Td>
                {appointment.dateTime ? dateAndTime(appointment.dateTime, call.timeZone) : '-'}
              </Table.Td>
              <Table.Td>
                <AppointmentStatus status={appointment.outcome} />
                {appointment.replaced ? (
                  <Text size="xs" c="dimmed">
                    Replaced by a later one
                  </Text>
                ) : null}
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </div>
  );
}
