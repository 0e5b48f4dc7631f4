import { Button, Text } from '@mantine/core';
import { callbackKindTexts } from '@mailcall/contract/rules/callbacks.ts';
import { dateAndTime } from '../../ui/dates.ts';
import { Section } from '../calls/index.ts';
import type { CallerDetails } from './api.ts';
import classes from './caller-panel.module.css';

export function CallerHistory({
  details: { entry, actions, appointments },
  onUndo,
}: {
  details: CallerDetails;
  /** Null in sessions that change nothing. */
  onUndo: ((actionId: string) => void) | null;
}) {
  const closing = entry.state.kind === 'closed' ? entry.state.appointmentId : null;
  return (
    <>
      {appointments.length === 0 ? null : (
        <Section title="Appointments">
          <ul className={classes.entries}>
            {appointments.map(({ id, firstName, lastName, dateTime }) => (
              <li key={id}>
                {[firstName, lastName].filter(Boolean).join(' ') || 'Appointment'}
                {dateTime === null ? '' : `, ${dateAndTime(dateTime, entry.timeZone)}`}
                {id === closing && (
                  <Text span size="sm" c="dimmed">
                    {' '}
                    Closed this caller
                  </Text>
                )}
              </li>
            ))}
          </ul>
        </Section>
      )}
      <Section title="What was done">
        {actions.length === 0 ? (
          <Text size="sm" c="dimmed">
            No callback attempts yet.
          </Text>
        ) : (
          <ol className={classes.entries} aria-label="What was done, newest first">
            {actions.map(({ id, kind, by, at, undoneAt, details, canUndo }) => (
              <li key={id} data-undone={undoneAt !== null || undefined}>
                <div>
                  <Text size="sm">
                    <strong>{callbackKindTexts[kind]}</strong> by {by}
                    {undoneAt === null ? '' : ', undone'}
                  </Text>
                  {details && details !== callbackKindTexts[kind] ? (
                    <Text size="sm" className={classes.summary}>
                      {details}
                    </Text>
                  ) : null}
                  <Text size="xs" c="dimmed">
                    <time dateTime={at}>{dateAndTime(at, entry.timeZone)}</time>
                  </Text>
                </div>
                {canUndo && onUndo !== null ? (
                  <Button
                    size="compact-sm"
                    variant="default"
                    className={classes.small}
                    aria-label={`Undo: ${callbackKindTexts[kind]}`}
                    onClick={() => onUndo(id)}
                  >
                    Undo
                  </Button>
                ) : null}
              </li>
            ))}
          </ol>
        )}
      </Section>
    </>
  );
}
