import {
  scoreFieldNames,
  type ScoreFieldName,
  scoreFieldOf,
  type ScoreFieldsOfKind,
} from './score-fields.ts';
import { type ScoreContext, scoreOptions } from './score-form.ts';
import { emptyScore, type ScoreInquiry, type ScoreValue, type ScoreValues } from './score-values.ts';

export const disputeStates = ['open', 'accepted', 'declined', 'withdrawn'] as const;
export type DisputeState = (typeof disputeStates)[number];

export const disputeStateTexts: Readonly<Record<DisputeState, string>> = {
  open: 'Waits for the provider',
  accepted: 'Accepted',
  declined: 'Declined',
  withdrawn: 'Withdrawn',
};

export const disputeActionKinds = [
  'score disputed',
  'dispute withdrawn',
  'dispute accepted',
  'dispute declined',
  'dispute answered',
] as const;

export const disputeReasonLength = { min: 10, max: 500 } as const;
export const maxWantedLength = 500;

/** Fields that calls, breakdowns and the Front Desk show to an office. An office adds missing appointments itself. */
export type DisputedField = Exclude<ScoreFieldName, 'appointments'>;
export const disputedFields = scoreFieldNames.filter(
  (name): name is DisputedField => name !== 'appointments',
);

export const yesNoTexts = ['Yes', 'No'] as const;
export const noAnswerText = 'No answer';

export function scoreValueText(field: ScoreFieldName, value: ScoreValue): string | null {
  if (value === null) return null;
  if (typeof value === 'boolean') return value ? 'Yes' : 'No';
  if (typeof value === 'number') return value === 1 ? '1 second' : `${value} seconds`;
  if (typeof value === 'string') return value === '' ? null : value;
  if ('name' in value) return value.name;
  if (field === 'appointments' || value.length === 0) return null;
  return (value as readonly ScoreInquiry[]).map(({ name }) => name).join(', ');
}

/** Undefined if the wanted answer cannot be read: a lead then chooses. */
export function wantedScoreValue(
  field: DisputedField,
  wanted: string,
  { values, context }: { values: ScoreValues; context: Pick<ScoreContext, 'picklists'> },
): ScoreValue | undefined {
  const text = wanted.trim();
  const same = (other: string) => other.toLowerCase() === text.toLowerCase();
  if (same(noAnswerText)) return emptyScore[field];
  switch (scoreFieldOf(field).kind) {
    case 'yes-no':
      return same('Yes') ? true : same('No') ? false : undefined;
    case 'choice':
      return scoreOptions(field as ScoreFieldsOfKind<'choice'>, context).find(
        ({ value, label }) => same(value) || same(label),
      )?.value;
    case 'staff':
      return { id: null, name: text };
    case 'seconds': {
      const seconds = /^(\d{1,5})( seconds?)?$/.exec(text)?.[1];
      return seconds === undefined ? undefined : Number(seconds);
    }
    case 'text':
      return text;
    case 'inquiries': {
      const known = values[field as ScoreFieldsOfKind<'inquiries'>];
      const names = text.split(',').map((name) => name.trim());
      return names.flatMap((name): ScoreInquiry[] =>
        name === ''
          ? []
          : [
              known.find((item) => item.name.toLowerCase() === name.toLowerCase()) ?? {
                id: null,
                name,
                acceptance: null,
              },
            ],
      );
    }
    case 'appointments':
      return undefined;
  }
}
