import { type OutcomeLabel, outcomeTexts } from '@mailcall/contract/rules/outcome.ts';
import {
  type Icon,
  IconCalendarCheck,
  IconCalendarTime,
  IconCalendarX,
  IconCircleMinus,
  IconPhoneCheck,
  IconPhoneOutgoing,
  IconPhoneX,
  IconSparkles,
} from '@tabler/icons-react';
import { HiddenText } from '../../ui/hidden-text.tsx';
import classes from './outcome-badges.module.css';

const icons: Record<OutcomeLabel, Icon> = {
  appointment: IconCalendarCheck,
  'missed call': IconPhoneX,
  'follow up': IconPhoneOutgoing,
  cancelled: IconCalendarX,
  rescheduled: IconCalendarTime,
  opportunity: IconSparkles,
  'non-opportunity': IconCircleMinus,
};

export function OutcomeBadge({ label, count = 0 }: { label: OutcomeLabel; count?: number }) {
  const Mark = icons[label];
  return (
    <span className={classes.badge} data-outcome={label}>
      <Mark size={14} stroke={2} aria-hidden />
      {outcomeTexts[label]}
      {label === 'appointment' && count > 1 ? ` ×${count}` : null}
    </span>
  );
}

function ResolvedBadge() {
  return (
    <span className={classes.badge} data-outcome="resolved">
      <IconPhoneCheck size={14} stroke={2} aria-hidden />
      Resolved
    </span>
  );
}

interface DisplayedOutcome {
  outcome: readonly OutcomeLabel[];
  resolved?: boolean;
}

export function OutcomeBadges({ outcome, resolved = false }: DisplayedOutcome) {
  return (
    <div className={classes.all}>
      {outcome.length === 0 ? <NotScored /> : null}
      {outcome.map((label) => (
        <OutcomeBadge key={label} label={label} />
      ))}
      {resolved ? <ResolvedBadge /> : null}
    </div>
  );
}

/** The first two outcomes and the number of others. Without a column for appointments it shows their number. */
export function RowOutcomes({
  outcome,
  resolved = false,
  appointments = 0,
}: DisplayedOutcome & { appointments?: number }) {
  const [first, second, ...others] = outcome;
  const otherLabels = others.map((label) => outcomeTexts[label]).join(', ');
  return (
    <span className={classes.two}>
      <span className={classes.line}>
        {first ? <OutcomeBadge label={first} count={appointments} /> : <NotScored />}
        {resolved && second ? <ResolvedMark /> : null}
      </span>
      {second ? (
        <span className={classes.line}>
          <OutcomeBadge label={second} count={appointments} />
          {others.length > 0 ? (
            <span className={classes.others} title={otherLabels}>
              <span aria-hidden>+{others.length}</span>
              <HiddenText>, {otherLabels}</HiddenText>
            </span>
          ) : null}
        </span>
      ) : resolved ? (
        <ResolvedBadge />
      ) : null}
    </span>
  );
}

function ResolvedMark() {
  return (
    <span className={classes.badge} data-outcome="resolved" data-mark title="Resolved">
      <IconPhoneCheck size={14} stroke={2} aria-hidden />
      <HiddenText>Resolved</HiddenText>
    </span>
  );
}

function NotScored() {
  return <span className={classes.none}>Not scored yet</span>;
}
