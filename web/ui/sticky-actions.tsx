import type { ReactNode } from 'react';
import classes from './sticky-actions.module.css';

/** Visible during scrolling. Place it at the end of the element with all content, because it stays inside that. */
export function StickyActions({ children }: { children: ReactNode }) {
  return <div className={classes.actions}>{children}</div>;
}
