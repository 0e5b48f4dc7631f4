import { SegmentedControl, Skeleton, Text, Title, VisuallyHidden } from '@mantine/core';
import { lengthFor, lengthsFor, type PeriodLength, periodLengths } from '@mailcall/contract/time/periods.ts';
import { thousands } from '@mailcall/contract/rules/rates.ts';
import { allTimeStart } from '@mailcall/contract/scope/date-range.ts';
import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import { useMemo } from 'react';
import { textOf, useAddressPart, useChangeAddress } from '../../platform/address.ts';
import { Answer } from '../../ui/answer.tsx';
import { ChartOrTable } from '../../ui/chart-or-table.tsx';
import { CollapsibleCard } from '../../ui/collapsible-card.tsx';
import { EmptyCard } from '../../ui/empty-card.tsx';
import type { Counted } from '../../ui/how-counted.tsx';
import { callsOverTimeQuery, useOpenCalls } from '../calls/index.ts';
import { Footnote, type ScopeState, useScope } from '../scope/index.ts';
import {
  datesUpTo,
  displayedDays,
  mostText,
  type OverTime,
  type Period,
  periodsIn,
  totalOf,
} from './calls-over-time.ts';
import { CallsOverTimeChart } from './calls-over-time-chart.tsx';
import { CallsOverTimeTable, DownloadPeriods } from './calls-over-time-table.tsx';
import classes from './calls-over-time.module.css';

const title = 'Calls over Time';
const about =
  'Opportunity, missed and all other calls by the day, week (from Sunday) or month in which they came, with the counted appointments on these calls. The first and the last period have only their days within the dates. Envelopes mark the weeks in which mailings were delivered.';

const lengthLabels: Record<PeriodLength, string> = { day: 'Day', week: 'Week', month: 'Month' };

export function CallsOverTimeCard({ scope, compact }: { scope: ScopeState['query']; compact: boolean }) {
  const overTime = useOverTime(scope);
  const { query, periods } = overTime;
  const openCalls = useOpenCalls();
  const summary = periods && (mostText(periods) ?? 'No calls');
  return (
    <section aria-labelledby="over-time-title">
      <VisuallyHidden>
        <Title order={2} id="over-time-title">
          Over time
        </Title>
      </VisuallyHidden>
      <CollapsibleCard
        title={title}
        about={about}
        counted={periods && counted(periods, openCalls)}
        summary={query.isError ? 'Could not be loaded' : (summary ?? null)}
        collapsible={compact}
        mountsWhenOpened
      >
        <Answer
          query={query}
          skeleton={<Skeleton height="23rem" />}
          isEmpty={(answer) => answer.periods.length === 0}
          empty={<EmptyCard text={null} />}
        >
          {(answer) => <Content {...overTime} scope={scope} answer={answer} periods={periods ?? []} />}
        </Answer>
      </CollapsibleCard>
    </section>
  );
}

const perName = ['per'] as const;

interface CallsOverTime {
  query: UseQueryResult<OverTime>;
  /** Length in the URL, if possible for the dates. */
  length: PeriodLength;
  lengths: PeriodLength[];
  periods: Period[] | undefined;
}

function useOverTime(scope: ScopeState['query']): CallsOverTime {
  const today = useScope().today.endDate;
  const { startDate = allTimeStart, endDate = today } = scope.filters;
  const chosen = textOf(useAddressPart(perName)['per']);
  const dates = useMemo(() => ({ startDate, endDate }), [startDate, endDate]);
  // All Time ends with the last call, which only the reply contains
  const asked =
    periodLengths.find((length) => length === chosen) ?? lengthFor(datesUpTo(dates, today), undefined);
  const first = useQuery(callsOverTimeQuery(scope, asked)).data;
  const days = useMemo(() => displayedDays(first ?? { periods: [] }, dates, today), [first, dates, today]);
  const length = first ? lengthFor(days, asked) : asked;
  const query = useQuery(callsOverTimeQuery(scope, length));
  const periods = useMemo(
    () => query.data && periodsIn(query.data, displayedDays(query.data, dates, today), { length, today }),
    [query.data, dates, length, today],
  );
  return { query, length, lengths: lengthsFor(days), periods };
}

function counted(periods: readonly Period[], openCalls: ReturnType<typeof useOpenCalls>): Counted[] {
  const total = (part: Parameters<typeof totalOf>[1]) => thousands(totalOf(periods, part));
  return [
    { name: 'All calls', value: total('calls'), onOpen: () => openCalls({ outcome: 'all calls' }) },
    {
      name: 'Opportunity calls',
      value: total('opportunity'),
      onOpen: () => openCalls({ outcome: 'opportunity' }),
    },
    { name: 'Missed calls', value: total('missed'), onOpen: () => openCalls({ outcome: 'missed call' }) },
    { name: 'Other calls', value: total('other') },
    {
      name: 'Appointments',
      value: total('appointments'),
      onOpen: () => openCalls({ outcome: 'appointments' }),
    },
  ];
}

function Content({
  scope,
  answer,
  periods,
  length,
  lengths,
}: Omit<CallsOverTime, 'query' | 'periods'> & {
  scope: ScopeState['query'];
  answer: OverTime;
  periods: readonly Period[];
}) {
  const changeAddress = useChangeAddress();
  const sentence = mostText(periods) ?? '';
  return (
    <>
      <div className={classes.head}>
        {lengths.length > 1 && (
          <SegmentedControl
            size="xs"
            className={classes.lengths}
            aria-label="Calls per"
            data={lengths.map((value) => ({ value, label: lengthLabels[value] }))}
            value={length}
            onChange={(per) => changeAddress({ per })}
          />
        )}
        <DownloadPeriods periods={periods} />
      </div>
      <ChartOrTable
        title={title}
        sentence={sentence}
        chart={
          <CallsOverTimeChart
            scope={scope}
            periods={periods}
            description={`${title} per ${length}. ${sentence}.`}
          />
        }
        table={<CallsOverTimeTable periods={periods} length={lengthLabels[length]} />}
      />
      <Text className={classes.footnote} size="xs" c="dimmed">
        <Footnote since={answer.startDate} />
      </Text>
    </>
  );
}
