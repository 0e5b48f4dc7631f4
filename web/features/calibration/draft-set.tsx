import { Button, Checkbox, Group, NativeSelect, Stack, Text, Textarea, TextInput } from '@mantine/core';
import type { CalibrationSetDetails } from '@mailcall/contract/calibration.ts';
import { durationText } from '@mailcall/contract/rules/caller.ts';
import {
  callIdsIn,
  type CalibrationOutcome,
  calibrationOutcomes,
  maxCalibrationCalls,
} from '@mailcall/contract/rules/calibration.ts';
import { counted, thousands } from '@mailcall/contract/rules/rates.ts';
import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, type SyntheticEvent, useState } from 'react';
import { useChangeAddress } from '../../platform/address.ts';
import { explanationOf } from '../../platform/api.ts';
import { useSession } from '../../platform/session-store.ts';
import { ConfirmActions, Dialog, DialogProblem } from '../../ui/dialog.tsx';
import { toast } from '../../ui/toast.tsx';
import { useUnsavedInput } from '../../ui/unsaved-input.ts';
import { addCalls, addRandomCalls, deleteSet, type Refused, refresh, removeCall, startSet } from './api.ts';
import { outcomeTexts } from './calibration-texts.ts';
import classes from './calibration.module.css';
import { callTitle, type Place, SetPlayer } from './set-player.tsx';

function Section({ title, children }: { title: string; children: ReactNode }) {
  const id = `calibration-${title.toLowerCase().replaceAll(' ', '-')}`;
  return (
    <section aria-labelledby={id}>
      <h2 id={id} className={classes.title}>
        {title}
      </h2>
      {children}
    </section>
  );
}

/** Runs one request at a time and says why it failed. */
function useAction() {
  const client = useQueryClient();
  const [isBusy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const run = async (action: () => Promise<void>) => {
    if (isBusy) return;
    setBusy(true);
    setProblem(null);
    try {
      await action();
      await refresh(client);
    } catch (error) {
      setProblem(explanationOf(error));
    }
    setBusy(false);
  };
  return { isBusy, problem, run };
}

export function DraftSet({ details }: { details: CalibrationSetDetails }) {
  const { set, calls } = details;
  const [place, setPlace] = useState<Place | null>(null);
  const { problem, run } = useAction();
  return (
    <>
      <Section title="Calls">
        <Text size="sm" c="dimmed" mb="xs" aria-live="polite">
          {counted(calls.length, 'call')}, at most {maxCalibrationCalls}. They are fixed when the set starts.
        </Text>
        {calls.length > 0 && (
          <ol className={classes.sets}>
            {calls.map((call) => (
              <li key={call.callId}>
                <div>
                  <Text size="sm" fw={500}>
                    {callTitle(call)}
                  </Text>
                  <Text size="sm" c="dimmed">
                    {durationText(call.callDuration)}
                    {!call.hasRecording && ', recording no longer kept'}
                  </Text>
                </div>
                <Group gap="xs">
                  <Button
                    variant="default"
                    size="compact-md"
                    className={classes.button ?? ''}
                    aria-label={`Play ${callTitle(call)}`}
                    onClick={() => setPlace({ call, from: 0 })}
                  >
                    Play
                  </Button>
                  <Button
                    variant="default"
                    size="compact-md"
                    className={classes.button ?? ''}
                    aria-label={`Remove ${callTitle(call)}`}
                    onClick={() =>
                      void run(async () => {
                        await removeCall(set.id, call.callId);
                      })
                    }
                  >
                    Remove
                  </Button>
                </Group>
              </li>
            ))}
          </ol>
        )}
        <DialogProblem text={problem} />
      </Section>
      <Section title="Add calls">
        <div className={classes.ways}>
          <AddNamed setId={set.id} />
          <AddRandom setId={set.id} />
        </div>
      </Section>
      <Start details={details} />
      <SetPlayer setId={set.id} place={place} />
    </>
  );
}

function AddNamed({ setId }: { setId: string }) {
  const [text, setText] = useState('');
  const [refused, setRefused] = useState<Refused>([]);
  const { isBusy, problem, run } = useAction();
  useUnsavedInput(text.trim() !== '' && !isBusy);
  const add = (event: SyntheticEvent) => {
    event.preventDefault();
    const callIds = callIdsIn(text);
    if (callIds.length === 0) return;
    void run(async () => {
      const answer = await addCalls(setId, callIds);
      setRefused(answer.refused);
      setText(answer.refused.map(({ callId }) => callId).join('\n'));
      toast('success', `${counted(answer.added, 'call')} added.`);
    });
  };
  return (
    <form onSubmit={add} noValidate>
      <Stack gap="xs" align="flex-start">
        <Textarea
          className={classes.wide ?? ''}
          label="By id or link"
          description="One on each line"
          autosize
          minRows={2}
          maxRows={8}
          value={text}
          onChange={({ currentTarget: { value } }) => setText(value)}
        />
        {refused.length > 0 && (
          <div role="alert">
            <ul className={classes.problems}>
              {refused.map(({ callId, why }) => (
                <li key={callId}>
                  {callId}: {why}
                </li>
              ))}
            </ul>
          </div>
        )}
        <DialogProblem text={problem} />
        <Button type="submit" variant="default" className={classes.button ?? ''} loading={isBusy}>
          Add these calls
        </Button>
      </Stack>
    </form>
  );
}

function AddRandom({ setId }: { setId: string }) {
  const [outcome, setOutcome] = useState<CalibrationOutcome>('opportunity');
  const [calls, setCalls] = useState('5');
  const [days, setDays] = useState('30');
  const { isBusy, problem, run } = useAction();
  const add = (event: SyntheticEvent) => {
    event.preventDefault();
    void run(async () => {
      const { added } = await addRandomCalls(setId, { outcome, calls: Number(calls), days: Number(days) });
      toast(
        added > 0 ? 'success' : 'info',
        added > 0 ? `${counted(added, 'call')} added.` : 'There is no other such call.',
      );
    });
  };
  return (
    <form onSubmit={add} noValidate>
      <Stack gap="xs" align="flex-start">
        <Text size="sm" fw={500}>
          At random, with a recording
        </Text>
        <Group gap="xs" align="flex-end">
          <TextInput
            type="number"
            label="Calls"
            className={classes.number ?? ''}
            min={1}
            max={maxCalibrationCalls}
            value={calls}
            onChange={({ currentTarget }) => setCalls(currentTarget.value)}
          />
          <NativeSelect
            label="Outcome"
            value={outcome}
            onChange={({ currentTarget: { value } }) => setOutcome(value as CalibrationOutcome)}
            data={calibrationOutcomes.map((value) => ({ value, label: outcomeTexts[value] }))}
          />
          <NativeSelect
            label="Of the last"
            value={days}
            onChange={({ currentTarget: { value } }) => setDays(value)}
            data={['7', '30', '90'].map((value) => ({ value, label: `${value} days` }))}
          />
        </Group>
        <DialogProblem text={problem} />
        <Button type="submit" variant="default" className={classes.button ?? ''} loading={isBusy}>
          Add at random
        </Button>
      </Stack>
    </form>
  );
}

function Start({ details: { set, calls, people } }: { details: CalibrationSetDetails }) {
  const me = useSession()?.contactId;
  const others = people.filter(({ id }) => id !== me);
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set());
  const [dueOn, setDueOn] = useState('');
  const [isDeleting, setDeleting] = useState(false);
  const { isBusy, problem, run } = useAction();
  const able = others.filter(({ covers }) => covers);
  const chosen = able.filter(({ id, isLead }) => left.has(id) === isLead);
  const toggle = (id: string) => {
    const next = new Set(left);
    if (!next.delete(id)) next.add(id);
    setLeft(next);
  };
  const start = () =>
    void run(async () => {
      await startSet(set.id, { people: chosen.map(({ id }) => id), dueOn: dueOn || null });
      toast('success', 'The set has started.');
    });
  const canStart = calls.length > 0 && chosen.length > 0;
  return (
    <>
      <Section title="People">
        <Text size="sm" c="dimmed" mb="xs">
          You take part, too: your answers are the reference.
        </Text>
        <Stack gap="sm" role="group" aria-label="People who take part">
          {able.map(({ id, name, isLead }) => (
            <Checkbox
              key={id}
              classNames={{ body: classes.person ?? '' }}
              label={isLead ? `${name} (lead)` : name}
              checked={chosen.some((person) => person.id === id)}
              onChange={() => toggle(id)}
            />
          ))}
          <Text size="sm" c="dimmed">
            {able.length === 0 && 'Nobody else works for all accounts of these calls.'}
            {able.length > 0 &&
              able.length < others.length &&
              `${thousands(others.length - able.length)} more do not work for all accounts of these calls.`}
          </Text>
        </Stack>
      </Section>
      <Section title="Start">
        <Stack gap="sm" align="flex-start">
          <TextInput
            type="date"
            label="Last day"
            description="The set closes at the end of it. Leave it empty to close it yourself."
            value={dueOn}
            onChange={({ currentTarget: { value } }) => setDueOn(value)}
          />
          <DialogProblem text={problem} />
          <Group gap="xs">
            <Button
              className={classes.button ?? ''}
              loading={isBusy}
              aria-disabled={!canStart}
              data-disabled={!canStart || undefined}
              onClick={() => canStart && start()}
            >
              Start
            </Button>
            <Button variant="default" className={classes.button ?? ''} onClick={() => setDeleting(true)}>
              Delete draft
            </Button>
          </Group>
          {!canStart && (
            <Text size="sm" c="dimmed">
              {calls.length === 0 ? 'Add a call first.' : 'Choose at least one person.'}
            </Text>
          )}
        </Stack>
      </Section>
      {isDeleting && <DeleteDialog setId={set.id} onClose={() => setDeleting(false)} />}
    </>
  );
}

function DeleteDialog({ setId, onClose }: { setId: string; onClose: () => void }) {
  const change = useChangeAddress();
  const client = useQueryClient();
  const [isBusy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const remove = async () => {
    setBusy(true);
    try {
      await deleteSet(setId);
      change({ set: undefined });
      await refresh(client);
    } catch (error) {
      setProblem(explanationOf(error));
      setBusy(false);
    }
  };
  return (
    <Dialog title="Delete this draft?" onClose={onClose}>
      <ConfirmActions
        label="Delete it"
        problem={problem}
        isBusy={isBusy}
        onConfirm={() => void remove()}
        onCancel={onClose}
      />
    </Dialog>
  );
}
