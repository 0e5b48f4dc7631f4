import type { ReactNode } from 'react';
import classes from './page-head.module.css';
import { PageHeading } from './page-heading.tsx';

/** The title of a page with a button right after it. */
export function PageTitle({ title, action }: { title: string; action: ReactNode }) {
  return (
    <div className={classes.title}>
      <PageHeading title={title} />
      {action}
    </div>
  );
}

/** The head of a page: its title with what belongs to it, and on the other side what the page is about. */
export function PageHead({
  title,
  action = null,
  aside,
  children,
}: {
  title: string;
  /** A button right after the title. */
  action?: ReactNode;
  /** Beside the title, or below it where there is no room. */
  aside: ReactNode;
  /** Below the title. */
  children: ReactNode;
}) {
  return (
    <div className={classes.head}>
      <div>
        <PageTitle title={title} action={action} />
        {children}
      </div>
      {aside}
    </div>
  );
}
