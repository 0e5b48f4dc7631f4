import { Button } from '@mantine/core';
import { counted } from '@mailcall/contract/rules/rates.ts';
import { IconArrowBackUp, IconKeyboard, IconPlayerTrackNext } from '@tabler/icons-react';
import { requestKeyHelp } from '../../platform/keys.ts';
import type { DeskState } from './desk.ts';
import classes from './desk.module.css';

const nextTexts: Record<DeskState['next'], string> = {
  loading: 'getting the next call',
  ready: 'next call is ready',
  none: 'no other call waits',
};

export function statusText({ scored, next, unsentCount, isDraftUnsent }: DeskState): string {
  const done = `${scored === 0 ? 'Nothing' : counted(scored, 'call')} scored`;
  if (unsentCount > 0) return `${counted(unsentCount, 'score')} saved here, not yet sent`;
  if (isDraftUnsent) return 'Saved here, not yet sent';
  return `${done}, ${nextTexts[next]}`;
}

const Key = ({ children }: { children: string }) => (
  <kbd className={classes.barKey} aria-hidden>
    {children}
  </kbd>
);

export function DeskBar({
  state,
  marked,
  skipLabel,
  onSave,
  onSkip,
  onUndo,
}: {
  state: DeskState;
  /** Says which field got a mark. */
  marked: string | null;
  skipLabel: string;
  onSave: () => void;
  onSkip: () => void;
  onUndo: () => void;
}) {
  const isUnsent = state.unsentCount > 0 || state.isDraftUnsent;
  return (
    <div className={classes.bar} role="group" aria-label="Score">
      <Button onClick={onSave} className={classes.save ?? ''} rightSection={<Key>Enter</Key>}>
        Save
      </Button>
      <Button
        variant="default"
        onClick={onSkip}
        leftSection={<IconPlayerTrackNext size={16} aria-hidden />}
        rightSection={<Key>K</Key>}
      >
        {skipLabel}
      </Button>
      <Button
        variant="default"
        className={classes.undo ?? ''}
        // keeps its place, and the focus
        aria-disabled={!state.canUndo}
        data-disabled={!state.canUndo || undefined}
        onClick={() => {
          if (state.canUndo) onUndo();
        }}
        leftSection={<IconArrowBackUp size={16} aria-hidden />}
        rightSection={<Key>Z</Key>}
      >
        Undo<span className={classes.wideOnly}>&nbsp;last save</span>
      </Button>
      <Button
        variant="subtle"
        color="gray"
        className={classes.help ?? ''}
        onClick={requestKeyHelp}
        leftSection={<IconKeyboard size={18} aria-hidden />}
        rightSection={<Key>?</Key>}
      >
        Keys
      </Button>
      <p role="status" className={classes.status} data-unsent={isUnsent || undefined}>
        {marked ?? statusText(state)}
      </p>
    </div>
  );
}
