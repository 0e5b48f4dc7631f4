import type { ReactNode } from 'react';
import classes from './facts-table.module.css';

/** Names and what they stand for, a row each; '-' for what is not known. */
export function FactsTable({
  label,
  facts,
}: {
  /** What the table says. */
  label: string;
  facts: readonly (readonly [name: string, value: ReactNode])[];
}) {
  return (
    <table className={classes.table} aria-label={label}>
      <tbody>
        {facts.map(([name, value]) => (
          <tr key={name}>
            <th scope="row">{name}</th>
            <td>{value ?? '-'}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
