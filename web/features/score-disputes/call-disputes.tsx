import { Button, Group, Skeleton, Stack, Text, Textarea, Title } from '@mantine/core';
import { disputeReasonLength, disputeStateTexts } from '@mailcall/contract/rules/score-disputes.ts';
import type { ScoreDispute } from '@mailcall/contract/score-disputes.ts';
import { IconFlag } from '@tabler/icons-react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useId, useRef, useState } from 'react';
import { explanationOf } from '../../platform/api.ts';
import { focusNextFrame } from '../../platform/focus-next-frame.ts';
import { Answer } from '../../ui/answer.tsx';
import { useUnsavedInput } from '../../ui/unsaved-input.ts';
import { toast } from '../../ui/toast.tsx';
import { type CallDisputesAnswer, callDisputesQuery, sendAnswer, sendSeen, sendWithdrawal } from './api.ts';
import classes from './call-disputes.module.css';
import { DisputeForm } from './dispute-form.tsx';
import { fieldLabel, placeText } from './dispute-texts.ts';
import { useFocusFirst } from './focus-first.ts';

export function CallDisputes({ callId }: { callId: string }) {
  const id = useId();
  const query = useQuery(callDisputesQuery(callId));
  const changed = useRefresh(callId, query.data);
  const { data } = query;
  if (data && data.fields.length === 0 && data.records.length === 0) return null;
  return (
    <section aria-labelledby={id} className={classes.section}>
      <Title order={3} id={id} size="h6" mb={8}>
        Score
      </Title>
      <Answer query={query} skeleton={<Skeleton height={36} width={190} />}>
        {(answer) => <Disputes callId={callId} answer={answer} onChange={changed} />}
      </Answer>
    </section>
  );
}

function useRefresh(callId: string, data: CallDisputesAnswer | undefined): () => void {
  const client = useQueryClient();
  const steps = data?.records.map(({ id, state, answeredAt }) => `${id} ${state} ${answeredAt}`).join();
  const isDecided = data?.records.some(({ decidedAt }) => decidedAt !== null) ?? false;
  useEffect(() => {
    if (steps === undefined) return;
    void client.invalidateQueries({ queryKey: ['calls', 'actions', callId] });
    if (!isDecided) return;
    // shown again at the next opening if it fails
    sendSeen(callId)
      .then(() => client.invalidateQueries({ queryKey: ['disputes', 'decided'] }))
      .catch(() => {});
  }, [client, callId, steps, isDecided]);
  return () => {
    void client.invalidateQueries({ queryKey: callDisputesQuery(callId).queryKey });
  };
}

function Disputes({
  callId,
  answer: { fields, records },
  onChange,
}: {
  callId: string;
  answer: CallDisputesAnswer;
  onChange: () => void;
}) {
  const id = useId();
  const [isOpen, setOpen] = useState(false);
  const shown = records.filter(({ state }) => state !== 'withdrawn');
  const open = new Set(records.flatMap(({ state, field }) => (state === 'open' ? [field] : [])));
  const left = fields.filter(({ field }) => !open.has(field));
  const close = () => {
    setOpen(false);
    focusNextFrame(() => document.getElementById(`${id}-open`));
  };
  return (
    <Stack gap="sm">
      {shown.length > 0 && (
        <ul className={classes.disputes} aria-label="Disputes">
          {shown.map((dispute) => (
            <li key={dispute.id}>
              <Dispute callId={callId} dispute={dispute} onChange={onChange} />
            </li>
          ))}
        </ul>
      )}
      {isOpen ? (
        <DisputeForm
          callId={callId}
          fields={left}
          onSent={() => {
            onChange();
            toast('success', 'The provider will check the score and answer you.');
            close();
          }}
          onCancel={close}
        />
      ) : (
        left.length > 0 && (
          <Button
            id={`${id}-open`}
            variant="default"
            size="sm"
            className={classes.dispute ?? ''}
            leftSection={<IconFlag size={16} aria-hidden />}
            onClick={() => setOpen(true)}
          >
            This score is wrong
          </Button>
        )
      )}
    </Stack>
  );
}

function Dispute({
  callId,
  dispute,
  onChange,
}: {
  callId: string;
  dispute: ScoreDispute;
  onChange: () => void;
}) {
  const { field, wanted, state, atSecond, decision, decidedBy, answer, answeredBy, reason } = dispute;
  return (
    <Stack gap={6}>
      <Group gap="xs" justify="space-between" align="flex-start">
        <Text size="sm" fw={600} className={classes.text}>
          {fieldLabel(field)}
        </Text>
        <Text size="sm" fw={600} c="dimmed" className={classes.state ?? ''}>
          {disputeStateTexts[state]}
        </Text>
      </Group>
      <Text size="sm" className={classes.text}>
        Should be “{wanted}”{atSecond === null ? '' : `, at ${placeText(atSecond)}`}. {reason}
      </Text>
      {decision !== null && (
        <Text size="sm" className={classes.decision}>
          <strong>{decidedBy}:</strong> {decision}
        </Text>
      )}
      {answer !== null && (
        <Text size="sm" className={classes.decision}>
          <strong>{answeredBy}:</strong> {answer}
        </Text>
      )}
      {state === 'open' && <Withdraw callId={callId} dispute={dispute} onChange={onChange} />}
      {decision !== null && answer === null && (
        <AnswerOnce callId={callId} dispute={dispute} onChange={onChange} />
      )}
    </Stack>
  );
}

interface StepProps {
  callId: string;
  dispute: ScoreDispute;
  onChange: () => void;
}

function Withdraw({ callId, dispute, onChange }: StepProps) {
  const [isBusy, setBusy] = useState(false);
  const withdraw = async () => {
    setBusy(true);
    try {
      await sendWithdrawal(callId, dispute.id);
      toast('success', 'The dispute is withdrawn.');
    } catch (error) {
      toast('error', explanationOf(error));
      setBusy(false);
    }
    onChange();
  };
  return (
    <div>
      <Button
        variant="subtle"
        size="compact-sm"
        className={classes.finger ?? ''}
        loading={isBusy}
        aria-label={`Withdraw: ${fieldLabel(dispute.field)}`}
        onClick={() => void withdraw()}
      >
        Withdraw
      </Button>
    </div>
  );
}

function AnswerOnce({ callId, dispute, onChange }: StepProps) {
  const [isOpen, setOpen] = useState(false);
  if (isOpen) return <AnswerForm {...{ callId, dispute, onChange }} onClose={() => setOpen(false)} />;
  return (
    <div>
      <Button
        variant="subtle"
        size="compact-sm"
        className={classes.finger ?? ''}
        aria-label={`Answer: ${fieldLabel(dispute.field)}`}
        onClick={() => setOpen(true)}
      >
        Answer
      </Button>
    </div>
  );
}

function AnswerForm({ callId, dispute, onChange, onClose }: StepProps & { onClose: () => void }) {
  const form = useRef<HTMLDivElement>(null);
  useFocusFirst(form);
  const [text, setText] = useState('');
  const [isBusy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const close = useUnsavedInput(text.trim() !== '' && !isBusy);
  const send = async () => {
    if (text.trim() === '') {
      setProblem('Write an answer.');
      return;
    }
    setBusy(true);
    try {
      await sendAnswer(callId, dispute.id, text);
      toast('success', 'Your answer is sent.');
      onChange();
      onClose();
      return;
    } catch (error) {
      setProblem(explanationOf(error));
    }
    setBusy(false);
  };
  return (
    <Stack ref={form} gap="xs">
      <Textarea
        label="Your answer"
        description="You can answer once."
        autosize
        minRows={2}
        maxLength={disputeReasonLength.max}
        value={text}
        error={problem}
        onChange={({ currentTarget }) => {
          setText(currentTarget.value);
          setProblem(null);
        }}
      />
      <Group gap="xs">
        <Button size="sm" className={classes.finger ?? ''} loading={isBusy} onClick={() => void send()}>
          Send answer
        </Button>
        <Button size="sm" variant="default" className={classes.finger ?? ''} onClick={() => close(onClose)}>
          Cancel
        </Button>
      </Group>
    </Stack>
  );
}
