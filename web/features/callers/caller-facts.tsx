import { Text } from '@mantine/core';
import { counted } from '@mailcall/contract/rules/rates.ts';
import { formatDay } from '@mailcall/contract/time/date-format.ts';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { paths } from '../../paths.ts';
import { dateAndTime } from '../../ui/dates.ts';
import { AppointmentStatus, fullName, Section } from '../calls/index.ts';
import type { Caller } from './api.ts';
import classes from './caller-page.module.css';

interface Shown {
  caller: Caller;
}

const Nothing = ({ children }: { children: ReactNode }) => (
  <Text size="sm" c="dimmed">
    {children}
  </Text>
);

export const CallerAppointments = ({ caller: { appointments, timeZone } }: Shown) => (
  <Section order={2} title="Appointments">
    {appointments.length === 0 ? (
      <Nothing>No appointment set</Nothing>
    ) : (
      <ul className={classes.list}>
        {appointments.map((appointment) => (
          <li key={appointment.id} className={classes.item}>
            <div className={classes.head}>
              <strong>{fullName(appointment)}</strong>
              <AppointmentStatus status={appointment.replaced ? 'Rescheduled' : appointment.outcome} />
            </div>
            {appointment.dateTime !== null && <span>{dateAndTime(appointment.dateTime, timeZone)}</span>}
          </li>
        ))}
      </ul>
    )}
  </Section>
);

export const CallerMailings = ({ caller: { mailings } }: Shown) => (
  <Section order={2} title="Mailings that reached them">
    {mailings.length === 0 ? (
      <Nothing>None known</Nothing>
    ) : (
      <ul className={classes.list}>
        {mailings.map(({ id, title, deliveryDay, calls }) => (
          <li key={id} className={classes.item}>
            <Link to={paths.mailing(id)} className={classes.link}>
              {title}
            </Link>
            <Text size="sm" c="dimmed">
              {formatDay(deliveryDay)} · {calls > 0 ? counted(calls, 'call') : 'mailed to the household'}
            </Text>
          </li>
        ))}
      </ul>
    )}
  </Section>
);

export const CallerHouseholds = ({ caller: { households } }: Shown) =>
  households.length === 0 ? null : (
    <Section order={2} title="Household">
      <ul className={classes.list}>
        {households.map(({ patientListId, listName, address, patients }) => (
          <li key={`${patientListId} ${address}`} className={classes.item}>
            {address !== '' && <strong>{address}</strong>}
            <ul className={classes.patients}>
              {patients.map(({ id, name, firstVisit, rule }) => (
                <li key={id}>
                  {name || 'Unnamed'}
                  {firstVisit === null ? '' : `, first visit ${formatDay(firstVisit)}`}
                  {rule !== null && (
                    <Text size="sm" c="dimmed">
                      {rule}
                    </Text>
                  )}
                </li>
              ))}
            </ul>
            <Text size="sm" c="dimmed">
              From the list “{listName}”
            </Text>
          </li>
        ))}
      </ul>
    </Section>
  );

export const CallerStaff = ({ caller: { staff } }: Shown) => (
  <Section order={2} title="Who spoke with them">
    {staff.length === 0 ? (
      <Nothing>Nobody yet</Nothing>
    ) : (
      <ul className={classes.list}>
        {staff.map(({ name, calls }) => (
          <li key={name} className={classes.item}>
            <div className={classes.head}>
              <span>{name}</span>
              <Text span size="sm" c="dimmed">
                {counted(calls, 'call')}
              </Text>
            </div>
          </li>
        ))}
      </ul>
    )}
  </Section>
);
