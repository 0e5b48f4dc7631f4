import type { ReactNode } from 'react';
import classes from './sticky-actions.module.css';

/**
 * The actions of a drawer: at the end of its content, and always in view while the content scrolls. Belongs at the end of
 * the element that has all of the content, because it stays within that.
 */
export function StickyActions({ children }: { children: ReactNode }) {
  return <div className={classes.actions}>{children}</div>;
}
