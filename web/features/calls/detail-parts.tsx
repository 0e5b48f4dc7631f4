import { Text, Title } from '@mantine/core';
import { type ReactNode, useId } from 'react';
import classes from './call-details.module.css';

export function Fact({
  name,
  wide = false,
  children,
}: {
  name: string;
  wide?: boolean;
  children: ReactNode;
}) {
  return (
    <div className={classes.fact} data-wide={wide || undefined}>
      <Text component="dt" size="xs" c="dimmed">
        {name}
      </Text>
      <Text component="dd" size="sm" className={classes.value}>
        {children || '-'}
      </Text>
    </div>
  );
}

export function Section({
  title,
  order = 3,
  children,
}: {
  title: string;
  /** Level of the heading: 2 on a page, 3 in a drawer. */
  order?: 2 | 3;
  children: ReactNode;
}) {
  const id = useId();
  return (
    <section aria-labelledby={id} className={classes.section}>
      <Title order={order} id={id} size="h6" mb={8}>
        {title}
      </Title>
      {children}
    </section>
  );
}
