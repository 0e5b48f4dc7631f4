import { noAnswerText, scoreValueText } from './score-disputes.ts';
import {
  type ScoreFieldName,
  scoreFieldNames,
  scoreFieldOf,
  type ScoreFieldsOfKind,
} from './score-fields.ts';
import { isEmptyScoreValue, type ScoreContext, scoreForm } from './score-form.ts';
import type { ScoreValues } from './score-values.ts';
import type { AnswerPair } from './agreement.ts';

/** `returned`: the first person looks again. `decided`: a difference was settled. `ended`: the first score was corrected or undone. */
export const passStates = ['open', 'agreed', 'differs', 'returned', 'decided', 'ended'] as const;
export type PassState = (typeof passStates)[number];

/** The server chooses calls by outcome, so that rare ones are included. */
const passOutcomes = ['appointment', 'opportunity', 'no opportunity', 'not answered'] as const;
export type PassOutcome = (typeof passOutcomes)[number];

export function passOutcomeOf({
  appointments,
  opportunity,
  handler,
  goodImpression,
}: ScoreValues): PassOutcome {
  if (appointments.length > 0) return 'appointment';
  if (opportunity === true) return 'opportunity';
  return handler !== null || goodImpression !== null ? 'no opportunity' : 'not answered';
}

export type ComparedField = Exclude<ScoreFieldName, ScoreFieldsOfKind<'text'>>;
/** Texts are shown but not compared: two people never use the same words. */
export const comparedFields = scoreFieldNames.filter(
  (name): name is ComparedField => scoreFieldOf(name).kind !== 'text',
);

/** Fields with few possible answers, so agreement can be counted. */
export type AgreementField = Exclude<ComparedField, ScoreFieldsOfKind<'inquiries' | 'seconds'>>;
export const agreementFields = comparedFields.filter((name): name is AgreementField =>
  ['yes-no', 'choice', 'staff', 'appointments'].includes(scoreFieldOf(name).kind),
);

export function passAnswerText(field: ScoreFieldName, values: ScoreValues): string {
  if (field === 'appointments') return values.appointments.length > 0 ? 'Added' : 'None added';
  return scoreValueText(field, values[field]) ?? noAnswerText;
}

/** For comparing: case and the order of a list do not count. */
export const comparedText = (field: ComparedField, text: string): string =>
  scoreFieldOf(field).kind === 'inquiries'
    ? text.toLowerCase().split(', ').toSorted().join(', ')
    : text.toLowerCase();

const isSame = (field: ComparedField, first: ScoreValues, second: ScoreValues): boolean =>
  comparedText(field, passAnswerText(field, first)) === comparedText(field, passAnswerText(field, second));

export const passDifferences = (first: ScoreValues, second: ScoreValues): ComparedField[] =>
  comparedFields.filter((field) => !isSame(field, first, second));

/** Whether a field is shown does not depend on facts of the call and lists of the provider. */
export const noFacts: ScoreContext = {
  picklists: {},
  durationSeconds: null,
  bookedAppointments: 0,
  usualLanguage: null,
};

/** Leaves out questions that only one person saw, and answers that follow from others for both. */
export function passAnswers(
  first: ScoreValues,
  second: ScoreValues,
): { field: AgreementField; answers: AnswerPair }[] {
  const forms = [scoreForm(first, noFacts), scoreForm(second, noFacts)] as const;
  return agreementFields.flatMap((field) => {
    const states = forms.map((form) => form[field].state);
    const isEmpty = isEmptyScoreValue(first[field]) && isEmptyScoreValue(second[field]);
    if (states.includes('hidden') || states.every((state) => state === 'derived')) return [];
    if (isEmpty && states.every((state) => state === 'required')) return [];
    return [{ field, answers: [passAnswerText(field, first), passAnswerText(field, second)] }];
  });
}
