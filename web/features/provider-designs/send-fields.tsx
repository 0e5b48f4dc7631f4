import type { DeskOfficeChoices } from '@mailcall/contract/provider-designs.ts';
import { defaultRemindDays } from '@mailcall/contract/rules/design-alerts.ts';
import { NativeSelect, TextInput } from '@mantine/core';
import { SeveralSelect } from '../../ui/several-select.tsx';

export interface SendingValues {
  reviewers: string[];
  dueOn: string;
  /** Empty for none. */
  remindDays: string;
}

export const sendingOf = ({ reviewers, dueOn, remindDays }: SendingValues) => ({
  reviewers,
  dueOn: dueOn || null,
  remindDays: remindDays === '' ? null : Number(remindDays),
});

export const usualReminder = String(defaultRemindDays);

const reminders = [
  { value: '1', label: 'The day before' },
  { value: '2', label: '2 days before' },
  { value: '3', label: '3 days before' },
  { value: '7', label: 'A week before' },
  { value: '', label: 'Not' },
];

/** The primary contacts, else the only person. */
export const usualReviewers = ({ reviewers }: DeskOfficeChoices): string[] => {
  const primary = reviewers.filter(({ isPrimary }) => isPrimary);
  return (primary.length > 0 ? primary : reviewers.length === 1 ? reviewers : []).map(({ id }) => id);
};

export function SendFields({
  choices,
  values,
  problems,
  onChange,
}: {
  choices: DeskOfficeChoices;
  values: SendingValues;
  problems: Readonly<Record<string, string>>;
  onChange: (values: SendingValues) => void;
}) {
  return (
    <>
      <SeveralSelect
        label="Who reviews it"
        data={choices.reviewers.map(({ id, name }) => ({ value: id, label: name }))}
        value={values.reviewers}
        onChange={(reviewers) => onChange({ ...values, reviewers })}
        clearable
        nothingFoundMessage="Nobody of this office"
        error={problems['reviewers'] ?? problems['send.reviewers']}
      />
      <TextInput
        label="Due on"
        type="date"
        value={values.dueOn}
        onChange={(event) => onChange({ ...values, dueOn: event.currentTarget.value })}
        error={problems['dueOn'] ?? problems['send.dueOn']}
      />
      <NativeSelect
        label="Remind them"
        data={
          reminders.some(({ value }) => value === values.remindDays)
            ? reminders
            : [...reminders, { value: values.remindDays, label: `${values.remindDays} days before` }]
        }
        value={values.remindDays}
        disabled={values.dueOn === ''}
        onChange={(event) => onChange({ ...values, remindDays: event.currentTarget.value })}
        error={problems['remindDays'] ?? problems['send.remindDays']}
      />
    </>
  );
}
