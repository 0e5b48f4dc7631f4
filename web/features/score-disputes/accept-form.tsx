import {
  Autocomplete,
  Button,
  Group,
  NativeSelect,
  Stack,
  TagsInput,
  Text,
  Textarea,
  TextInput,
} from '@mantine/core';
import {
  disputedFields,
  disputeReasonLength,
  wantedScoreValue,
} from '@mailcall/contract/rules/score-disputes.ts';
import {
  type ScoreFieldName,
  scoreFieldNames,
  scoreFieldOf,
  type ScoreFieldsOfKind,
} from '@mailcall/contract/rules/score-fields.ts';
import {
  scoreForm,
  scoreOptions,
  scoreProblems,
  type ScoreContext,
} from '@mailcall/contract/rules/score-form.ts';
import type { ScoreInquiry, ScoreValue, ScoreValues } from '@mailcall/contract/rules/score-values.ts';
import type { DisputeDetails } from '@mailcall/contract/score-disputes.ts';
import { useRef, useState, type SyntheticEvent } from 'react';
import { explanationOf } from '../../platform/api.ts';
import { useUnsavedInput } from '../../ui/unsaved-input.ts';
import { sendAcceptance } from './api.ts';
import classes from './dispute-details.module.css';
import { useFocusFirst } from './focus-first.ts';

const usualThanks = 'Thank you for telling us. The score is corrected.';

/** Shows the disputed field, fields that its answer makes necessary, and fields that the lead adds; the others keep their values. */
export function AcceptForm({
  details,
  onAccepted,
  onCancel,
}: {
  details: DisputeDetails;
  onAccepted: () => void;
  onCancel: () => void;
}) {
  const { dispute, call, rubric } = details;
  const context: ScoreContext = details.context;
  const form = useRef<HTMLFormElement>(null);
  useFocusFirst(form);
  const [values, setValues] = useState<ScoreValues>(() => {
    const wanted = wantedScoreValue(dispute.field, dispute.wanted, { values: call.values, context });
    return wanted === undefined ? call.values : { ...call.values, [dispute.field]: wanted };
  });
  const [added, setAdded] = useState<readonly ScoreFieldName[]>([]);
  const [thanks, setThanks] = useState(usualThanks);
  const [attempted, setAttempted] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const [isBusy, setBusy] = useState(false);
  const close = useUnsavedInput(!isBusy, ['dispute']);
  const rules = scoreForm(values, context);
  const problems = scoreProblems(rules);
  // a field stays once it was shown, or it would vanish while it is filled in
  const [needed, setNeeded] = useState<readonly ScoreFieldName[]>([]);
  const missing = scoreFieldNames.filter((name) => problems[name] !== undefined && !needed.includes(name));
  if (missing.length > 0) setNeeded([...needed, ...missing]);
  const shown = scoreFieldNames.filter(
    (name) => name === dispute.field || added.includes(name) || needed.includes(name),
  );
  const others = disputedFields.filter((name) => !shown.includes(name) && rules[name].state !== 'hidden');
  const { state } = rules[dispute.field];
  const change = (name: ScoreFieldName, value: ScoreValue) => {
    setValues((before) => ({ ...before, [name]: value }));
    setFailure(null);
  };
  const send = async (event: SyntheticEvent) => {
    event.preventDefault();
    if (isBusy) return;
    setAttempted(true);
    if (Object.keys(problems).length > 0) {
      requestAnimationFrame(() => form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus());
      return;
    }
    setBusy(true);
    try {
      await sendAcceptance(dispute.id, {
        version: call.version,
        values,
        rubric: rubric.version,
        ...(thanks.trim() !== '' && { thanks }),
      });
      onAccepted();
    } catch (error) {
      setFailure(explanationOf(error));
      setBusy(false);
    }
  };
  return (
    <form
      ref={form}
      className={classes.form}
      aria-label="Accept"
      noValidate
      onSubmit={(event) => void send(event)}
    >
      <Stack gap="sm">
        {shown.map((name) => (
          <Field
            key={name}
            name={name}
            value={values[name]}
            problem={attempted ? problems[name] : undefined}
            context={context}
            staff={details.staff}
            onChange={(value) => change(name, value)}
          />
        ))}
        {(state === 'hidden' || state === 'derived') && (
          <Text size="sm" c="dimmed">
            {scoreFieldOf(dispute.field).label} follows from other answers here. Change one of them, too.
          </Text>
        )}
        {others.length > 0 && (
          <NativeSelect
            label="Correct another field, too"
            data={[
              { value: '', label: 'Choose a field' },
              ...others.map((name) => ({ value: name, label: scoreFieldOf(name).label })),
            ]}
            value=""
            onChange={({ currentTarget: { value } }) => {
              if (value !== '') setAdded([...added, value as ScoreFieldName]);
            }}
          />
        )}
        <Textarea
          label="Thanks to the office"
          autosize
          minRows={1}
          maxLength={disputeReasonLength.max}
          value={thanks}
          onChange={({ currentTarget }) => setThanks(currentTarget.value)}
        />
        {failure !== null && (
          <Text size="sm" c="var(--mantine-color-error)" role="alert">
            {failure}
          </Text>
        )}
        <Group gap="xs">
          <Button type="submit" className={classes.finger ?? ''} loading={isBusy}>
            Correct the score
          </Button>
          <Button variant="default" className={classes.finger ?? ''} onClick={() => close(onCancel)}>
            Cancel
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

interface FieldProps {
  name: ScoreFieldName;
  value: ScoreValue;
  problem: string | undefined;
  context: ScoreContext;
  staff: DisputeDetails['staff'];
  onChange: (value: ScoreValue) => void;
}

function Field({ name, value, problem, context, staff, onChange }: FieldProps) {
  const { kind, label } = scoreFieldOf(name);
  const shared = { label, error: problem };
  switch (kind) {
    case 'yes-no':
      return (
        <NativeSelect
          {...shared}
          data={[
            { value: '', label: 'No answer' },
            { value: 'yes', label: 'Yes' },
            { value: 'no', label: 'No' },
          ]}
          value={value === null ? '' : value === true ? 'yes' : 'no'}
          onChange={({ currentTarget }) =>
            onChange(currentTarget.value === '' ? null : currentTarget.value === 'yes')
          }
        />
      );
    case 'choice':
      return (
        <NativeSelect
          {...shared}
          data={[
            { value: '', label: 'No answer' },
            ...scoreOptions(name as ScoreFieldsOfKind<'choice'>, context),
          ]}
          value={(value as string | null) ?? ''}
          onChange={({ currentTarget }) => onChange(currentTarget.value || null)}
        />
      );
    case 'staff':
      return (
        <Autocomplete
          {...shared}
          data={[...new Set(staff.map((person) => person.name))]}
          value={(value as ScoreValues['handler'])?.name ?? ''}
          onChange={(typed) => onChange(handlerOf(typed, staff))}
        />
      );
    case 'inquiries': {
      const items = value as readonly ScoreInquiry[];
      return (
        <TagsInput
          {...shared}
          value={items.map((item) => item.name)}
          onChange={(names) =>
            onChange(
              names.map(
                (typed): ScoreInquiry =>
                  items.find((item) => item.name === typed) ?? { id: null, name: typed, acceptance: null },
              ),
            )
          }
        />
      );
    }
    case 'seconds':
      return (
        <TextInput
          {...shared}
          inputMode="numeric"
          maxLength={5}
          value={(value as number | null)?.toString() ?? ''}
          onChange={({ currentTarget }) => {
            const digits = currentTarget.value.replace(/\D/g, '');
            onChange(digits === '' ? null : Number(digits));
          }}
        />
      );
    case 'text':
      return (
        <Textarea
          {...shared}
          autosize
          minRows={1}
          value={(value as string | null) ?? ''}
          onChange={({ currentTarget }) => onChange(currentTarget.value || null)}
        />
      );
    case 'appointments':
      return null;
  }
}

const handlerOf = (typed: string, staff: DisputeDetails['staff']): ScoreValues['handler'] =>
  typed.trim() === ''
    ? null
    : (staff.find((person) => person.name.toLowerCase() === typed.trim().toLowerCase()) ?? {
        id: null,
        name: typed,
      });
