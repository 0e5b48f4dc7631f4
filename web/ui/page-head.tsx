import type { ReactNode } from 'react';
import classes from './page-head.module.css';
import { PageHeading } from './page-heading.tsx';

/** Page title with a button beside it. */
export function PageTitle({ title, action }: { title: string; action: ReactNode }) {
  return (
    <div className={classes.title}>
      <PageHeading title={title} />
      {action}
    </div>
  );
}

/** Head of a page: the title and its text, with the page's subject on the other side. */
export function PageHead({
  title,
  action = null,
  aside,
  children,
}: {
  title: string;
  /** Button beside the title. */
  action?: ReactNode;
  /** Beside the title, or below it without room. */
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
