import { durationText } from '@mailcall/contract/rules/caller.ts';
import { scoreActionKeys } from '@mailcall/contract/rules/score-keys.ts';
import type { Suggestion } from '@mailcall/contract/rules/suggestions.ts';
import { labelText } from '@mailcall/contract/rules/wording.ts';
import { IconPlayerPlay, IconSparkles } from '@tabler/icons-react';
import { answerText } from './answers-list.tsx';
import classes from './desk.module.css';
import type { FieldProps } from './field-controls.tsx';

/** A value of the provider's model, until the person answers the field. */
export function FieldSuggestion({
  desk,
  work,
  field,
  label,
  wording,
  isCurrent,
  suggestion,
  onPlay,
}: Pick<FieldProps, 'desk' | 'work' | 'field' | 'label' | 'wording' | 'isCurrent'> & {
  suggestion: Suggestion;
  onPlay: (seconds: number) => void;
}) {
  const text = labelText(answerText(suggestion.value, work.call.timeZone), wording);
  const { quotation, at } = suggestion;
  const canPlay = at !== null && work.call.recording !== null;
  const time = at === null ? '' : durationText(at / 1000);
  return (
    <div className={classes.suggestion}>
      <button
        type="button"
        className={classes.accept}
        aria-label={`Accept the suggestion for ${label}: ${text}`}
        onClick={() => desk.accept(field)}
      >
        <IconSparkles size={14} aria-hidden />
        <span>{text}</span>
        {isCurrent && (
          <kbd className={classes.optionKey} aria-hidden>
            {scoreActionKeys.accept}
          </kbd>
        )}
      </button>
      {canPlay ? (
        <button
          type="button"
          className={classes.quotation}
          aria-label={quotation === null ? `Play from ${time}` : `Play from ${time}: ${quotation}`}
          onClick={() => onPlay(at / 1000)}
        >
          <IconPlayerPlay size={13} aria-hidden />
          <span>
            {time}
            {quotation === null ? '' : ` “${quotation}”`}
          </span>
        </button>
      ) : (
        quotation !== null && <q className={classes.quotation}>{quotation}</q>
      )}
    </div>
  );
}
