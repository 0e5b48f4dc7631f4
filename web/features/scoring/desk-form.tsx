import { durationText } from '@mailcall/contract/rules/caller.ts';
import type { ScoreMark } from '@mailcall/contract/scoring.ts';
import {
  scoreFieldNames,
  type ScoreFieldName,
  scoreFieldOf,
  type ScoreGroup,
  scoreGroups,
} from '@mailcall/contract/rules/score-fields.ts';
import { isEmptyScoreValue, scoreForm, withProposals } from '@mailcall/contract/rules/score-form.ts';
import { isSuggested, optionsOfField } from '@mailcall/contract/rules/score-keys.ts';
import type { Suggestion } from '@mailcall/contract/rules/suggestions.ts';
import { labelText, type Wording } from '@mailcall/contract/rules/wording.ts';
import { IconFlag, IconX } from '@tabler/icons-react';
import { memo, type RefObject, useEffect, useId, useRef } from 'react';
import { answerText } from './answers-list.tsx';
import type { RubricAnswer } from './api.ts';
import type { DeskState, DeskWork, FieldSentences, ScoringDesk } from './desk.ts';
import classes from './desk.module.css';
import {
  Appointments,
  Choice,
  type FieldProps,
  Inquiries,
  Seconds,
  Staff,
  TextField,
  YesNo,
} from './field-controls.tsx';
import { FieldSuggestion } from './field-suggestion.tsx';
import { RubricTexts } from './rubric-texts.tsx';

const groups = Object.keys(scoreGroups) as ScoreGroup[];

function Control(props: FieldProps) {
  switch (scoreFieldOf(props.field).kind) {
    case 'yes-no':
      return <YesNo {...(props as FieldProps<never>)} />;
    case 'choice':
      return <Choice {...(props as FieldProps<never>)} />;
    case 'staff':
      return <Staff {...(props as FieldProps<never>)} />;
    case 'inquiries':
      return <Inquiries {...(props as FieldProps<never>)} />;
    case 'appointments':
      return <Appointments {...(props as FieldProps<never>)} />;
    case 'text':
      return <TextField {...(props as FieldProps<never>)} />;
    case 'seconds':
      return <Seconds {...(props as FieldProps<never>)} />;
  }
}

/** Options that a field shows although it is not the current one. */
const maxOptions = 5;

/** Whether a field shows only its answer until it is the current one, so that the form stays short. */
function isFolded({ field, work, rule, isCurrent }: FieldProps, problem: string | undefined): boolean {
  if (isCurrent || problem !== undefined) return false;
  const { kind } = scoreFieldOf(field);
  if (kind === 'staff' || kind === 'inquiries') return true;
  if (kind !== 'choice') return false;
  const { length } = optionsOfField(field, work.context);
  return length > maxOptions || (rule.state === 'optional' && length > 2);
}

function hasLongList({ field, work, isCurrent }: FieldProps): boolean {
  const { kind } = scoreFieldOf(field);
  if (kind === 'choice') return optionsOfField(field, work.context).length > maxOptions;
  return kind === 'staff' || kind === 'inquiries' || (kind === 'appointments' && isCurrent);
}

function FoldedField({ desk, work, field, rule, wording, label }: FieldProps) {
  const text = answerText(rule.value, work.call.timeZone);
  const isProposed = isEmptyScoreValue(work.keys.values[field]) && text !== '';
  return (
    <button
      type="button"
      className={classes.answer}
      data-empty={text === '' || undefined}
      data-proposed={isProposed || undefined}
      aria-label={text === '' ? `Choose ${label}` : `Change ${label}: ${text}`}
      onClick={() => desk.goTo(field)}
    >
      {text === '' ? 'Choose' : labelText(text, wording)}
    </button>
  );
}

function Marks({
  marks,
  label,
  onSeek,
  onRemove,
}: {
  marks: readonly ScoreMark[];
  label: string;
  onSeek: (seconds: number) => void;
  onRemove: (mark: ScoreMark) => void;
}) {
  if (marks.length === 0) return null;
  return (
    <div className={classes.marks}>
      {marks.map((mark) => {
        const time = durationText(mark.from / 1000);
        return (
          <span key={`${mark.from} ${mark.to}`} className={classes.mark}>
            <button
              type="button"
              className={classes.markTime}
              aria-label={`${label} at ${time}: play from there`}
              onClick={() => onSeek(mark.from / 1000)}
            >
              <IconFlag size={13} aria-hidden />
              {time}
              {mark.to === null ? '' : ` to ${durationText(mark.to / 1000)}`}
            </button>
            <button
              type="button"
              className={classes.remove}
              aria-label={`Remove the mark at ${time}`}
              onClick={() => onRemove(mark)}
            >
              <IconX size={13} aria-hidden />
            </button>
          </span>
        );
      })}
    </div>
  );
}

function Field({
  problem,
  suggestion,
  rubric,
  onSeek,
  onPlay,
  ...props
}: FieldProps & {
  problem: string | undefined;
  suggestion: Suggestion | null;
  /** Folded below the field; null if it is shown elsewhere. */
  rubric: RubricAnswer['fields'][ScoreFieldName] | null;
  onSeek: (seconds: number) => void;
  onPlay: (seconds: number) => void;
}) {
  const id = useId();
  const { desk, work, field, rule, label, isCurrent } = props;
  const { letter } = scoreFieldOf(field);
  const isNeeded = rule.state === 'required' && isEmptyScoreValue(rule.value);
  return (
    <div
      role="group"
      aria-label={rule.state === 'required' ? `${label}, required` : label}
      aria-describedby={problem === undefined ? undefined : `${id}-problem`}
      tabIndex={-1}
      className={classes.field}
      data-field={field}
      data-current={isCurrent || undefined}
      data-needed={isNeeded || undefined}
      data-wide={(rule.state !== 'derived' && !isFolded(props, problem) && hasLongList(props)) || undefined}
    >
      <div className={classes.label}>
        <span>{label}</span>
        <kbd className={classes.letter}>{letter}</kbd>
      </div>
      <div className={classes.control}>
        {rule.state === 'derived' ? (
          <span className={classes.derived}>{answerText(rule.value, work.call.timeZone)}</span>
        ) : isFolded(props, problem) ? (
          <FoldedField {...props} />
        ) : (
          <Control {...props} />
        )}
        {suggestion !== null && <FieldSuggestion {...props} suggestion={suggestion} onPlay={onPlay} />}
        <Marks
          marks={work.marks.filter((mark) => mark.field === field)}
          label={label}
          onSeek={onSeek}
          onRemove={(mark) => desk.removeMark(mark)}
        />
        {problem === undefined ? null : (
          <p id={`${id}-problem`} className={classes.problem} role="alert">
            {problem}
          </p>
        )}
        {rubric !== null && (
          <details className={classes.folded}>
            <summary>What counts</summary>
            <RubricTexts rubric={rubric} wording={props.wording} />
          </details>
        )}
      </div>
    </div>
  );
}

function useFieldFocus(root: RefObject<HTMLElement | null>, state: DeskState): void {
  const { focusCount, isTyping, work } = state;
  const at = work?.keys.at ?? null;
  const callId = work?.call.callId ?? null;
  const seen = useRef<{ callId: string | null; focusCount: number }>({ callId: null, focusCount: -1 });
  useEffect(() => {
    const isNew = seen.current.callId !== callId;
    // a press or Tab moves the focus itself
    if (!isNew && seen.current.focusCount === focusCount) return;
    seen.current = { callId, focusCount };
    const field = at === null ? null : root.current?.querySelector<HTMLElement>(`[data-field="${at}"]`);
    const input = isTyping
      ? (field?.querySelector<HTMLElement>('input[data-typed], textarea[data-typed], [data-typed] input') ??
        null)
      : null;
    // a dialog keeps the focus
    if (document.querySelector('[role="dialog"]')) return;
    const target = input ?? field ?? root.current;
    if (!target?.contains(document.activeElement) || target === field || target === root.current)
      target?.focus({ preventScroll: true });
    if (isNew) window.scrollTo({ top: 0 });
    else if (field) {
      const fields = [...(root.current?.querySelectorAll('[data-field]') ?? [])];
      // the question after it can be read, too
      fields[fields.indexOf(field) + 1]?.scrollIntoView({ block: 'nearest' });
      field.scrollIntoView({ block: 'nearest' });
    }
  }, [root, focusCount, at, isTyping, callId]);
}

/** Notes which field has the focus. From a field itself Tab goes on; from its buttons, and with Shift, it goes as usual. */
function useFormListeners(root: RefObject<HTMLElement | null>, desk: ScoringDesk): void {
  useEffect(() => {
    const form = root.current;
    if (!form) return;
    const note = ({ target }: FocusEvent) => {
      if (!(target instanceof Element)) return;
      const field = target.closest<HTMLElement>('[data-field]')?.dataset['field'];
      const name = scoreFieldNames.find((other) => other === field);
      if (name !== undefined) desk.noteFocus(name, target.matches('input, textarea, select'));
    };
    const press = (event: KeyboardEvent) => {
      const { target, key, shiftKey } = event;
      // Enter saves also where Tab led to an option; Space presses it
      if (key === 'Enter' && target instanceof Element && target.closest('[data-option]')) {
        event.preventDefault();
        desk.save();
        return;
      }
      if (key !== 'Tab' || shiftKey || !(target instanceof HTMLElement)) return;
      if (target.dataset['field'] !== undefined && desk.goOn()) event.preventDefault();
    };
    form.addEventListener('focusin', note);
    form.addEventListener('keydown', press);
    return () => {
      form.removeEventListener('focusin', note);
      form.removeEventListener('keydown', press);
    };
  }, [root, desk]);
}

export const DeskForm = memo(function DeskForm({
  desk,
  state,
  work,
  problems,
  wording,
  rubric,
  foldsRubric,
  onSeek,
  onPlay,
}: {
  desk: ScoringDesk;
  state: DeskState;
  work: DeskWork;
  problems: FieldSentences;
  wording: Wording;
  rubric: RubricAnswer | undefined;
  foldsRubric: boolean;
  onSeek: (seconds: number) => void;
  onPlay: (seconds: number) => void;
}) {
  const root = useRef<HTMLDivElement>(null);
  useFieldFocus(root, state);
  useFormListeners(root, desk);
  const form = scoreForm(withProposals(work.keys.values, work.context), work.context);
  const shown = scoreFieldNames.filter(
    (name) =>
      form[name].state !== 'hidden' &&
      (form[name].state !== 'derived' || !isEmptyScoreValue(form[name].value)),
  );
  return (
    <div ref={root} tabIndex={-1} className={classes.form}>
      {groups.map((group) => {
        const fields = shown.filter((name) => scoreFieldOf(name).group === group);
        return fields.length === 0 ? null : (
          <section key={group} aria-label={scoreGroups[group]} className={classes.group}>
            <h2 className={classes.groupTitle}>{scoreGroups[group]}</h2>
            {fields.map((name) => {
              const isCurrent = work.keys.at === name;
              return (
                <Field
                  key={name}
                  desk={desk}
                  work={work}
                  field={name}
                  rule={form[name]}
                  wording={wording}
                  label={labelText(scoreFieldOf(name).label, wording)}
                  isCurrent={isCurrent}
                  isTyping={state.isTyping}
                  problem={problems[name]}
                  suggestion={
                    isSuggested(name, work.keys.values, work.context, form)
                      ? (work.call.suggestions.find((one) => one.field === name) ?? null)
                      : null
                  }
                  rubric={foldsRubric && isCurrent ? (rubric?.fields[name] ?? null) : null}
                  onSeek={onSeek}
                  onPlay={onPlay}
                />
              );
            })}
          </section>
        );
      })}
    </div>
  );
});
