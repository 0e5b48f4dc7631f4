import { Button, Menu, Skeleton, Text } from '@mantine/core';
import type { CallbackCall, CallbackEntry } from '@mailcall/contract/callbacks.ts';
import { durationText } from '@mailcall/contract/rules/caller.ts';
import { messages } from '@mailcall/contract/rules/messages.ts';
import { formatPhone } from '@mailcall/contract/rules/phone.ts';
import { counted, thousands } from '@mailcall/contract/rules/rates.ts';
import { requestedAccounts } from '@mailcall/contract/scope/scope.ts';
import { IconArrowRight, IconDots, IconPhone, IconPlayerPlayFilled } from '@tabler/icons-react';
import { useQueries, useQuery, type UseQueryResult } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { paths } from '../../paths.ts';
import { isWithheld } from '../../platform/api.ts';
import { Failed } from '../../ui/answer.tsx';
import { useAccountName, useIsReadOnly } from '../accounts/index.ts';
import { Recording } from '../calls/index.ts';
import { type ScopeState, writtenScope } from '../scope/index.ts';
import { type CallerDetails, callerQuery, callersQuery } from './api.ts';
import { NotSaved } from './call-results.tsx';
import { CallerState, WaitingTime } from './caller-row.tsx';
import { callerKeyOf, callerNameOf } from './caller-texts.ts';
import classes from './next-callers.module.css';
import { ReachedDrawer } from './reached-drawer.tsx';
import { canBeCalled, type CallerSteps, resultsFor, useCallerActions } from './use-caller-controls.ts';
import { useDesk } from './use-desk.ts';
import { useLiveCallers } from './use-live-callers.ts';

const displayedCallers = 3;

const nextRequest = (scope: ScopeState) => ({
  ...requestedAccounts(scope.query),
  state: 'to-call' as const,
  sort: 'newest' as const,
  page: 1,
  pageSize: displayedCallers,
});

/** The callers who wait, newest first, with everything that calling them back needs. @param onComplete when the first of them are known */
export function NextCallers({
  scope,
  isShown,
  onComplete,
}: {
  scope: ScopeState;
  isShown: boolean;
  onComplete: () => void;
}) {
  const desk = useDesk();
  const query = useQuery(callersQuery(nextRequest(scope)));
  useLiveCallers(scope.query);
  const heading = useRef<HTMLHeadingElement>(null);
  const { caller, result } = desk.state;
  const reached = useQuery({ ...callerQuery(caller ?? ''), enabled: caller !== null && result !== null });
  const focusHeading = () => heading.current?.focus();
  const entries = query.data?.records ?? [];
  const details = useQueries({ queries: entries.map(({ id }) => callerQuery(id)) });
  const isComplete = !query.isPending && details.every(({ isPending }) => !isPending);
  const show = useEffectEvent(onComplete);
  useEffect(() => {
    if (isComplete) show();
  }, [isComplete]);
  const more = (query.data?.counts['to-call'].callers ?? 0) - entries.length;
  return (
    <section className={classes.section} aria-labelledby="next-callers" aria-busy={!isShown}>
      <h2 ref={heading} id="next-callers" tabIndex={-1} className={classes.heading}>
        Call back
      </h2>
      {query.isLoadingError ? (
        <Failed error={query.error} onRetry={() => void query.refetch()} />
      ) : !isShown ? (
        <Skeleton height="9rem" />
      ) : entries.length === 0 ? (
        <Text c="dimmed">Nobody waits for a call.</Text>
      ) : (
        <ul className={classes.callers}>
          {entries.map((entry, index) => (
            <NextCaller
              key={callerKeyOf(entry)}
              entry={entry}
              details={details[index]}
              now={query.dataUpdatedAt}
              scope={scope}
              steps={{
                onDone: focusHeading,
                onReached: (how) => desk.show({ caller: entry.id, result: how }),
              }}
            />
          ))}
        </ul>
      )}
      {isShown && more > 0 && (
        <Link to={paths.callbacks} search={writtenScope(scope.scope)} className={classes.more}>
          {thousands(more)} more
          <IconArrowRight size={16} stroke={2} aria-hidden />
        </Link>
      )}
      {result !== null && reached.data && !isWithheld(reached.error) && (
        <ReachedDrawer
          key={`${callerKeyOf(reached.data.entry)} ${result}`}
          details={reached.data}
          result={result}
          onClose={desk.close}
          onResolved={() => {
            desk.close();
            focusHeading();
          }}
        />
      )}
    </section>
  );
}

/** What the caller wanted, in one line. */
function wantedText(entry: CallbackEntry, newest: CallbackCall | undefined): string {
  if (newest?.callSummary) return newest.callSummary;
  if (newest?.voicemailWantsAppointment) return 'Left a voicemail asking for an appointment';
  if (newest?.voicemailLeftMessage) return 'Left a voicemail';
  return entry.reason;
}

type Steps = Pick<CallerSteps, 'onDone' | 'onReached'>;

function NextCaller({
  entry,
  details,
  now,
  scope,
  steps,
}: {
  entry: CallbackEntry;
  details: UseQueryResult<CallerDetails> | undefined;
  now: number;
  scope: ScopeState;
  steps: Steps;
}) {
  const nameOf = useAccountName();
  const readOnly = useIsReadOnly(entry.accountId);
  const newest = details?.data?.calls[0];
  const { callerPhoneNumber } = entry;
  const number = callerPhoneNumber === null ? null : formatPhone(callerPhoneNumber);
  const facts = [
    number === callerNameOf(entry) ? null : number,
    entry.calls > 1 ? counted(entry.calls, 'call') : null,
    scope.accountIds.length > 1 ? nameOf(entry) : null,
  ].filter((fact) => fact !== null);
  return (
    <li className={classes.caller}>
      <div className={classes.head}>
        <Link
          to={paths.callbacks}
          search={{ ...writtenScope(scope.scope), caller: entry.id }}
          className={classes.name}
        >
          {callerNameOf(entry)}
        </Link>
        <WaitingTime entry={entry} />
      </div>
      <p className={classes.wanted}>{wantedText(entry, newest)}</p>
      <p className={classes.facts}>{facts.join(' · ')}</p>
      <CallerState entry={entry} now={now} />
      {details?.data ? (
        <Presses details={details.data} now={now} steps={steps} readOnly={readOnly} />
      ) : details?.isError ? (
        <Text size="sm" c="dimmed">
          {details.error.message}
        </Text>
      ) : (
        <Skeleton className={classes.loading ?? ''} />
      )}
    </li>
  );
}

function Presses({
  details,
  now,
  steps,
  readOnly,
}: {
  details: CallerDetails;
  now: number;
  steps: Steps;
  readOnly: boolean;
}) {
  const [isPlaying, setPlaying] = useState(false);
  const {
    entry,
    calls: [newest],
  } = details;
  const recorded = newest && newest.callAudioURL !== null ? newest : undefined;
  const controls = useCallerActions(details, { now, steps });
  const { sent, act, reached } = controls;
  const name = callerNameOf(entry);
  const results = readOnly ? [] : resultsFor(entry);
  const choose = (result: (typeof results)[number]) =>
    'kind' in result ? act(result.kind) : reached(result.reached);
  const isShown = ({ key }: (typeof results)[number]) => key === '1' || key === '4';
  const shown = results.filter(isShown);
  const others = results.filter((one) => !isShown(one));
  return (
    <>
      {recorded && isPlaying && (
        <div className={classes.player}>
          <Recording
            call={{ ...recorded, id: recorded.callId, callAudio: recorded.callAudioURL }}
            playAtOnce
          />
        </div>
      )}
      {sent !== null && sent.failure !== null && <NotSaved controls={controls} />}
      {readOnly && <Text size="sm">{messages.grantReadOnly}</Text>}
      <div className={classes.actions}>
        {recorded && !isPlaying && (
          <Button
            variant="default"
            leftSection={<IconPlayerPlayFilled size={14} aria-hidden />}
            aria-label={`Play the call of ${name}, ${durationText(recorded.callDuration)}`}
            onClick={() => setPlaying(true)}
          >
            {durationText(recorded.callDuration)}
          </Button>
        )}
        {!readOnly && entry.callerPhoneNumber !== null && canBeCalled(entry) && (
          <Button
            component="a"
            href={`tel:${entry.callerPhoneNumber}`}
            leftSection={<IconPhone size={16} aria-hidden />}
            aria-label={`Call ${name}`}
            onClick={controls.dial}
          >
            Call
          </Button>
        )}
        {shown.map((one) => (
          <Button
            key={one.key}
            variant="default"
            aria-label={`${one.label}: ${name}`}
            loading={'kind' in one && sent?.kind === one.kind && sent.saving}
            onClick={() => choose(one)}
          >
            {one.label}
          </Button>
        ))}
        {others.length > 0 && (
          <Menu position="bottom-end">
            <Menu.Target>
              <Button variant="default" px="xs" aria-label={`More for ${name}`}>
                <IconDots size={18} aria-hidden />
              </Button>
            </Menu.Target>
            <Menu.Dropdown>
              {others.map((one) => (
                <Menu.Item key={one.key} onClick={() => choose(one)}>
                  {one.label}
                </Menu.Item>
              ))}
            </Menu.Dropdown>
          </Menu>
        )}
      </div>
    </>
  );
}
