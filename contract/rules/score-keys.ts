import {
  isEmptyScoreValue,
  type ScoreContext,
  type ScoreForm,
  scoreForm,
  scoreOptions,
  withProposals,
} from './score-form.ts';
import {
  scoreFieldNames,
  type ScoreFieldName,
  scoreFieldOf,
  type ScoreFieldsOfKind,
  scoreFields,
} from './score-fields.ts';
import type {
  ScoreAppointment,
  ScoreHandler,
  ScoreInquiry,
  ScoreValue,
  ScoreValues,
} from './score-values.ts';

/** Keys with another meaning on the screen, which no field has. `accept` and `quote` are for the suggestion of the current field. */
export const scoreActionKeys = { undo: 'z', mark: 'm', skip: 'k', accept: '=', quote: "'" } as const;

export interface ScoreLists {
  staff: readonly (ScoreHandler & { aliases?: readonly string[] | undefined })[];
  offers: readonly Omit<ScoreInquiry, 'acceptance'>[];
  services: readonly Omit<ScoreInquiry, 'acceptance'>[];
  insurances: readonly Omit<ScoreInquiry, 'acceptance'>[];
}
/** By field; the cursor stops at them. */
export type SuggestedValues = { readonly [Name in ScoreFieldName]?: ScoreValue };
type StopContext = ScoreContext & { suggested?: SuggestedValues };
export type ScoreKeyContext = StopContext & { lists: ScoreLists };

export interface ScoreKeyState {
  values: ScoreValues;
  at: ScoreFieldName | null;
  /** Nine options a page. */
  page: number;
}

const optionsOfPage = 9;

/** `1` to `9`, after one `0` for each page of nine. */
export const keysOfOption = (index: number): string[] => [
  ...Array.from({ length: Math.floor(index / optionsOfPage) }, () => '0'),
  String((index % optionsOfPage) + 1),
];
export const keyOfOption = (index: number): string => keysOfOption(index).join('');

const fieldsByLetter = new Map(scoreFieldNames.map((name) => [scoreFieldOf(name).letter, name]));

/** Next field to answer or with a refused choice, in display order and then from the top; null if none. Proposals count as answers. Suggestions are passed once. */
export function nextScoreField(
  values: ScoreValues,
  context: StopContext,
  after: ScoreFieldName | null = null,
): ScoreFieldName | null {
  const form = scoreForm(withProposals(values, context), context);
  const isWaiting = (name: ScoreFieldName) => {
    const { state, value, problem } = form[name];
    const { kind, asked } = scoreFieldOf(name);
    const isAsked = state === 'required' || (state === 'optional' && asked === true);
    const isRefused = kind === 'choice' && problem !== null && !isEmptyScoreValue(value);
    return isRefused || (isAsked && isEmptyScoreValue(value) && name !== after);
  };
  const from = after === null ? -1 : scoreFieldNames.indexOf(after);
  return (
    scoreFieldNames.find(
      (name, place) => place > from && (isWaiting(name) || isSuggested(name, values, context, form)),
    ) ??
    scoreFieldNames.find(isWaiting) ??
    null
  );
}

/** Whether the person can accept a suggestion: the field is asked and they have not answered it. */
export function isSuggested(
  field: ScoreFieldName,
  values: ScoreValues,
  { suggested }: StopContext,
  form: ScoreForm,
): boolean {
  const isAsked = form[field].state === 'required' || form[field].state === 'optional';
  return suggested?.[field] !== undefined && isAsked && isEmptyScoreValue(values[field]);
}

export const startOfKeys = (values: ScoreValues, context: StopContext): ScoreKeyState => ({
  values,
  at: nextScoreField(values, context),
  page: 0,
});

/** Empty for texts, seconds and appointments. */
export function optionsOfField(field: ScoreFieldName, context: ScoreKeyContext): readonly string[] {
  const definition = scoreFieldOf(field);
  switch (definition.kind) {
    case 'yes-no':
      return ['Yes', 'No'];
    case 'choice':
      return scoreOptions(field as ScoreFieldsOfKind<'choice'>, context).map(({ label }) => label);
    case 'staff':
      return context.lists.staff.map(({ name }) => name);
    case 'inquiries':
      return context.lists[field as ScoreFieldsOfKind<'inquiries'>].map(({ name }) => name);
    case 'text':
    case 'seconds':
    case 'appointments':
      return [];
  }
}

/**
 * A letter leads to a shown field. A digit chooses an option. Answers and Tab move on to the next open field, except in lists of
 * inquiries, which can take more.
 */
export function pressScoreKey(state: ScoreKeyState, key: string, context: ScoreKeyContext): ScoreKeyState {
  const shown = scoreForm(withProposals(state.values, context), context);
  if (key === 'Tab') return { ...state, at: nextScoreField(state.values, context, state.at), page: 0 };
  const field = fieldsByLetter.get(key);
  if (field !== undefined) {
    return ['hidden', 'derived'].includes(shown[field].state) ? state : { ...state, at: field, page: 0 };
  }
  const { at } = state;
  if (key === scoreActionKeys.accept)
    return at !== null && isSuggested(at, state.values, context, shown)
      ? answered(state, at, context.suggested?.[at] ?? null, context)
      : state;
  if (at === null || !/^\d$/.test(key) || ['hidden', 'derived'].includes(shown[at].state)) return state;
  if (key === '0') return { ...state, page: nextPage(state.page, optionsOfField(at, context).length) };
  const index = state.page * optionsOfPage + Number(key) - 1;
  return index < optionsOfField(at, context).length ? choose(state, at, index, context) : state;
}

const nextPage = (page: number, options: number): number =>
  (page + 1) * optionsOfPage < options ? page + 1 : 0;

function answered(
  state: ScoreKeyState,
  field: ScoreFieldName,
  value: ScoreValues[ScoreFieldName],
  context: StopContext,
): ScoreKeyState {
  const values = { ...state.values, [field]: value };
  return { values, at: nextScoreField(values, context, field), page: 0 };
}

function choose(
  state: ScoreKeyState,
  field: ScoreFieldName,
  index: number,
  context: ScoreKeyContext,
): ScoreKeyState {
  switch (scoreFieldOf(field).kind) {
    case 'yes-no':
      return answered(state, field, index === 0, context);
    case 'choice': {
      const option = scoreOptions(field as ScoreFieldsOfKind<'choice'>, context)[index];
      return answered(state, field, option?.value ?? null, context);
    }
    case 'staff': {
      const member = context.lists.staff[index];
      return answered(state, field, member ? { id: member.id, name: member.name } : null, context);
    }
    case 'inquiries': {
      const list = field as ScoreFieldsOfKind<'inquiries'>;
      const item = context.lists[list][index];
      const chosen = state.values[list];
      if (item === undefined) return state;
      const others = chosen.filter(({ id, name }) => id !== item.id || name !== item.name);
      const changed = others.length < chosen.length ? others : [...chosen, { ...item, acceptance: null }];
      return { ...state, values: { ...state.values, [list]: changed } };
    }
    case 'text':
    case 'seconds':
    case 'appointments':
      return state;
  }
}

export type ScoreStep =
  | { field: Exclude<ScoreFieldName, ScoreFieldsOfKind<'text' | 'seconds' | 'appointments'>>; option: number }
  | { field: ScoreFieldsOfKind<'text'>; text: string }
  | { field: ScoreFieldsOfKind<'seconds'>; seconds: number }
  | { field: ScoreFieldsOfKind<'appointments'>; appointment: ScoreAppointment };

/** Counts digits of seconds and the saving Enter, but no letters of names and texts. @throws {Error} if a field cannot be answered */
export function pressesOf(
  script: readonly ScoreStep[],
  values: ScoreValues,
  context: ScoreKeyContext,
): { keys: string[]; values: ScoreValues } {
  const keys: string[] = [];
  let state = startOfKeys(values, context);
  const press = (...pressed: string[]) => {
    keys.push(...pressed);
    for (const key of pressed) state = pressScoreKey(state, key, context);
  };
  for (const step of script) {
    if (state.at !== step.field) press(scoreFieldOf(step.field).letter);
    if (state.at !== step.field) throw new Error(`${scoreFields[step.field].label} cannot be answered now.`);
    if ('option' in step) press(...keysOfOption(step.option));
    else press(...type(step));
  }
  return { keys: [...keys, 'Enter'], values: state.values };

  function type(step: Exclude<ScoreStep, { option: number }>): string[] {
    const value =
      'text' in step
        ? step.text
        : 'seconds' in step
          ? step.seconds
          : [...state.values.appointments, step.appointment];
    if ('seconds' in step) keys.push(...Array.from(String(step.seconds)));
    if ('appointment' in step) keys.push('Tab');
    const filled = { ...state.values, [step.field]: value };
    if ('appointment' in step) {
      keys.push('Enter');
      state = answered(state, step.field, filled[step.field], context);
      return [];
    }
    state = { ...state, values: filled };
    return ['Tab'];
  }
}
