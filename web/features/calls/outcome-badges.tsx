import { Group, Text, Tooltip, VisuallyHidden } from '@mantine/core';
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

/** One outcome of a call, in its own color and with its own icon. */
export function OutcomeBadge({ label }: { label: OutcomeLabel }) {
  const Mark = icons[label];
  return (
    <span className={classes.badge} data-outcome={label}>
      <Mark size={14} stroke={2} aria-hidden />
      {outcomeTexts[label]}
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
    <Group gap={6}>
      {outcome.length === 0 ? <NotScored /> : null}
      {outcome.map((label) => (
        <OutcomeBadge key={label} label={label} />
      ))}
      {resolved ? <ResolvedBadge /> : null}
    </Group>
  );
}

/** The first outcome of a call and how many others it has. */
export function FirstOutcome({ outcome, resolved = false }: DisplayedOutcome) {
  const [first, ...others] = outcome;
  const otherLabels = others.map((label) => outcomeTexts[label]).join(', ');
  return (
    // wraps where the column has no room for both
    <Group gap={4}>
      {first ? <OutcomeBadge label={first} /> : <NotScored />}
      {others.length > 0 ? (
        <Tooltip label={otherLabels}>
          <span className={classes.others}>
            <span aria-hidden>+{others.length}</span>
            <VisuallyHidden>, {otherLabels}</VisuallyHidden>
          </span>
        </Tooltip>
      ) : null}
      {resolved ? <ResolvedBadge /> : null}
    </Group>
  );
}

function NotScored() {
  return (
    <Text span size="xs" c="dimmed">
      Not scored yet
    </Text>
  );
}
