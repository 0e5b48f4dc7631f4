import { Text } from '@mantine/core';
import type { ReactNode } from 'react';
import classes from './info-box.module.css';

export function Facts({
  title,
  facts,
}: {
  title?: string;
  facts: readonly (readonly [name: string, value: ReactNode])[];
}) {
  const list = (
    <dl className={classes.facts}>
      {facts.map(([name, value]) =>
        value === null || value === '' ? null : (
          <div key={name} className={classes.fact}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ),
      )}
    </dl>
  );
  if (title === undefined) return list;
  return (
    <section>
      <Text component="h3" size="xs" fw={600} c="dimmed">
        {title}
      </Text>
      {list}
    </section>
  );
}
