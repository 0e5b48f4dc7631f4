import { Text } from '@mantine/core';
import { type AlertMethod, alertMethods, type AlertType } from '@mailcall/contract/rules/alert-types.ts';
import type { DesignAlertType } from '@mailcall/contract/rules/design-alerts.ts';
import type { ReactNode } from 'react';
import { useMobile } from '../../ui/screen-width.ts';
import { FrequencyField, MethodBox, type ShownRow } from './alert-controls.tsx';
import classes from './alerts.module.css';

export interface AlertLine<Row> {
  row: Row;
  name: string;
  details: string;
}

export function AlertsTable<Row extends ShownRow<AlertType | DesignAlertType>>({
  label,
  nameTitle,
  lines,
  onChange,
  last,
}: {
  label: string;
  nameTitle: string;
  lines: readonly AlertLine<Row>[];
  onChange: (row: Row) => void;
  last?: { title: string; cell: (line: AlertLine<Row>) => ReactNode } | undefined;
}) {
  const isMobile = useMobile();
  const methodBox = (line: AlertLine<Row>, method: AlertMethod) => (
    <MethodBox
      key={method}
      row={line.row}
      rowName={line.name}
      method={method}
      withLabel={isMobile}
      onChange={onChange}
    />
  );
  if (isMobile)
    return (
      <ul className={classes.list} aria-label={label}>
        {lines.map((line) => (
          <li key={line.name + line.row.contactId} className={classes.item}>
            <LineName line={line} />
            <div className={classes.controls}>
              {alertMethods.map((method) => methodBox(line, method))}
              <FrequencyField row={line.row} rowName={line.name} onChange={onChange} />
            </div>
            {last?.cell(line)}
          </li>
        ))}
      </ul>
    );
  return (
    <table className={classes.table} aria-label={label}>
      <thead>
        <tr>
          <th scope="col">{nameTitle}</th>
          {alertMethods.map((method) => (
            <th key={method} scope="col" className={classes.methodColumn}>
              {method}
            </th>
          ))}
          <th scope="col" className={classes.frequencyColumn}>
            Frequency
          </th>
          {last && (
            <th scope="col" className={classes.lastColumn}>
              {last.title}
            </th>
          )}
        </tr>
      </thead>
      <tbody>
        {lines.map((line) => (
          <tr key={line.name + line.row.contactId}>
            <th scope="row">
              <LineName line={line} />
            </th>
            {alertMethods.map((method) => (
              <td key={method} className={classes.methodColumn}>
                {methodBox(line, method)}
              </td>
            ))}
            <td>
              <FrequencyField row={line.row} rowName={line.name} onChange={onChange} />
            </td>
            {last && <td>{last.cell(line)}</td>}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function LineName({ line: { name, details } }: { line: Pick<AlertLine<unknown>, 'name' | 'details'> }) {
  return (
    <>
      <Text component="div" fw={600} size="sm" className={classes.name}>
        {name}
      </Text>
      <Text component="div" size="sm" c="dimmed" fw={400} className={classes.name}>
        {details}
      </Text>
    </>
  );
}
