import { type Estimate, meanShareOf } from './agreement.ts';
import { type ScoreFieldRule, scoreForm } from './score-form.ts';
import type { ScoreValues } from './score-values.ts';
import {
  type AgreementField,
  agreementFields,
  type ComparedField,
  comparedFields,
  comparedText,
  noFacts,
  passAnswers,
  passAnswerText,
} from './second-pass.ts';

export const calibrationStates = ['draft', 'open', 'closed'] as const;
export type CalibrationState = (typeof calibrationStates)[number];

export const maxCalibrationCalls = 50;

/** Outcomes of calls that are added at random. */
export const calibrationOutcomes = ['appointment', 'opportunity', 'no opportunity', 'missed'] as const;
export type CalibrationOutcome = (typeof calibrationOutcomes)[number];

/** The parameter `call`, else the last part of the path. */
function callIdOf(word: string): string {
  const [, path, query = ''] = /^(?:https?:\/\/[^/]+)?(\/[^?#]*)(?:\?([^#]*))?/.exec(word) ?? [];
  if (path === undefined) return word;
  const [, named] = /(?:^|&)call=([^&]+)/.exec(query) ?? [];
  const id = named ?? path.split('/').findLast((part) => part !== '');
  try {
    return id === undefined ? word : decodeURIComponent(id);
  } catch {
    return word;
  }
}

/** Ids, or links to calls, between spaces, commas or lines; each call once. */
export const callIdsIn = (text: string): string[] => [
  ...new Set(text.split(/[\s,;]+/).flatMap((word) => (word === '' ? [] : [callIdOf(word)]))),
];

type Asked = Pick<ScoreFieldRule, 'state'> & { text: string };

/** Null if the form did not ask. */
const askedOf = (
  field: ComparedField,
  values: ScoreValues,
  form = scoreForm(values, noFacts),
): Asked | null =>
  form[field].state === 'hidden' ? null : { state: form[field].state, text: passAnswerText(field, values) };

export interface CalibrationRow {
  field: ComparedField;
  isSame: boolean;
  /** By person; null if the form did not ask them. */
  answers: ReadonlyMap<string, string | null>;
}

/** Fields about which at least one person was asked. Answers that follow from others for everybody are left out. */
export function calibrationRows(people: ReadonlyMap<string, ScoreValues>): CalibrationRow[] {
  const forms = [...people].map(([id, values]) => ({ id, values, form: scoreForm(values, noFacts) }));
  return comparedFields.flatMap((field) => {
    const cells = forms.map(({ id, values, form }) => ({ id, asked: askedOf(field, values, form) }));
    const asked = cells.flatMap(({ asked: one }) => (one === null ? [] : [one]));
    if (asked.every(({ state }) => state === 'derived')) return [];
    return [
      {
        field,
        isSame: new Set(asked.map(({ text }) => comparedText(field, text))).size === 1,
        answers: new Map(cells.map(({ id, asked: one }) => [id, one?.text ?? null])),
      },
    ];
  });
}

export type AgreedAnswers = ReadonlyMap<ComparedField, string>;

/** The agreed answer, else the reference's; null if there is neither. */
export const rightAnswer = (
  field: ComparedField,
  { reference, agreed }: { reference: ScoreValues | null; agreed: AgreedAnswers },
): string | null => agreed.get(field) ?? (reference && (askedOf(field, reference)?.text ?? null));

export interface CalibratedCall {
  own: ScoreValues;
  reference: ScoreValues | null;
  agreed: AgreedAnswers;
}

function answersOf({ own, reference, agreed }: CalibratedCall): { answers: number; same: number } {
  const pairs = new Map<AgreementField, readonly [string, string]>(
    reference ? passAnswers(own, reference).map(({ field, answers }) => [field, answers]) : [],
  );
  for (const field of agreementFields) {
    const right = agreed.get(field);
    const asked = right === undefined ? null : askedOf(field, own);
    if (right !== undefined && asked !== null) pairs.set(field, [asked.text, right]);
  }
  const same = [...pairs].filter(
    ([field, [one, other]]) => comparedText(field, one) === comparedText(field, other),
  );
  return { answers: pairs.size, same: same.length };
}

export interface CalibrationAgreement {
  calls: number;
  answers: number;
  same: number;
  share: Estimate | null;
}

export function calibrationAgreement(calls: readonly CalibratedCall[]): CalibrationAgreement {
  const counted = calls.map(answersOf).filter(({ answers }) => answers > 0);
  const sum = (part: 'answers' | 'same') => counted.reduce((total, call) => total + call[part], 0);
  return {
    calls: counted.length,
    answers: sum('answers'),
    same: sum('same'),
    share: meanShareOf(counted.map(({ answers, same }) => same / answers)),
  };
}
