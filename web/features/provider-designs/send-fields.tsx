import type { DeskOfficeChoices } from '@mailcall/contract/provider-designs.ts';
import { MultiSelect, TextInput } from '@mantine/core';

export interface SendingValues {
  reviewers: string[];
  dueOn: string;
}

export const sendingOf = ({ reviewers, dueOn }: SendingValues) => ({ reviewers, dueOn: dueOn || null });

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
      <MultiSelect
        label="Who reviews it"
        data={choices.reviewers.map(({ id, name }) => ({ value: id, label: name }))}
        value={values.reviewers}
        onChange={(reviewers) => onChange({ ...values, reviewers })}
        searchable
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
    </>
  );
}
