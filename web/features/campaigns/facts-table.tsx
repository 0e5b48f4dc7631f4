import type { ReactNode } from 'react';
import classes from './facts-table.module.css';

/** Names and their values, one row each; '-' for an unknown value. */
export function FactsTable({
  label,
  facts,
}: {
  /** The table's accessible name. */
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
