import { type Icon, IconCalendarEvent, IconCalendarTime, IconCalendarX } from '@tabler/icons-react';
import classes from './outcome-badges.module.css';

const marks: Record<string, { icon: Icon; outcome: string }> = {
  Scheduled: { icon: IconCalendarEvent, outcome: 'appointment' },
  Cancelled: { icon: IconCalendarX, outcome: 'cancelled' },
  Rescheduled: { icon: IconCalendarTime, outcome: 'rescheduled' },
};

export function AppointmentStatus({ status }: { status: string }) {
  const { icon: Mark, outcome } = marks[status] ?? { icon: IconCalendarEvent, outcome: 'other' };
  return (
    <span className={classes.badge} data-outcome={outcome}>
      <Mark size={14} aria-hidden />
      {status}
    </span>
  );
}
