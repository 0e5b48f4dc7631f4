import { Button, Group, Skeleton, Stack, Text, Textarea } from '@mantine/core';
import { durationText } from '@mailcall/contract/rules/caller.ts';
import {
  disputeReasonLength,
  disputeStateTexts,
  scoreValueText,
} from '@mailcall/contract/rules/score-disputes.ts';
import { labelText, wordingOf } from '@mailcall/contract/rules/wording.ts';
import { formatPhone } from '@mailcall/contract/rules/phone.ts';
import type { DisputeDetails as Details, TeamDispute } from '@mailcall/contract/score-disputes.ts';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useId, useRef, useState } from 'react';
import { explanationOf } from '../../platform/api.ts';
import { Answer } from '../../ui/answer.tsx';
import { dateAndTime } from '../../ui/dates.ts';
import { loggedRecording } from '../../ui/player/logged-recording.ts';
import { Player } from '../../ui/player/player.tsx';
import { Transcript, transcriptBelow } from '../../ui/player/transcript.tsx';
import { toast } from '../../ui/toast.tsx';
import { useUnsavedInput } from '../../ui/unsaved-input.ts';
import { AcceptForm } from './accept-form.tsx';
import { disputeQuery, sendRefusal } from './api.ts';
import classes from './dispute-details.module.css';
import { useFocusFirst } from './focus-first.ts';
import { fieldLabel, placeText, reasonProblem, shownText } from './dispute-texts.ts';

const wording = wordingOf(null);

export function DisputeDetails({ disputeId, onDecided }: { disputeId: string; onDecided: () => void }) {
  const query = useQuery(disputeQuery(disputeId));
  return (
    <Answer query={query} skeleton={<Skeleton height="24rem" />}>
      {(details) => <Shown details={details} onDecided={onDecided} />}
    </Answer>
  );
}

function Shown({ details, onDecided }: { details: Details; onDecided: () => void }) {
  const { dispute, call, rubric } = details;
  return (
    <Stack gap="lg">
      <Stack gap={6}>
        <Group gap="xs" justify="space-between" align="flex-start">
          <Text fw={600} size="lg" className={classes.text}>
            {fieldLabel(dispute.field)}
          </Text>
          <Text size="sm" fw={600} c="dimmed">
            {dispute.state === 'open' ? 'To decide' : disputeStateTexts[dispute.state]}
          </Text>
        </Group>
        <dl className={classes.change}>
          <div>
            <dt>The score said</dt>
            <dd>{shownText(dispute.shown)}</dd>
          </div>
          <div>
            <dt>The office says</dt>
            <dd>{dispute.wanted}</dd>
          </div>
        </dl>
        <Text size="sm" className={classes.text}>
          {dispute.reason}
          {dispute.atSecond === null ? '' : ` (at ${placeText(dispute.atSecond)} of the recording)`}
        </Text>
        <Text size="sm" c="dimmed">
          {dispute.openedBy}, {dispute.accountName}, {dateAndTime(dispute.openedAt, dispute.timeZone)}
        </Text>
      </Stack>
      <Decision dispute={dispute} />
      <Part title="Call">
        <Stack gap="sm">
          <Text size="sm" className={classes.text}>
            {dateAndTime(call.callDateTime, call.timeZone)} · {durationText(call.callDuration)} ·{' '}
            {call.callerPhoneNumber ?? call.callerIdName ?? 'Number withheld'}
            {call.trackingLine === null ? '' : ` · ${formatPhone(call.trackingLine)}`}
          </Text>
          <Recording details={details} />
          {call.values.highlights !== null && (
            <Text size="sm" className={classes.summary}>
              {call.values.highlights}
            </Text>
          )}
        </Stack>
      </Part>
      <Part title="Rubric">
        <dl className={classes.rubric}>
          <dt>Counts</dt>
          <dd>{labelText(rubric.counts, wording)}</dd>
          <dt>Does not count</dt>
          <dd>{labelText(rubric.doesNotCount, wording)}</dd>
          <dt>Examples</dt>
          {rubric.examples.map((example) => (
            <dd key={example}>{labelText(example, wording)}</dd>
          ))}
        </dl>
      </Part>
      <Scores details={details} />
      {dispute.state === 'open' && <Decide details={details} onDecided={onDecided} />}
    </Stack>
  );
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  const id = useId();
  return (
    <section aria-labelledby={id} className={classes.part}>
      <h3 id={id}>{title}</h3>
      {children}
    </section>
  );
}

function Recording({ details: { dispute, call } }: { details: Details }) {
  const client = useQueryClient();
  const { callId, recording } = call;
  const open = loggedRecording(
    callId,
    async () => (await client.fetchQuery(disputeQuery(dispute.id))).call.recording,
  );
  const { transcript, callDuration } = call;
  const showsWords = transcript.length > 0;
  if (recording === null)
    return (
      <>
        <Text size="sm" c="dimmed">
          There is no recording of this call.
        </Text>
        {showsWords && (
          <Transcript turns={transcript} position={0} duration={callDuration} onPlayFrom={null} />
        )}
      </>
    );
  return (
    <Player open={open} duration={callDuration} peaks={recording.peaks} below={transcriptBelow(transcript)} />
  );
}

function Scores({ details: { dispute, call, history } }: { details: Details }) {
  return (
    <Part title="Scores so far">
      {history.length === 0 ? (
        <Text size="sm" c="dimmed">
          No person has scored this call. The score comes from the feed.
        </Text>
      ) : (
        <ol className={classes.scores}>
          {history.map(({ number, values, by, reason, at }) => (
            <li key={number}>
              <strong className={classes.text}>
                {values === null
                  ? 'Withdrawn'
                  : shownText(scoreValueText(dispute.field, values[dispute.field]))}
              </strong>
              <span className={classes.facts}>
                {by ?? 'The feed'} · {reason} · {dateAndTime(at, call.timeZone)}
              </span>
            </li>
          ))}
        </ol>
      )}
    </Part>
  );
}

function Decision({ dispute }: { dispute: TeamDispute }) {
  const { decision, decidedBy, answer, answeredBy } = dispute;
  if (decision === null) return null;
  return (
    <Stack gap="xs">
      <Text size="sm" className={classes.said}>
        <strong>{decidedBy ?? 'A person who was removed'}:</strong> {decision}
      </Text>
      {answer !== null && (
        <Text size="sm" className={classes.said}>
          <strong>{answeredBy ?? dispute.accountName}:</strong> {answer}
        </Text>
      )}
    </Stack>
  );
}

function Decide({ details, onDecided }: { details: Details; onDecided: () => void }) {
  const client = useQueryClient();
  const [choice, setChoice] = useState<'accept' | 'decline' | null>(null);
  const done = (text: string) => {
    toast('success', text);
    void client.invalidateQueries({ queryKey: ['scoring'] });
    onDecided();
  };
  const cancel = () => setChoice(null);
  if (choice === 'accept')
    return (
      <AcceptForm
        details={details}
        onAccepted={() => done('The score is corrected, and the office is told.')}
        onCancel={cancel}
      />
    );
  if (choice === 'decline')
    return (
      <DeclineForm
        disputeId={details.dispute.id}
        onDeclined={() => done('The score stays, and the office is told why.')}
        onCancel={cancel}
      />
    );
  return (
    <Group gap="xs" className={classes.actions ?? ''}>
      <Button className={classes.finger ?? ''} onClick={() => setChoice('accept')}>
        Accept
      </Button>
      <Button className={classes.finger ?? ''} variant="default" onClick={() => setChoice('decline')}>
        Decline
      </Button>
    </Group>
  );
}

function DeclineForm({
  disputeId,
  onDeclined,
  onCancel,
}: {
  disputeId: string;
  onDeclined: () => void;
  onCancel: () => void;
}) {
  const [reason, setReason] = useState('');
  const [problem, setProblem] = useState<string | null>(null);
  const [isBusy, setBusy] = useState(false);
  const field = useRef<HTMLTextAreaElement>(null);
  const form = useRef<HTMLFormElement>(null);
  useFocusFirst(form);
  const close = useUnsavedInput(reason.trim() !== '' && !isBusy, ['dispute']);
  const send = async () => {
    const missing = reasonProblem(reason, 'Tell the office why, in at least 10 characters.');
    setProblem(missing);
    if (missing !== null) return field.current?.focus();
    setBusy(true);
    try {
      await sendRefusal(disputeId, reason);
      onDeclined();
    } catch (error) {
      setProblem(explanationOf(error));
      setBusy(false);
    }
  };
  return (
    <form
      ref={form}
      aria-label="Decline"
      className={classes.form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        if (!isBusy) void send();
      }}
    >
      <Textarea
        ref={field}
        label="Why does the score stay?"
        description="The office reads it."
        autosize
        minRows={2}
        maxLength={disputeReasonLength.max}
        value={reason}
        error={problem}
        onChange={({ currentTarget }) => {
          setReason(currentTarget.value);
          setProblem(null);
        }}
      />
      <Group gap="xs">
        <Button type="submit" className={classes.finger ?? ''} loading={isBusy}>
          Decline
        </Button>
        <Button variant="default" className={classes.finger ?? ''} onClick={() => close(onCancel)}>
          Cancel
        </Button>
      </Group>
    </form>
  );
}
