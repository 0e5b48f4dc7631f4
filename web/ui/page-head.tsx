import type { ReactNode } from 'react';
import classes from './page-head.module.css';
import { PageHeading } from './page-heading.tsx';

export function PageTitle({ title, action }: { title: string; action: ReactNode }) {
  return (
    <div className={classes.title}>
      <PageHeading title={title} />
      {action}
    </div>
  );
}

export function PageHead({
  title,
  aside,
  children,
}: {
  title: string;
  aside: ReactNode;
  children?: ReactNode;
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
