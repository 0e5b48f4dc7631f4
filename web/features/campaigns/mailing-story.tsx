import { formatDay } from '@mailcall/contract/time/date-format.ts';
import { SegmentedControl, Text } from '@mantine/core';
import type { Mailing } from '@mailcall/contract/mailings.ts';
import type { MailingStory as Story } from '@mailcall/contract/mailing-story.ts';
import { clockInZone } from '@mailcall/contract/time/office-time.ts';
import { storyPeriods, type StoryPeriod } from '@mailcall/contract/rules/mailing-story.ts';
import { thousands } from '@mailcall/contract/rules/rates.ts';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useId } from 'react';
import { Answer } from '../../ui/answer.tsx';
import { ChartOrTable } from '../../ui/chart-or-table.tsx';
import { type Counted, HowCounted } from '../../ui/how-counted.tsx';
import { PlainButton } from '../../ui/plain-button.tsx';
import { useMobile } from '../../ui/screen-width.ts';
import { useTimeZone } from '../accounts/index.ts';
import { mailingStoryQuery } from './api.ts';
import { BestCall } from './best-call.tsx';
import { callsOfDays, drawerLink, useChangeDrawer } from './drawer-address.ts';
import { StoryChart, StoryTable } from './mailing-story-chart.tsx';
import { StoryFigures } from './mailing-story-figures.tsx';
import { StorySkeleton } from './mailing-story-skeleton.tsx';
import {
  callsInComparedDays,
  callsOutside,
  callsText,
  noDaysText,
  pointsOf,
  storySentence,
} from './mailing-story-texts.ts';
import classes from './mailing-story.module.css';

export function MailingStory({ mailing, chosen }: { mailing: Mailing; chosen: StoryPeriod | null }) {
  const query = useQuery(mailingStoryQuery(mailing.id));
  return (
    <Answer query={query} skeleton={<StorySkeleton />}>
      {(story) => (
        <div className={classes.story}>
          <StoryFigures story={story} />
          <CallsSinceDelivery mailing={mailing} story={story} chosen={chosen} />
          <BestCall story={story} />
        </div>
      )}
    </Answer>
  );
}

const title = 'Calls since delivery';
const about =
  'The calls of this mailing by day since its delivery, up to yesterday and for eight weeks. Usual is the median of the same days of the office’s last five mailings of this type that have calls; it is shown if there are at least three. The list below shows these mailings, with their calls in the same number of days.';

const periodLabels: Record<StoryPeriod, string> = { day: 'Day', week: 'Week', total: 'Total so far' };

function CallsSinceDelivery({
  mailing,
  story,
  chosen,
}: {
  mailing: Mailing;
  story: Story;
  chosen: StoryPeriod | null;
}) {
  const id = useId();
  const change = useChangeDrawer();
  const isMobile = useMobile();
  const today = clockInZone(new Date(), useTimeZone(mailing.accountId)).day;
  // more bars would be too narrow for a finger
  const offered = storyPeriods.filter((period) => period !== 'day' || !isMobile || story.days.length <= 14);
  const period = offered.find((one) => one === chosen) ?? offered[0] ?? 'week';
  const points = pointsOf(story, period);
  const sentence = storySentence(story, mailing.campaignType);
  return (
    <section aria-labelledby={id}>
      <div className={classes.head}>
        <h3 id={id} className={classes.title}>
          {title}
        </h3>
        <HowCounted title={title} about={about} counted={useCounted(story)} />
        {story.days.length > 0 && (
          <SegmentedControl
            size="xs"
            className={classes.periods ?? ''}
            aria-label="Calls per"
            data={offered.map((value) => ({ value, label: periodLabels[value] }))}
            value={period}
            onChange={(value) => change({ resultsPer: value })}
          />
        )}
      </div>
      {story.days.length === 0 ? (
        <Text size="sm" c="dimmed">
          {noDaysText(story, today)}
        </Text>
      ) : (
        <ChartOrTable
          title={title}
          sentence={sentence}
          chart={
            <StoryChart
              points={points}
              period={period}
              earlier={story.earlier.length}
              description={`${title}. ${sentence}`}
            />
          }
          table={<StoryTable points={points} period={period} />}
        />
      )}
      <Outside story={story} />
    </section>
  );
}

function Outside({ story }: { story: Story }) {
  const change = useChangeDrawer();
  const outside = callsOutside(story);
  if (outside.length === 0 && story.deliveryDayFrom !== 'week') return null;
  return (
    <ul className={classes.outside}>
      {outside.map(({ count, when, days }) => (
        <li key={when}>
          <PlainButton className={classes.link} onClick={() => change(callsOfDays(days))}>
            {callsText(count)} came {when}
          </PlainButton>
        </li>
      ))}
      {story.deliveryDayFrom === 'week' && story.deliveryDay !== null && (
        <li>
          The delivery date is not known: days count from the Monday of the delivery week,{' '}
          {formatDay(story.deliveryDay)}
        </li>
      )}
    </ul>
  );
}

function useCounted(story: Story): Counted[] {
  const change = useChangeDrawer();
  const navigate = useNavigate();
  const { deliveryDay, earlier } = story;
  const outside = callsOutside(story);
  if (deliveryDay === null) return [];
  const last = pointsOf(story, 'total').at(-1);
  return [
    {
      name: 'Calls in the chart',
      value: thousands(callsInComparedDays(story).calls),
      onOpen: last && (() => change(callsOfDays({ startDate: last.startDate, endDate: last.endDate }))),
    },
    ...outside.map(({ count, when, days: range }) => ({
      name: `Calls ${when}`,
      value: thousands(count),
      onOpen: () => change(callsOfDays(range)),
    })),
    ...earlier.map((other) => ({
      name: `${other.title}, ${formatDay(other.deliveryDay)}`,
      value: callsText(other.calls.reduce((sum, calls) => sum + calls, 0)),
      onOpen: () => void navigate(drawerLink(other.id, null)),
    })),
  ];
}
