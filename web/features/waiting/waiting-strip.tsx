import { Skeleton, Text, UnstyledButton } from '@mantine/core';
import { IconCircleCheck, IconMailCheck, IconPhoneOutgoing } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { paths } from '../../paths.ts';
import { useFadeIn } from '../../ui/brief-motion.ts';
import { elementIds, focusElement } from '../../ui/focus-element.ts';
import { PageLink } from '../../ui/page-link.tsx';
import { pageTexts } from '../../ui/page-texts.ts';
import { type ScopeState, writtenScope } from '../scope/index.ts';
import { AnsweredDisputes, useDecidedDisputes } from '../score-disputes/index.ts';
import { useOwnAccess } from '../session/index.ts';
import { waitingMailingsQuery } from './api.ts';
import classes from './waiting-strip.module.css';
import { usePreloadCallbacks, useWaitingCallers, type WaitingCallers } from './waiting-callers.ts';
import { callersToCallBack, postcardsToApprove } from './waiting-texts.ts';

type WaitingCount = number | null | undefined;

const waitingCount = (query: { isError: boolean }, count: number | undefined): WaitingCount =>
  query.isError ? null : count;

/** Work for the office, whatever dates and types; none in limited sessions. Keeps its height while loading. */
export function WaitingStrip(props: {
  scope: ScopeState;
  /** The current screen lists the postcards; their button moves the focus there. */
  listsPostcards: boolean;
}) {
  const mayAct = useOwnAccess();
  return mayAct && props.scope.accountIds.length > 0 ? <Strip {...props} /> : null;
}

function Strip({ scope, listsPostcards }: Parameters<typeof WaitingStrip>[0]) {
  const mailings = useQuery(waitingMailingsQuery(scope.query));
  const postcards = waitingCount(mailings, mailings.data);
  const waiting = useWaitingCallers(scope.query);
  const { query, counts, isToDo } = waiting;
  const callers = waitingCount(query, counts && Number(isToDo));
  // a list without some campaign types cannot show everything that was counted
  const isHere = listsPostcards && scope.scope.campaignType === 'all';
  const decided = useDecidedDisputes(scope.query);
  // the link to decisions comes with the rest, so that nothing moves
  if ((callers === undefined && postcards === undefined) || decided === undefined)
    return (
      <section className={classes.strip} aria-label="To do" aria-busy>
        <p className={classes.looking}>{pageTexts.loadingWaiting}</p>
      </section>
    );
  return (
    <section className={classes.strip} aria-label="To do">
      {callers === undefined ? (
        <Skeleton className={classes.loading ?? ''} />
      ) : (
        <Callers waiting={waiting} scope={scope} />
      )}
      {postcards === undefined ? (
        <Skeleton className={classes.loading ?? ''} />
      ) : (
        <Postcards count={postcards} scope={scope} isHere={isHere} />
      )}
      <AnsweredDisputes scope={scope} decided={decided} className={classes.button} />
      {callers === 0 && postcards === 0 && decided.length === 0 && (
        <Text size="sm" className={classes.done ?? ''}>
          <IconCircleCheck size={18} stroke={1.75} aria-hidden />
          Nothing to call back or approve
        </Text>
      )}
    </section>
  );
}

/** Receives the count, because its own request would repeat after each failure. */
function Callers({ waiting, scope }: { waiting: WaitingCallers; scope: ScopeState }) {
  const { counts, isToDo } = waiting;
  const text = counts && isToDo ? callersToCallBack(counts) : null;
  const shown = useFadeIn<HTMLSpanElement>(counts?.['to-call'].callers ?? null, scope.query);
  const preload = usePreloadCallbacks(scope.query);
  if (text === null)
    return (
      <PageLink
        on="phones"
        to={paths.callbacks}
        search={writtenScope(scope.scope)}
        icon={IconPhoneOutgoing}
        preload={preload}
      >
        Callbacks
      </PageLink>
    );
  return (
    <Link className={classes.button} to={paths.callbacks} search={writtenScope(scope.scope)} {...preload}>
      <IconPhoneOutgoing size={18} stroke={1.75} aria-hidden />
      <span ref={shown}>{text}</span>
    </Link>
  );
}

function Postcards({ count, scope, isHere }: { count: number | null; scope: ScopeState; isHere: boolean }) {
  const shown = useFadeIn<HTMLSpanElement>(count, scope.query);
  if (count === null || count === 0) return null;
  const content = (
    <>
      <IconMailCheck size={18} stroke={1.75} aria-hidden />
      <span ref={shown}>{postcardsToApprove(count)}</span>
    </>
  );
  const target = elementIds.inProduction;
  return isHere ? (
    <UnstyledButton className={classes.button} onClick={() => focusElement(target)}>
      {content}
    </UnstyledButton>
  ) : (
    <Link
      className={classes.button}
      to={paths.campaigns}
      search={writtenScope({ ...scope.scope, campaignType: 'all' })}
      hash={target}
    >
      {content}
    </Link>
  );
}
