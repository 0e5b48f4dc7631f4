import type { Change, NoChange } from '@mailcall/contract/rules/change.ts';
import classes from './change-text.module.css';
import { HiddenText } from './hidden-text.tsx';

/** '▲ 12% vs 8,020', read aloud in words. */
export const ChangeText = ({ change: { short, text, tone } }: { change: Change | NoChange }) => (
  <span className={classes.change} data-tone={tone ?? undefined} title={tone === null ? text : undefined}>
    <span aria-hidden>{short}</span>
    <HiddenText>{text}</HiddenText>
  </span>
);
