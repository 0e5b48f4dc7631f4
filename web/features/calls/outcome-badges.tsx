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

/** One outcome of a call, in its own color and with its own icon; an appointment with its number when there are several. */
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

/** Marks a missed or follow-up call that somebody called back and resolved. */
function ResolvedBadge() {
  return (
    <span className={classes.badge} data-outcome="resolved">
      <IconPhoneCheck size={14} stroke={2} aria-hidden />
      Resolved
    </span>
  );
}

/** The outcomes of a call that a list displays. */
interface DisplayedOutcome {
  outcome: readonly OutcomeLabel[];
  /** Whether the call was resolved, which is displayed next to its outcomes. */
  resolved?: boolean;
}

/** All outcomes of a call in a row. */
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

/**
 * The outcomes of a call in a row of a table: the first two, one below the other, and how many others there are.
 * A table without a column for appointments gives their number, which is displayed from two on.
 */
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

/** As {@link ResolvedBadge}, where two outcomes leave no room for its text. */
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
