import type { ReactNode } from 'react';
import classes from './hidden-text.module.css';

/** Text for screen readers only, for repeated rows; faster to render than the library's. */
export const HiddenText = ({ id, children }: { id?: string; children: ReactNode }) => (
  <span id={id} className={classes.text}>
    {children}
  </span>
);
