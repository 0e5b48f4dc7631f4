import type { ReactNode } from 'react';
import classes from './hidden-text.module.css';

/** Text for screen readers only, for what a screen repeats in each row: it takes less time to draw than the library's. */
export const HiddenText = ({ children }: { children: ReactNode }) => (
  <span className={classes.text}>{children}</span>
);
