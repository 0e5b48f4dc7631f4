import type { ReactNode } from 'react';
import classes from './hidden-text.module.css';

/** Text for screen readers only, for what a screen repeats in each row: it takes less time to draw than the library's. */
export const HiddenText = ({ id, children }: { id?: string; children: ReactNode }) => (
  <span id={id} className={classes.text}>
    {children}
  </span>
);
