import { Button, Group, NativeSelect, Stack, Text, Textarea, TextInput } from '@mantine/core';
import {
  disputeReasonLength,
  maxWantedLength,
  noAnswerText,
} from '@mailcall/contract/rules/score-disputes.ts';
import { scoreFieldOf, scoreGroups } from '@mailcall/contract/rules/score-fields.ts';
import { type RefObject, type SyntheticEvent, useRef, useState } from 'react';
import { explanationOf, newRequestId } from '../../platform/api.ts';
import { useUnsavedInput } from '../../ui/unsaved-input.ts';
import { type CallDisputesAnswer, sendDispute } from './api.ts';
import classes from './call-disputes.module.css';
import { useFocusFirst } from './focus-first.ts';
import { fieldLabel, placeText, readPlace, reasonProblem, shownText } from './dispute-texts.ts';

type Field = CallDisputesAnswer['fields'][number];
type Problems = Partial<Record<'field' | 'wanted' | 'reason' | 'place', string>>;

const empty = { field: '', wanted: '', reason: '', place: '' };

const optionsOf = (fields: readonly Field[]) =>
  Object.entries(scoreGroups).flatMap(([group, label]) => {
    const items = fields
      .filter(({ field }) => scoreFieldOf(field).group === group)
      .map(({ field }) => ({ value: field, label: fieldLabel(field) }));
    return items.length === 0 ? [] : [{ group: label, items }];
  });

export function DisputeForm({
  callId,
  fields,
  onSent,
  onCancel,
}: {
  callId: string;
  fields: readonly Field[];
  onSent: () => void;
  onCancel: () => void;
}) {
  const form = useRef<HTMLFormElement>(null);
  useFocusFirst(form);
  const [input, setInput] = useState(empty);
  const [problems, setProblems] = useState<Problems>({});
  const [failure, setFailure] = useState<string | null>(null);
  const [isBusy, setBusy] = useState(false);
  // a repeated press after a lost answer opens nothing twice
  const [requestId] = useState(newRequestId);
  const isTyped = Object.values(input).some((text) => text.trim() !== '');
  const close = useUnsavedInput(isTyped && !isBusy);
  const chosen = fields.find(({ field }) => field === input.field);
  const change = (patch: Partial<typeof empty>) => {
    setInput((before) => ({ ...before, ...patch }));
    setProblems((before) => ({
      ...before,
      ...Object.fromEntries(Object.keys(patch).map((name) => [name, undefined])),
    }));
    setFailure(null);
  };
  const send = async (event: SyntheticEvent) => {
    event.preventDefault();
    if (isBusy) return;
    const atSecond = readPlace(input.place);
    const reason = reasonProblem(input.reason, 'Say why, in at least 10 characters.');
    const found: Problems = {
      ...(!chosen && { field: 'Choose what is wrong.' }),
      ...(input.wanted.trim() === '' && chosen && { wanted: 'Say what would be right.' }),
      ...(reason !== null && { reason }),
      ...(atSecond === undefined && { place: 'Write it as 0:48.' }),
    };
    setProblems(found);
    if (!chosen || atSecond === undefined || Object.keys(found).length > 0) {
      requestAnimationFrame(() => form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus());
      return;
    }
    setBusy(true);
    try {
      const { wanted, reason: why } = input;
      await sendDispute(callId, { requestId, field: chosen.field, wanted, reason: why, atSecond });
      onSent();
    } catch (error) {
      setFailure(explanationOf(error));
      setBusy(false);
    }
  };
  return (
    <form
      ref={form}
      className={classes.form}
      aria-label="This score is wrong"
      noValidate
      onSubmit={(event) => void send(event)}
    >
      <Stack gap="sm">
        <NativeSelect
          label="What is wrong?"
          data={[{ value: '', label: 'Choose a field' }, ...optionsOf(fields)]}
          value={input.field}
          error={problems.field}
          description={chosen ? `The score says: ${shownText(chosen.shown)}` : undefined}
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          onChange={({ currentTarget }) => change({ field: currentTarget.value, wanted: '' })}
        />
        {chosen && (
          <Wanted
            field={chosen}
            value={input.wanted}
            problem={problems.wanted}
            onChange={(wanted) => change({ wanted })}
          />
        )}
        <Textarea
          label="Why?"
          description={`${disputeReasonLength.min} to ${disputeReasonLength.max} characters. The provider’s scorers read it.`}
          autosize
          minRows={2}
          maxRows={8}
          maxLength={disputeReasonLength.max}
          value={input.reason}
          error={problems.reason}
          onChange={({ currentTarget }) => change({ reason: currentTarget.value })}
        />
        <Place
          form={form}
          value={input.place}
          problem={problems.place}
          onChange={(place) => change({ place })}
        />
        {failure !== null && (
          <Text size="sm" c="var(--mantine-color-error)" role="alert">
            {failure}
          </Text>
        )}
        <Group gap="xs">
          <Button type="submit" className={classes.finger ?? ''} loading={isBusy}>
            Send
          </Button>
          <Button variant="default" className={classes.finger ?? ''} onClick={() => close(onCancel)}>
            Cancel
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

function Wanted({
  field: { field, options, shown },
  value,
  problem,
  onChange,
}: {
  field: Field;
  value: string;
  problem: string | undefined;
  onChange: (value: string) => void;
}) {
  const label = 'What would be right?';
  if (options !== null && options.length > 0)
    return (
      <NativeSelect
        label={label}
        data={[
          { value: '', label: 'Choose' },
          ...options.filter((option) => option !== shown),
          ...(shown === null || scoreFieldOf(field).kind === 'yes-no' ? [] : [noAnswerText]),
        ]}
        value={value}
        error={problem}
        onChange={({ currentTarget }) => onChange(currentTarget.value)}
      />
    );
  const { kind } = scoreFieldOf(field);
  return (
    <TextInput
      label={label}
      description={kind === 'inquiries' ? 'All of them, with commas between.' : undefined}
      autoComplete="off"
      maxLength={maxWantedLength}
      value={value}
      error={problem}
      onChange={({ currentTarget }) => onChange(currentTarget.value)}
    />
  );
}

function Place({
  form,
  value,
  problem,
  onChange,
}: {
  form: RefObject<HTMLFormElement | null>;
  value: string;
  problem: string | undefined;
  onChange: (value: string) => void;
}) {
  const takeFromPlayer = () => {
    const player = form.current?.closest('[role="dialog"], main')?.querySelector('audio');
    if (player) onChange(placeText(player.currentTime));
  };
  return (
    <Group gap="xs" align="flex-end">
      <TextInput
        label="Where in the recording?"
        placeholder="0:48, optional"
        w={200}
        inputMode="text"
        autoComplete="off"
        maxLength={8}
        value={value}
        error={problem}
        onChange={({ currentTarget }) => onChange(currentTarget.value)}
      />
      <Button variant="subtle" className={classes.finger ?? ''} onClick={takeFromPlayer}>
        Where the player is
      </Button>
    </Group>
  );
}
