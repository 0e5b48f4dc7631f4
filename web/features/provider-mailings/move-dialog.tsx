import { List, Stack, Text, TextInput } from '@mantine/core';
import type { ProviderMailing } from '@mailcall/contract/provider-mailings.ts';
import { type MailingStep, mailingStepLabels, stepOf } from '@mailcall/contract/rules/mailing.ts';
import { isMoveBack, moveDayRefusal, moveRefusal } from '@mailcall/contract/rules/mailing-moves.ts';
import { counted } from '@mailcall/contract/rules/rates.ts';
import { useState } from 'react';
import { CallFailed, explanationOf } from '../../platform/api.ts';
import { ConfirmActions, Dialog } from '../../ui/dialog.tsx';
import { toast } from '../../ui/toast.tsx';
import { refetchMailings, sendMoves } from './api.ts';

export interface Move {
  mailings: readonly ProviderMailing[];
  step: MailingStep;
}

const titleOf = ({ mailings: [first, ...others], step }: Move) =>
  `Move ${others.length === 0 ? (first?.title ?? '') : counted(others.length + 1, 'mailing')} to ${mailingStepLabels[step]}`;

export function MoveDialog({
  move,
  onClose,
  onMoved,
}: {
  move: Move;
  onClose: () => void;
  onMoved: () => void;
}) {
  const { mailings, step } = move;
  const [day, setDay] = useState(mailings.map(({ today }) => today).toSorted()[0] ?? '');
  const [approvedBy, setApprovedBy] = useState('');
  const [refused, setRefused] = useState<Readonly<Record<string, string>>>({});
  const [failure, setFailure] = useState<string | null>(null);
  const [isBusy, setBusy] = useState(false);
  const forward = mailings.filter(({ status }) => !isMoveBack(status, step));
  const reasonOf = (mailing: ProviderMailing): string | null =>
    refused[mailing.id] ??
    moveRefusal(mailing, step) ??
    (isMoveBack(mailing.status, step) || day === ''
      ? null
      : moveDayRefusal(mailing, step, day, mailing.today));
  const possible = mailings.filter((mailing) => reasonOf(mailing) === null);
  const impossible = mailings.filter((mailing) => reasonOf(mailing) !== null);
  const [only] = mailings;
  const dayProblem = forward.length > 0 && day === '' ? 'Enter a day.' : null;

  const send = async () => {
    setBusy(true);
    setFailure(null);
    try {
      await sendMoves({
        step,
        day: day || (only?.today ?? ''),
        approvedBy,
        mailings: possible.map(({ id, status }) => ({ id, from: stepOf(status) })),
      });
      toast(
        'success',
        `${possible.length === 1 ? (possible[0]?.title ?? '') : counted(possible.length, 'mailing')} moved to ${mailingStepLabels[step]}`,
      );
      onMoved();
    } catch (error) {
      const problems = error instanceof CallFailed ? error.problems : null;
      const named = Object.entries(problems ?? {}).filter(([id]) =>
        mailings.some((mailing) => mailing.id === id),
      );
      if (named.length > 0) setRefused(Object.fromEntries(named.map(([id, text]) => [id, text])));
      else setFailure(explanationOf(error));
      setBusy(false);
    }
    void refetchMailings();
  };

  return (
    <Dialog title={titleOf(move)} onClose={onClose}>
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          if (!isBusy && possible.length > 0 && dayProblem === null) void send();
        }}
      >
        <Stack gap="sm">
          {forward.length > 0 ? (
            <TextInput
              data-autofocus
              label={`${mailingStepLabels[step]} on`}
              description="The client sees this day."
              type="date"
              value={day}
              error={dayProblem}
              onChange={({ currentTarget }) => {
                setDay(currentTarget.value);
                setRefused({});
              }}
            />
          ) : (
            <Text size="sm">The days of the later steps are removed. Alerts that were sent stay sent.</Text>
          )}
          {step === 'approved' && forward.length > 0 && (
            <TextInput
              label="Approved by"
              description="Who said yes, optional. The client sees this name."
              autoComplete="off"
              maxLength={200}
              value={approvedBy}
              onChange={({ currentTarget }) => setApprovedBy(currentTarget.value)}
            />
          )}
          {step === 'shipped' && forward.length > 0 && (
            <Text size="sm" c="dimmed">
              People with the En Route Alert hear of it.
            </Text>
          )}
          {impossible.length > 0 && (
            <div role="alert">
              <Text size="sm" fw={600}>
                {mailings.length === 1
                  ? 'It cannot move'
                  : `${counted(impossible.length, 'mailing')} cannot move`}
              </Text>
              <List size="sm">
                {impossible.slice(0, 20).map((mailing) => (
                  <List.Item key={mailing.id}>
                    {mailings.length > 1 && `${mailing.title}: `}
                    {reasonOf(mailing)}
                  </List.Item>
                ))}
              </List>
            </div>
          )}
          <ConfirmActions
            label={
              impossible.length > 0 && possible.length > 0 ? `Move the Other ${possible.length}` : 'Move'
            }
            problem={failure}
            isBusy={isBusy}
            isDisabled={possible.length === 0 || dayProblem !== null}
            onConfirm={() => void send()}
            onCancel={onClose}
          />
        </Stack>
      </form>
    </Dialog>
  );
}
