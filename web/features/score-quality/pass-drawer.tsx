import { Alert, Anchor, Button, Group, Radio, Skeleton, Stack, Text, Textarea } from '@mantine/core';
import { durationText } from '@mailcall/contract/rules/caller.ts';
import { type ScoreFieldName, scoreFieldOf } from '@mailcall/contract/rules/score-fields.ts';
import type { SecondPassDetails } from '@mailcall/contract/score-quality.ts';
import type { ScoreMark } from '@mailcall/contract/scoring.ts';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type RefObject, useRef, useState } from 'react';
import { AddToCalibration } from '../calibration/index.ts';
import { explanationOf } from '../../platform/api.ts';
import { Answer } from '../../ui/answer.tsx';
import { dateAndTime } from '../../ui/dates.ts';
import { loggedRecording } from '../../ui/player/logged-recording.ts';
import { Player, type PlayerHandle } from '../../ui/player/player.tsx';
import { transcriptBelow } from '../../ui/player/transcript.tsx';
import { SideDrawer } from '../../ui/side-drawer.tsx';
import { StickyActions } from '../../ui/sticky-actions.tsx';
import { toast } from '../../ui/toast.tsx';
import { useUnsavedInput } from '../../ui/unsaved-input.ts';
import { decide, passQuery, refresh, sendBack } from './api.ts';
import { decidedValues } from './quality-texts.ts';
import classes from './quality-page.module.css';

export function PassDrawer({ callId, onClose }: { callId: string; onClose: () => void }) {
  const query = useQuery(passQuery(callId));
  return (
    <SideDrawer opened onClose={onClose} title="Two scores of one call">
      <Answer query={query} skeleton={<Skeleton height="24rem" />}>
        {(details) => <TwoScores details={details} onDone={onClose} />}
      </Answer>
    </SideDrawer>
  );
}

function TwoScores({ details, onDone }: { details: SecondPassDetails; onDone: () => void }) {
  const { pass, call, first, second } = details;
  const client = useQueryClient();
  const player = useRef<PlayerHandle>(null);
  const open = loggedRecording(
    pass.callId,
    async () => (await client.fetchQuery(passQuery(pass.callId))).call.recording,
  );
  const [fromSecond, setFromSecond] = useState<ReadonlySet<ScoreFieldName>>(new Set());
  const [note, setNote] = useState<string | null>(null);
  const [isBusy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const isOpen = pass.state === 'differs' || pass.state === 'returned';
  useUnsavedInput((fromSecond.size > 0 || (note ?? '') !== '') && !isBusy);
  const act = async (action: () => Promise<void>, done: string) => {
    if (isBusy) return;
    setBusy(true);
    setProblem(null);
    try {
      await action();
      toast('success', done);
      onDone();
      void refresh(client);
    } catch (error) {
      setProblem(explanationOf(error));
      setBusy(false);
    }
  };
  const settle = () =>
    void act(
      () =>
        decide(pass.callId, {
          version: call.version,
          values: decidedValues(details, fromSecond),
          rubric: details.rubric,
        }),
      fromSecond.size === 0 ? 'The first score stays.' : 'The score is corrected.',
    );
  const choose = (field: ScoreFieldName, isSecond: boolean) => {
    const next = new Set(fromSecond);
    if (isSecond) next.add(field);
    else next.delete(field);
    setFromSecond(next);
  };
  const pieces = [...first.marks, ...second.marks].map(({ from, to }) => ({
    from: from / 1000,
    to: to === null ? null : to / 1000,
    kind: 'mark' as const,
  }));
  return (
    <Stack gap="md">
      <Text size="sm" c="dimmed">
        {pass.accountName} · {dateAndTime(pass.callDateTime, pass.timeZone)} ·{' '}
        {durationText(pass.callDuration)}
      </Text>
      {call.recording && (
        <Player
          open={open}
          duration={pass.callDuration}
          peaks={call.recording.peaks}
          pieces={pieces}
          handle={player}
          below={transcriptBelow(call.transcript)}
        />
      )}
      <AddToCalibration callId={pass.callId} />
      {pass.note !== null && (
        <Alert color="gray" variant="light" title={`Returned to ${pass.first.name}`}>
          <Text size="sm">{pass.note}</Text>
          {pass.answer !== null && (
            <Text size="sm" mt="xs">
              {pass.first.name} keeps the score: {pass.answer}
            </Text>
          )}
        </Alert>
      )}
      {pass.decidedBy !== null && (
        <Text size="sm">
          Decided by {pass.decidedBy}: {pass.changed ? 'the score was corrected' : 'the first score stays'}.
        </Text>
      )}
      <Stack gap="sm">
        {pass.differences.map(({ field, first: one, second: other }) => (
          <Radio.Group
            key={field}
            label={scoreFieldOf(field).label}
            value={fromSecond.has(field) ? 'second' : 'first'}
            onChange={(value) => choose(field, value === 'second')}
            readOnly={!isOpen}
          >
            <div className={classes.answers}>
              <OneAnswer
                value="first"
                answer={one}
                by={pass.first.name}
                isOpen={isOpen}
                marks={first.marks.filter((mark) => mark.field === field)}
                player={player}
              />
              <OneAnswer
                value="second"
                answer={other}
                by={pass.second.name}
                isOpen={isOpen && !(field === 'appointments' && first.values.appointments.length > 0)}
                marks={second.marks.filter((mark) => mark.field === field)}
                player={player}
              />
            </div>
          </Radio.Group>
        ))}
      </Stack>
      {note !== null && (
        <Textarea
          label={`What should ${pass.first.name} look at?`}
          description="10 to 500 characters"
          autosize
          minRows={2}
          maxLength={500}
          data-autofocus
          value={note}
          onChange={({ currentTarget: { value } }) => setNote(value)}
        />
      )}
      {problem !== null && (
        <Text size="sm" c="var(--mantine-color-error)" role="alert">
          {problem}
        </Text>
      )}
      {isOpen && (
        <StickyActions>
          <Group gap="xs">
            {note === null ? (
              <>
                <Button loading={isBusy} onClick={settle}>
                  {fromSecond.size === 0 ? 'Keep the first score' : 'Correct the score'}
                </Button>
                {pass.state === 'differs' && (
                  <Button variant="default" onClick={() => setNote('')}>
                    Return to {pass.first.name}
                  </Button>
                )}
              </>
            ) : (
              <>
                <Button
                  loading={isBusy}
                  onClick={() =>
                    void act(() => sendBack(pass.callId, note), `Returned to ${pass.first.name}.`)
                  }
                >
                  Return it
                </Button>
                <Button variant="default" onClick={() => setNote(null)}>
                  Cancel
                </Button>
              </>
            )}
          </Group>
        </StickyActions>
      )}
    </Stack>
  );
}

function OneAnswer({
  value,
  answer,
  by,
  isOpen,
  marks,
  player,
}: {
  value: 'first' | 'second';
  answer: string;
  by: string;
  isOpen: boolean;
  marks: readonly ScoreMark[];
  player: RefObject<PlayerHandle | null>;
}) {
  return (
    <div className={classes.answer}>
      {isOpen ? (
        <Radio value={value} label={answer} description={by} />
      ) : (
        <>
          <Text size="sm">{answer}</Text>
          <Text size="xs" c="dimmed">
            {by}
          </Text>
        </>
      )}
      {marks.map(({ from }) => (
        <Anchor
          key={from}
          component="button"
          type="button"
          size="xs"
          className={classes.mark ?? ''}
          onClick={() => player.current?.playFrom(from / 1000)}
        >
          at {durationText(from / 1000)}
        </Anchor>
      ))}
    </div>
  );
}
