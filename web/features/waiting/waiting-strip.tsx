import { Skeleton, Text, UnstyledButton } from '@mantine/core';
import {
  type Icon,
  IconArrowRight,
  IconCircleCheck,
  IconMailCheck,
  IconPhoneOutgoing,
} from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { paths } from '../../paths.ts';
import { useTick } from '../../ui/brief-motion.ts';
import { elementIds, focusElement } from '../../ui/focus-element.ts';
import { pageTexts } from '../../ui/page-texts.ts';
import { type ScopeState, writtenScope } from '../scope/index.ts';
import { useLimited } from '../session/index.ts';
import { waitingMailingsQuery } from './api.ts';
import classes from './waiting-strip.module.css';
import { callsToCallBack, postcardsToApprove } from './waiting-texts.ts';

/** A count that the strip shows: undefined while it is loading, null when it could not be loaded. */
export type WaitingCount = number | null | undefined;

/** The count of a query, as the strip shows it. */
export const waitingCount = (query: { isError: boolean }, count: number | undefined): WaitingCount =>
  query.isError ? null : count;

/**
 * What waits for the office: calls to call back in the scope, and postcards to approve of its accounts, whatever their dates
 * and types. A limited session can do neither and has no strip. Its height stays the same while it loads.
 */
export function WaitingStrip({
  scope,
  calls,
  here,
}: {
  scope: ScopeState;
  /** Calls of the scope that wait for a callback. */
  calls: WaitingCount;
  /** What is listed on the current screen: its button moves the focus there; null for neither. */
  here: 'calls' | 'postcards' | null;
}) {
  const limited = useLimited();
  return limited || scope.accountIds.length === 0 ? null : <Strip scope={scope} calls={calls} here={here} />;
}

function Strip({ scope, calls, here }: Parameters<typeof WaitingStrip>[0]) {
  const query = useQuery(waitingMailingsQuery(scope.query));
  const postcards = waitingCount(query, query.data);
  // a list without some types of campaigns cannot show everything that was counted
  const showsPostcards = here === 'postcards' && scope.scope.campaignType === 'all';
  if (calls === undefined && postcards === undefined)
    return (
      <section className={classes.strip} aria-label="To do" aria-busy>
        <p className={classes.looking}>{pageTexts.loadingWaiting}</p>
      </section>
    );
  return (
    <section className={classes.strip} aria-label="To do">
      {calls === undefined ? (
        <Skeleton className={classes.loading ?? ''} />
      ) : (
        <Waiting
          count={calls}
          scope={scope.query}
          text={callsToCallBack}
          icon={IconPhoneOutgoing}
          target={elementIds.callsToCallBack}
          page={here === 'calls' ? null : { to: paths.scoreboard, scope: scope.scope }}
        />
      )}
      {postcards === undefined ? (
        <Skeleton className={classes.loading ?? ''} />
      ) : (
        <Waiting
          count={postcards}
          scope={scope.query}
          text={postcardsToApprove}
          icon={IconMailCheck}
          target={elementIds.inProduction}
          page={
            showsPostcards ? null : { to: paths.campaigns, scope: { ...scope.scope, campaignType: 'all' } }
          }
        />
      )}
      {calls === 0 && postcards === 0 && (
        <Text size="sm" className={classes.done ?? ''}>
          <IconCircleCheck size={18} stroke={1.75} aria-hidden />
          Nothing to call back or approve
        </Text>
      )}
    </section>
  );
}

/** One count as a button that leads to what was counted; nothing for none. */
function Waiting({
  count,
  scope,
  text,
  icon: Glyph,
  target,
  page,
}: {
  count: number | null;
  /** What it is counted in. */
  scope: ScopeState['query'];
  text: (count: number) => string;
  icon: Icon;
  /** Id of the element that lists what was counted. */
  target: string;
  /** The page of that element, and the scope to show it with; null on the page itself. */
  page: { to: string; scope: ScopeState['scope'] } | null;
}) {
  const shown = useTick<HTMLSpanElement>(count, scope);
  if (count === null || count === 0) return null;
  const content = (
    <>
      <Glyph size={18} stroke={1.75} aria-hidden />
      <span ref={shown}>{text(count)}</span>
      <IconArrowRight size={16} stroke={2} className={classes.arrow} aria-hidden />
    </>
  );
  return page === null ? (
    <UnstyledButton className={classes.button} onClick={() => focusElement(target)}>
      {content}
    </UnstyledButton>
  ) : (
    <Link className={classes.button} to={page.to} search={writtenScope(page.scope)} hash={target}>
      {content}
    </Link>
  );
}
