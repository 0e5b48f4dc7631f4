import type { ReactNode } from 'react';
import classes from './page-head.module.css';
import { PageHeading } from './page-heading.tsx';

/** The head of a page: its title with what belongs to it, and on the other side what the page is about. */
export function PageHead({
  title,
  aside,
  children,
}: {
  title: string;
  /** Beside the title, or below it where there is no room. */
  aside: ReactNode;
  /** Below the title. */
  children: ReactNode;
}) {
  return (
    <div className={classes.head}>
      <div>
        <PageHeading title={title} />
        {children}
      </div>
      {aside}
    </div>
  );
}
