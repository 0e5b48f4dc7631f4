import type { ReactNode } from 'react';
import { HowCounted } from '../../ui/how-counted.tsx';
import classes from './facts-table.module.css';

export function FactsTable({
  label,
  facts,
}: {
  label: string;
  facts: readonly (readonly [name: string, value: ReactNode, about?: string])[];
}) {
  return (
    <table className={classes.table} aria-label={label}>
      <tbody>
        {facts.map(([name, value, about]) => (
          <tr key={name}>
            <th scope="row">
              {about === undefined ? (
                name
              ) : (
                <span className={classes.counted}>
                  {name} <HowCounted title={name} about={about} />
                </span>
              )}
            </th>
            <td>{value ?? '-'}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
