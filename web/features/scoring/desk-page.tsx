import { Alert, Button, Group, Skeleton, Stack, Text } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { callerText, durationText } from '@mailcall/contract/rules/caller.ts';
import type { ScoreMark } from '@mailcall/contract/scoring.ts';
import { scoreFieldNames, scoreFieldOf } from '@mailcall/contract/rules/score-fields.ts';
import { scoreActionKeys } from '@mailcall/contract/rules/score-keys.ts';
import { labelText, type Wording, wordingOf } from '@mailcall/contract/rules/wording.ts';
import { IconArrowLeft, IconChecks } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { type RefObject, useCallback, useEffect, useRef, useState } from 'react';
import { paths } from '../../paths.ts';
import { useCurrentParameter } from '../../platform/address.ts';
import { useKeyHelp } from '../../platform/keys.ts';
import { AddToCalibration } from '../calibration/index.ts';
import { Failed } from '../../ui/answer.tsx';
import { topDialog, usePageKeys } from '../../ui/page-keys.ts';
import { PageHeading } from '../../ui/page-heading.tsx';
import { PageLink } from '../../ui/page-link.tsx';
import { Transcript } from '../../ui/player/transcript.tsx';
import { rubricQuery } from './api.ts';
import { AnswersList } from './answers-list.tsx';
import { CallFacts, EarlierCalls } from './call-facts.tsx';
import { DeskBar } from './desk-bar.tsx';
import { DeskForm } from './desk-form.tsx';
import { DeskPlayer, type PlayerHandle } from './desk-player.tsx';
import { type DeskState, type DeskWork, type ScoringDesk, withheld } from './desk.ts';
import classes from './desk.module.css';
import { RubricTexts } from './rubric-texts.tsx';
import { SkipDialog } from './skip-dialog.tsx';
import { useDeskState, useScoringDesk } from './use-desk.ts';

export function DeskPage() {
  const callId = useCurrentParameter('call') ?? null;
  const accounts = useCurrentParameter('accounts') ?? '';
  const setId = useCurrentParameter('set') ?? null;
  return (
    <div className={classes.page}>
      <div className={classes.head}>
        <PageLink to={paths.scoring} search={{}} icon={IconArrowLeft}>
          Scoring
        </PageLink>
        <PageHeading title={setId === null ? 'Score calls' : 'Calibration'} />
      </div>
      <Desk key={`${callId} ${accounts} ${setId}`} callId={callId} accounts={accounts} setId={setId} />
    </div>
  );
}

const Loading = () => (
  <div className={classes.columns} aria-busy="true">
    <Stack gap="md">
      <Skeleton height="1.5rem" width="60%" />
      <Skeleton height="5rem" />
      <Skeleton height="11rem" />
    </Stack>
    <Stack gap="md">
      <Skeleton height="6rem" />
      <Skeleton height="6rem" />
      <Skeleton height="6rem" />
    </Stack>
  </div>
);

function Nothing({ state, desk, ofSet }: { state: DeskState; desk: ScoringDesk; ofSet: boolean }) {
  return (
    <div className={classes.nothing}>
      <IconChecks size={36} stroke={1.5} aria-hidden />
      <h2>{ofSet ? 'You have scored this set' : 'No call waits'}</h2>
      <Text c="dimmed">
        {ofSet
          ? 'When it is closed, you see where your answers differ.'
          : `${state.scored > 0 ? 'You scored everything there is. ' : ''}New calls come as phone systems report them.`}
      </Text>
      <Group gap="xs" justify="center">
        {!ofSet && <Button onClick={() => desk.retry()}>Look again</Button>}
        {state.canUndo && (
          <Button variant="default" onClick={() => desk.undo()}>
            Undo last save
          </Button>
        )}
      </Group>
    </div>
  );
}

function Desk({
  callId,
  accounts,
  setId,
}: {
  callId: string | null;
  accounts: string;
  setId: string | null;
}) {
  const desk = useScoringDesk(callId, { accountIds: accounts, setId });
  const ofSet = setId !== null;
  const state = useDeskState(desk);
  const { phase, work, message } = state;
  return (
    <>
      <Refused desk={desk} state={state} />
      {message !== null && phase === 'scoring' && (
        <Alert color="yellow" variant="light" role="alert">
          {message}
        </Alert>
      )}
      {phase === 'loading' ? (
        <Loading />
      ) : phase === 'failed' ? (
        <Failed error={new Error(message ?? '')} onRetry={() => desk.retry()} />
      ) : phase === 'nothing' || work === null ? (
        <Nothing state={state} desk={desk} ofSet={ofSet} />
      ) : phase === 'lost' ? (
        <Lost desk={desk} state={state} work={work} ofSet={ofSet} />
      ) : (
        <OpenCall desk={desk} state={state} work={work} ofSet={ofSet} />
      )}
    </>
  );
}

const callerOf = ({ call }: DeskWork) =>
  callerText({ ...call, callerName: call.values.callerName }) || 'a caller without a number';

function Refused({ desk, state: { refused } }: { desk: ScoringDesk; state: DeskState }) {
  if (refused === null) return null;
  const { work, values, timeZone, message, problems } = refused;
  const canCorrect = work !== null && Object.keys(problems).length > 0;
  const score = work === null ? 'A score that waited here' : `The score of ${callerOf(work)}`;
  return (
    <Alert color="red" variant="light" role="alert" title={`${score} was not saved`}>
      <Stack gap="xs" align="flex-start">
        <Text size="sm">{message}</Text>
        {!canCorrect && (
          <details>
            <summary>What you answered</summary>
            <AnswersList
              values={values}
              timeZone={timeZone}
              wording={wordingOf(work?.options.labels ?? null)}
            />
          </details>
        )}
        <Group gap="xs">
          {canCorrect && (
            <Button size="compact-md" onClick={() => desk.correctRefused()}>
              Go back to it
            </Button>
          )}
          <Button size="compact-md" variant="default" onClick={() => desk.dismissRefused()}>
            Dismiss
          </Button>
        </Group>
      </Stack>
    </Alert>
  );
}

interface OfDesk {
  desk: ScoringDesk;
  state: DeskState;
  work: DeskWork;
  /** Of a calibration set: nobody else can take the call. */
  ofSet: boolean;
}

function Lost({ desk, state, work, ofSet }: OfDesk) {
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => button.current?.focus(), []);
  return (
    <Alert
      color="yellow"
      variant="light"
      role="alert"
      title={ofSet ? 'This call cannot be scored any more' : 'You do not have this call any more'}
      classNames={{ label: classes.lost ?? '' }}
    >
      <Stack gap="sm" align="flex-start">
        <Text size="sm">
          {state.message}{' '}
          {!ofSet && state.message !== withheld && 'It went back to the queue after ten minutes. '}
          Here is what you answered about {callerOf(work)}:
        </Text>
        <AnswersList
          values={work.keys.values}
          timeZone={work.call.timeZone}
          wording={wordingOf(work.options.labels)}
        />
        <Button ref={button} onClick={() => desk.leaveLost()}>
          Next call
        </Button>
      </Stack>
    </Alert>
  );
}

function useDeskKeys(
  container: RefObject<HTMLElement | null>,
  desk: ScoringDesk,
  actions: { save: () => void; skip: () => void; undo: () => void; mark: () => void; quote: () => void },
  hasSuggestions: boolean,
  labelOf: (label: string) => string,
): void {
  useKeyHelp([
    { key: 'Enter', description: 'Save, and score the next call' },
    { key: scoreActionKeys.undo, description: 'Undo the last save' },
    { key: scoreActionKeys.skip, description: 'Skip the call' },
    {
      key: scoreActionKeys.mark,
      description: 'Mark the present second for the last answer or the current field',
    },
    ...(hasSuggestions
      ? [
          { key: scoreActionKeys.accept, description: 'Accept the suggestion for the current field' },
          { key: scoreActionKeys.quote, description: 'Play the quotation of the current field' },
        ]
      : []),
    { key: '1', description: 'First answer of the current field; 0 shows more' },
    { key: 'Tab', description: 'Next field that needs an answer' },
    { key: 'ArrowUp', description: 'Previous field' },
    { key: 'ArrowDown', description: 'Next field' },
    ...scoreFieldNames.map((name) => ({
      key: scoreFieldOf(name).letter,
      description: labelOf(scoreFieldOf(name).label),
    })),
  ]);
  const press = (event: KeyboardEvent) => desk.press(event.key);
  usePageKeys(container, {
    ...Object.fromEntries(scoreFieldNames.map((name) => [scoreFieldOf(name).letter, press])),
    ...Object.fromEntries(Array.from({ length: 10 }, (_, digit) => [String(digit), press])),
    [scoreActionKeys.undo]: actions.undo,
    [scoreActionKeys.skip]: actions.skip,
    [scoreActionKeys.mark]: actions.mark,
    ...(hasSuggestions && {
      [scoreActionKeys.accept]: press,
      [scoreActionKeys.quote]: actions.quote,
    }),
    ArrowUp: () => desk.step(-1),
    ArrowDown: () => desk.step(1),
  });
  usePageKeys(container, { Enter: actions.save }, { outsideControls: true });
  useEffect(() => {
    const saveAnywhere = (event: KeyboardEvent) => {
      const { key, target, ctrlKey, metaKey } = event;
      if (key !== 'Enter' || !(ctrlKey || metaKey) || event.defaultPrevented || topDialog()) return;
      event.preventDefault();
      // an open appointment is added first
      const form = target instanceof Element ? target.closest('form') : null;
      if (form) form.requestSubmit();
      else desk.save();
    };
    document.addEventListener('keydown', saveAnywhere);
    return () => document.removeEventListener('keydown', saveAnywhere);
  }, [desk]);
}

const markedText = ({ field, from }: ScoreMark, wording: Wording) =>
  `Marked at ${durationText(from / 1000)}: ${labelText(scoreFieldOf(field).label, wording)}`;

const useRubricColumn = () => useMediaQuery('(min-width: 82em)', true, { getInitialValueInEffect: false });

function OpenCall({ desk, state, work, ofSet }: OfDesk) {
  const container = useRef<HTMLDivElement>(null);
  const player = useRef<PlayerHandle>(null);
  const [isSkipping, setSkipping] = useState(false);
  const rubric = useQuery(rubricQuery()).data;
  const hasColumn = useRubricColumn();
  const wording = wordingOf(work.options.labels);
  const { call } = work;
  const { at } = work.keys;
  const seek = useCallback((seconds: number) => player.current?.seek(seconds), []);
  const play = useCallback((seconds: number) => {
    player.current?.seek(seconds);
    player.current?.play();
  }, []);
  const quote = () => {
    const place = call.suggestions.find(({ field }) => field === at)?.at ?? null;
    if (place !== null) play(place / 1000);
  };
  const mark = () => {
    const place = player.current?.place();
    if (state.markField !== null && place)
      desk.mark(state.markField, place.from * 1000, place.to === null ? null : place.to * 1000);
  };
  const save = () => void desk.save();
  const actions = {
    save,
    skip: () => (ofSet ? desk.skip('technical', null) : setSkipping(true)),
    undo: () => desk.undo(),
    mark,
    quote,
  };
  useDeskKeys(container, desk, actions, call.suggestions.length > 0, (label) => labelText(label, wording));
  return (
    <div ref={container} className={classes.open}>
      <div className={classes.columns}>
        <div className={classes.left}>
          <CallFacts call={call} />
          {!ofSet && <AddToCalibration callId={call.callId} />}
          {call.recording === null ? (
            <>
              <Text size="sm" c="dimmed" className={classes.noRecording ?? ''}>
                There is no recording of this call yet. Skip it, or score what you know.
              </Text>
              {call.transcript.length > 0 && (
                <Transcript
                  turns={call.transcript}
                  position={0}
                  duration={call.callDuration}
                  onPlayFrom={null}
                />
              )}
            </>
          ) : (
            <DeskPlayer
              key={call.callId}
              desk={desk}
              work={work}
              playAtOnce={navigator.userActivation?.hasBeenActive ?? true}
              handle={player}
              onMark={mark}
            />
          )}
          <EarlierCalls call={call} />
        </div>
        <DeskForm
          desk={desk}
          state={state}
          work={work}
          problems={state.problems}
          wording={wording}
          rubric={rubric}
          foldsRubric={!hasColumn}
          onSeek={seek}
          onPlay={play}
        />
        {hasColumn && (
          <aside className={classes.rubric} aria-label="What counts">
            {at === null || rubric === undefined ? (
              <Text size="sm" c="dimmed">
                All fields that are needed have an answer. Press Enter to save.
              </Text>
            ) : (
              <>
                <h2 className={classes.rubricTitle}>{labelText(scoreFieldOf(at).label, wording)}</h2>
                <RubricTexts rubric={rubric.fields[at]} wording={wording} />
              </>
            )}
          </aside>
        )}
      </div>
      <DeskBar
        state={state}
        marked={state.marked && markedText(state.marked, wording)}
        skipLabel={ofSet ? 'Later' : 'Skip'}
        onSave={save}
        onSkip={actions.skip}
        onUndo={actions.undo}
      />
      {isSkipping && (
        <SkipDialog
          languages={work.context.picklists.callerLanguage ?? []}
          onClose={() => setSkipping(false)}
          onSkip={(reason, language) => {
            setSkipping(false);
            desk.skip(reason, language);
          }}
        />
      )}
    </div>
  );
}
