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

/** One outcome of a call, in its own colour and with its own icon. */
export function OutcomeBadge({ label }: { label: OutcomeLabel }) {
  const Mark = icons[label];
  return (
    <span className={classes.badge} data-outcome={label}>
      <Mark size={14} stroke={2} aria-hidden />
      {outcomeTexts[label]}
    </span>
  );
}

/** What became of a missed or follow-up call: somebody called back and said what came of it. */
function ResolvedBadge() {
  return (
    <span className={classes.badge} data-outcome="resolved">
      <IconPhoneCheck size={14} stroke={2} aria-hidden />
      Resolved
    </span>
  );
}

/** The outcomes that a list shows of a call. */
interface DisplayedOutcome {
  outcome: readonly OutcomeLabel[];
  /** Whether the call was called back and resolved: that is said beside its outcomes. */
  resolved?: boolean;
}

/** All outcomes of a call beside each other. */
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
  const words = others.map((label) => outcomeTexts[label]).join(', ');
  return (
    // a column that is too narrow for both takes two lines of them
    <Group gap={4}>
      {first ? <OutcomeBadge label={first} /> : <NotScored />}
      {others.length > 0 ? (
        <Tooltip label={words}>
          <span className={classes.others}>
            <span aria-hidden>+{others.length}</span>
            <VisuallyHidden>, {words}</VisuallyHidden>
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
