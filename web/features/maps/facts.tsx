import type { ReactNode } from 'react';
import classes from './info-box.module.css';

/** Facts with their names, two columns; those without a value are left out. */
export function Facts({ facts }: { facts: readonly (readonly [name: string, value: ReactNode])[] }) {
  return (
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
}
