import type { ReactNode } from 'react';
import classes from './sticky-actions.module.css';

/**
 * Actions at the end of a drawer, visible during scrolling. Place it at the end of the element that contains all content,
 * because it stays inside that.
 */
export function StickyActions({ children }: { children: ReactNode }) {
  return <div className={classes.actions}>{children}</div>;
}
