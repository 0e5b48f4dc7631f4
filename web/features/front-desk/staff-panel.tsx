import { Text, Title, UnstyledButton, VisuallyHidden } from '@mantine/core';
import type { LeaderboardRow } from '@mailcall/contract/leaderboard.ts';
import { thousands } from '@mailcall/contract/rules/rates.ts';
import { shareText } from '@mailcall/contract/rules/sample-size.ts';
import { IconArrowRight } from '@tabler/icons-react';
import { HowCounted } from '../../ui/how-counted.tsx';
import { useAccountName } from '../accounts/index.ts';
import { type CallsSelection, useOpenCalls } from '../calls/index.ts';
import { GradeChip } from './grade-chip.tsx';
import { gradedBy } from './figure-texts.ts';
import { type StaffRate, staffRates } from './leaderboard-rows.ts';
import classes from './staff-panel.module.css';

export function StaffPanel({
  row,
  titled,
  showAccount,
  hasRates,
}: {
  row: LeaderboardRow;
  titled: boolean;
  showAccount: boolean;
  hasRates: boolean;
}) {
  const openCalls = useOpenCalls();
  const nameOf = useAccountName();
  const openTheirs = (outcome: CallsSelection['outcome'], mark?: StaffRate['field']) =>
    openCalls({ outcome, filters: { callHandlerId: row.callHandlerId }, mark: mark ?? undefined });
  const about = [row.staffType, showAccount ? nameOf(row) : null].filter(Boolean).join(' · ');
  return (
    <section aria-label={`Details of ${row.name}`}>
      {titled && (
        <Title order={3} className={classes.name}>
          {row.name}
        </Title>
      )}
      <Text size="sm" c="dimmed">
        {about !== '' && `${about} · `}Rank&nbsp;{thousands(row.rank)}
        {row.tied && ', tied'}
      </Text>
      <dl className={classes.counts}>
        <Count
          name="Calls"
          value={row.callMadeCount}
          opens={`view all calls of ${row.name}`}
          onOpen={() => openTheirs('all calls')}
        />
        {/* specified: all of their calls, which then offer the opportunities alone */}
        <Count
          name="Opportunities"
          value={row.opportunityCallCount}
          opens={`view all calls of ${row.name}`}
          onOpen={() => openTheirs('all calls')}
        />
        <Count
          name="Appointments"
          value={row.appointmentsMadeCount}
          opens={`view appointments by ${row.name}`}
          onOpen={() => openTheirs('appointments')}
        />
        <Count
          name="Appt Calls"
          value={row.appointmentsCallCount}
          opens={`view appointment calls of ${row.name}`}
          onOpen={() => openTheirs('appointment')}
        />
      </dl>
      {hasRates && (
        <ul className={classes.rates} aria-label={`Grades of ${row.name}`}>
          {staffRates(row).map((rate) => (
            <Rate
              key={rate.name}
              rate={rate}
              calls={row.callMadeCount}
              staff={row.name}
              onOpen={() => openTheirs('all calls', rate.field)}
            />
          ))}
        </ul>
      )}
    </section>
  );
}

function Count({
  name,
  value,
  opens,
  onOpen,
}: {
  name: string;
  value: number;
  opens: string;
  onOpen: () => void;
}) {
  return (
    <div className={classes.count}>
      <dt>{name}</dt>
      <dd>
        {value > 0 ? (
          <UnstyledButton
            className={classes.open}
            onClick={onOpen}
            aria-label={`${thousands(value)} ${name}: ${opens}`}
            title={`V${opens.slice(1)}`}
          >
            {thousands(value)}
            <IconArrowRight size={16} stroke={2} aria-hidden />
          </UnstyledButton>
        ) : (
          thousands(value)
        )}
      </dd>
    </div>
  );
}

function Rate({
  rate,
  calls,
  staff,
  onOpen,
}: {
  rate: StaffRate;
  calls: number;
  staff: string;
  onOpen: () => void;
}) {
  const figures = (
    <>
      {rate.denominator > 0 && <span className={classes.figure}>{rate.rate}%</span>}
      <span className={classes.grade}>
        <GradeChip
          grade={rate.grade}
          card="staffPanel"
          calls={rate.denominator}
          fewOf={shareText(rate.numerator, rate.denominator)}
        />
      </span>
    </>
  );
  return (
    <li className={classes.rate}>
      <span className={classes.rateName}>
        {rate.name}
        <HowCounted
          title={rate.name}
          about={`${rate.about} ${gradedBy('staffPanel')}`}
          counted={[
            { name: 'Counted', value: thousands(rate.numerator) },
            { name: 'Divided by', value: thousands(rate.denominator) },
            { name: 'Calls that they answered', value: thousands(calls), onOpen },
          ]}
        />
      </span>
      {rate.denominator > 0 ? (
        <UnstyledButton className={classes.graded} title={`View the calls of ${staff}`} onClick={onOpen}>
          <VisuallyHidden>{rate.name} </VisuallyHidden>
          {figures}
        </UnstyledButton>
      ) : (
        <span className={classes.graded}>{figures}</span>
      )}
      <span className={classes.track} aria-hidden>
        <span className={classes.bar} style={{ width: `${rate.denominator > 0 ? rate.rate : 0}%` }} />
      </span>
    </li>
  );
}
