import { Title } from '@mantine/core';
import { type ReactNode, useId } from 'react';
import classes from './connections.module.css';

export function Section({
  title,
  aside = null,
  children,
}: {
  title: string;
  aside?: ReactNode;
  children: ReactNode;
}) {
  const id = useId();
  return (
    <section className={classes.section} aria-labelledby={id}>
      <div className={classes.head}>
        <Title order={2} size="h4" id={id}>
          {title}
        </Title>
        {aside}
      </div>
      {children}
    </section>
  );
}

/** For tables without an order of their own. */
export const unsorted = {
  sorting: { field: '', dir: 'asc' as const },
  onSort: () => {},
  loadingText: 'Loading...',
};
