import type { Mailing } from '@mailcall/contract/mailings.ts';
import type { MailingStory } from '@mailcall/contract/mailing-story.ts';
import {
  deliveredStatuses,
  type inProductionStatuses,
  mailingTitle,
  weeksUntil,
} from '@mailcall/contract/rules/mailing.ts';
import { nextStepLabels } from '@mailcall/contract/rules/next-step.ts';
import { thousands, wholeDollars } from '@mailcall/contract/rules/rates.ts';
import { requestedAccounts } from '@mailcall/contract/scope/scope.ts';
import { addDays } from '@mailcall/contract/time/periods.ts';
import { IconArrowRight } from '@tabler/icons-react';
import { useQueries, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { type ReactNode, useEffect, useEffectEvent } from 'react';
import { paths } from '../../paths.ts';
import { Failed } from '../../ui/answer.tsx';
import { monthAndDay } from '../../ui/dates.ts';
import { MailingPicture } from '../../ui/mailing-picture.tsx';
import { AccountName } from '../accounts/index.ts';
import { type ScopeState, writtenScope } from '../scope/index.ts';
import { imageAddress, mailingPiecesQuery, mailingsQuery, mailingStoryQuery } from './api.ts';
import { conceptsLink, type PageLink, reviewLink } from './design-pages.ts';
import { callsText, comparedDays, responseOf } from './mailing-story-texts.ts';
import classes from './today-mailings.module.css';

const displayedMailings = 3;

const inProductionOf = (scope: ScopeState, status: (typeof inProductionStatuses)[number][]) =>
  mailingsQuery({
    ...requestedAccounts(scope.query),
    page: 1,
    pageSize: displayedMailings,
    sort: 'nextStep',
    dir: 'asc',
    filters: { status },
  });

const lastDelivered = (scope: ScopeState) =>
  mailingsQuery({
    ...requestedAccounts(scope.query),
    page: 1,
    pageSize: 1,
    sort: 'deliveryWeek',
    dir: 'desc',
    filters: { status: [...deliveredStatuses] },
  });

/** Everything that the section shows; `isComplete` once all of it is known or failed. */
function useTodayMailings(scope: ScopeState, own: boolean) {
  const ordered = useQuery({ ...inProductionOf(scope, ['ordered']), enabled: own });
  const onTheWay = useQuery(inProductionOf(scope, ['printed', 'shipped']));
  const delivered = useQuery(lastDelivered(scope));
  const last = delivered.data?.records[0];
  const story = useQuery({ ...mailingStoryQuery(last?.id ?? ''), enabled: last !== undefined });
  const tracked = onTheWay.data?.records.filter(({ pieces }) => pieces !== null) ?? [];
  const pieces = useQueries({ queries: tracked.map(({ id }) => mailingPiecesQuery(id)) });
  const lists = own ? [ordered, onTheWay, delivered] : [onTheWay, delivered];
  return {
    waiting: ordered.data?.records.slice(0, ordered.data.meta.waitingCount ?? 0) ?? [],
    waitingCount: ordered.data?.meta.waitingCount ?? 0,
    onTheWay: onTheWay.data?.records ?? [],
    daysOf: (mailing: Mailing) => pieces[tracked.indexOf(mailing)]?.data?.days ?? [],
    last,
    story: story.data,
    failed: lists.find(({ isLoadingError }) => isLoadingError),
    isComplete:
      lists.every(({ isPending }) => !isPending) &&
      pieces.every(({ isPending }) => !isPending) &&
      (last === undefined || !story.isPending),
  };
}

/** What waits for the office, what is on its way and what came of the last mailing. @param onComplete when all of it is known */
export function TodayMailings({
  scope,
  own,
  isShown,
  onComplete,
  children,
}: {
  scope: ScopeState;
  own: boolean;
  isShown: boolean;
  onComplete: () => void;
  /** Between the work and the mailings. */
  children: ReactNode;
}) {
  const mailings = useTodayMailings(scope, own);
  const { isComplete, failed } = mailings;
  const show = useEffectEvent(onComplete);
  useEffect(() => {
    if (isComplete) show();
  }, [isComplete]);
  if (!isShown) return null;
  if (failed?.error) return <Failed error={failed.error} onRetry={() => void failed.refetch()} />;
  const showAccount = scope.accountIds.length > 1;
  return (
    <>
      {mailings.waitingCount > 0 && <PostcardsToApprove {...mailings} scope={scope} />}
      {children}
      {mailings.onTheWay.length > 0 && (
        <Section title="On the way">
          {mailings.onTheWay.map((mailing) => (
            <MailingLine
              key={mailing.id}
              mailing={mailing}
              page={detailsOf(mailing)}
              showAccount={showAccount}
            >
              {onTheWayText(mailing, mailings.daysOf(mailing), scope.today.startDate)}
            </MailingLine>
          ))}
        </Section>
      )}
      {mailings.last && (
        <Section title="Last mailing">
          <MailingLine mailing={mailings.last} page={detailsOf(mailings.last)} showAccount={showAccount}>
            {resultText(mailings.last, mailings.story)}
          </MailingLine>
        </Section>
      )}
    </>
  );
}

function Section({ title, after, children }: { title: string; after?: ReactNode; children: ReactNode }) {
  return (
    <section className={classes.section} aria-label={title}>
      <h2 className={classes.heading}>{title}</h2>
      <ul className={classes.list}>{children}</ul>
      {after}
    </section>
  );
}

function MailingLine({
  mailing,
  page,
  showAccount,
  children,
}: {
  mailing: Mailing;
  page: PageLink;
  showAccount: boolean;
  children: ReactNode;
}) {
  return (
    <li className={classes.mailing}>
      <MailingPicture address={imageAddress(mailing.frontDesignThumbnailUrl)} name="" />
      <div className={classes.about}>
        <Link to={page.to} search={page.search ?? true} className={classes.title}>
          {mailingTitle(mailing)}
        </Link>
        <span className={classes.note}>{children}</span>
        {showAccount && (
          <span className={classes.note}>
            <AccountName of={mailing} />
          </span>
        )}
      </div>
    </li>
  );
}

const detailsOf = ({ id }: Mailing): PageLink => ({ to: paths.mailing(id) });

/** A press opens the review, or the choice among concepts. */
function PostcardsToApprove({
  waiting,
  waitingCount,
  scope,
}: {
  waiting: readonly Mailing[];
  waitingCount: number;
  scope: ScopeState;
}) {
  const more = waitingCount - waiting.length;
  return (
    <Section
      title="Postcards to approve"
      after={
        more > 0 && (
          <Link to={paths.campaigns} search={writtenScope(scope.scope)} className={classes.more}>
            {thousands(more)} more
            <IconArrowRight size={16} stroke={2} aria-hidden />
          </Link>
        )
      }
    >
      {waiting.map((mailing) => (
        <MailingLine
          key={mailing.id}
          mailing={mailing}
          page={
            mailing.nextStep === 'chooseConcept'
              ? conceptsLink(mailing)
              : (reviewLink(mailing) ?? detailsOf(mailing))
          }
          showAccount={scope.accountIds.length > 1}
        >
          {mailing.nextStep !== null && nextStepLabels[mailing.nextStep]}
        </MailingLine>
      ))}
    </Section>
  );
}

function arrivalText({ deliveryDate, deliveryWeek }: Mailing, today: string): string {
  if (deliveryDate !== null) return `Arrives ${monthAndDay(deliveryDate)}`;
  if (deliveryWeek === null) return 'Week not set yet';
  return `Arrives ${weeksUntil(deliveryWeek, today) ?? 'soon'}, week of ${monthAndDay(deliveryWeek)}`;
}

function onTheWayText(
  mailing: Mailing,
  days: readonly { day: string; near: number }[],
  today: string,
): string {
  const yesterday = addDays(today, -1);
  const arriving = days.filter(({ day }) => day >= yesterday).reduce((sum, { near }) => sum + near, 0);
  const arrival = arrivalText(mailing, today);
  return arriving > 0 ? `${arrival} · ${thousands(arriving)} arriving since yesterday` : arrival;
}

/** '31 calls · 4.2 per 1,000 pieces, usual 3.8 in the first 8 weeks · $66,218 of production'. */
function resultText(
  { callsCount, matchedNewPatients: patients, matchedTotalProduction: production }: Mailing,
  story: MailingStory | undefined,
): string {
  const response = story && responseOf(story);
  const texts = [callsText(callsCount)];
  if (story && response) {
    const rate = `${response.all.toFixed(1)} per 1,000 pieces`;
    const usual =
      response.usual === null
        ? ''
        : `, usual ${response.usual.toFixed(1)} in the ${comparedDays(story.days.length)}`;
    texts.push(rate + usual);
  }
  if (patients !== null && patients > 0 && production !== null)
    texts.push(`${wholeDollars(production)} of production`);
  return texts.join(' · ');
}
