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
  action = null,
  aside,
  children,
}: {
  title: string;
  action?: ReactNode;
  aside: ReactNode;
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
