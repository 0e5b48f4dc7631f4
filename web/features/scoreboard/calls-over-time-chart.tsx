import { useElementSize } from '@mantine/hooks';
import { Popover, Skeleton, Text } from '@mantine/core';
import { mailingTitle } from '@mailcall/contract/rules/mailing.ts';
import { thousands } from '@mailcall/contract/rules/rates.ts';
import { IconMail } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Suspense } from 'react';
import { BarChart, type BarPart, Legend } from '../../ui/bar-chart.tsx';
import { PlainButton } from '../../ui/plain-button.tsx';
import { useTooltip } from '../../ui/use-tooltip.ts';
import { useOpenCalls } from '../calls/index.ts';
import type { ScopeState } from '../scope/index.ts';
import { type Mark, markText, marksOf, type Period } from './calls-over-time.ts';
import { DeliveredInWeeks, deliveriesQuery, maxDeliveries } from './deliveries.ts';
import classes from './calls-over-time.module.css';

const parts: readonly BarPart[] = [
  { key: 'opportunity', name: 'Opportunity', color: 'var(--mailcall-opportunity)', striped: false },
  { key: 'missed', name: 'Missed', color: 'var(--mailcall-missed)', striped: true },
  { key: 'other', name: 'Other', color: 'var(--mailcall-other)', striped: false },
  {
    key: 'appointments',
    name: 'Appointments',
    color: 'var(--mailcall-appointment)',
    striped: false,
    line: true,
  },
];

export function CallsOverTimeChart({
  scope,
  periods,
  description,
}: {
  scope: ScopeState['query'];
  periods: readonly Period[];
  description: string;
}) {
  const openCalls = useOpenCalls();
  const open = (index: number) => {
    const period = periods[index];
    if (!period || period.calls === 0) return;
    const { startDate, endDate } = period;
    openCalls({ outcome: 'all calls', days: { startDate, endDate } });
  };
  return (
    <figure className={classes.figure} aria-label={description}>
      <div className={classes.chart}>
        <BarChart
          bars={periods.map(({ name, label, opportunity, missed, other, appointments }) => ({
            name,
            label,
            values: { opportunity, missed, other, appointments },
          }))}
          parts={parts}
          description={`${description} Enter opens the calls of a bar.`}
          barSize={72}
          onOpen={open}
        >
          <Deliveries scope={scope} periods={periods} />
        </BarChart>
      </div>
      <Legend parts={parts} />
    </figure>
  );
}

/** Minimum pixels between markers: a touch target. */
const markSize = 44;

function Deliveries({ scope, periods }: { scope: ScopeState['query']; periods: readonly Period[] }) {
  const { ref, width } = useElementSize<HTMLDivElement>();
  const [first, last] = [periods[0], periods.at(-1)];
  const query = useQuery({
    ...deliveriesQuery(scope, { startDate: first?.startDate ?? '', endDate: last?.endDate ?? '' }),
    enabled: first !== undefined,
  });
  const { records = [], meta } = query.data ?? {};
  const marks = width === 0 ? [] : marksOf(records, periods, Math.ceil((markSize * periods.length) / width));
  const unmarked = (meta?.totalCount ?? 0) - records.length;
  return (
    <div ref={ref} className={classes.marks}>
      {marks.map((mark) => (
        <DeliveryMark key={mark.index} mark={mark} position={(mark.index + 0.5) / periods.length} />
      ))}
      {query.isError && <Note text="Delivered mailings could not be loaded" />}
      {unmarked > 0 && (
        <Note
          text={`The latest ${maxDeliveries} of ${thousands(meta?.totalCount ?? 0)} delivered mailings`}
        />
      )}
    </div>
  );
}

const Note = ({ text }: { text: string }) => (
  <Text size="xs" c="dimmed" className={classes.note ?? ''}>
    {text}
  </Text>
);

/** Height of a marker's postcard in rem; it must not grow under the pointer. */
const postcardHeight = 5.25;

function DeliveryMark({
  mark: { mailings },
  position,
}: {
  mark: Mark;
  /** Middle of its bar, from 0 (left) to 1 (right). */
  position: number;
}) {
  const tooltip = useTooltip();
  const isDialog = tooltip.content === 'dialog';
  const text = markText(mailings.map(mailingTitle));
  const style = { left: `${position * 100}%` };
  return (
    <>
      <span className={classes.line} style={style} aria-hidden />
      <Popover
        opened={tooltip.content !== null}
        onDismiss={() => tooltip.show(null)}
        trapFocus={isDialog}
        returnFocus={isDialog}
        withRoles={false}
        withArrow
        shadow="md"
        width={300}
        position="top"
      >
        <Popover.Target>
          <PlainButton
            className={classes.mark}
            style={style}
            aria-label={text}
            aria-haspopup="dialog"
            aria-expanded={isDialog}
            onClick={() => tooltip.show(isDialog ? null : 'dialog')}
            {...tooltip.hoverProps}
          >
            <IconMail size={16} stroke={1.75} aria-hidden />
            {mailings.length > 1 && <span className={classes.count}>{mailings.length}</span>}
          </PlainButton>
        </Popover.Target>
        <Popover.Dropdown role="dialog" aria-label={text} p="xs" {...tooltip.hoverProps}>
          <Suspense fallback={<Skeleton height={`${Math.min(20, postcardHeight * mailings.length)}rem`} />}>
            <DeliveredInWeeks mailings={mailings} />
          </Suspense>
        </Popover.Dropdown>
      </Popover>
    </>
  );
}
