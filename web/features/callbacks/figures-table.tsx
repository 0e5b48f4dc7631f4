import { Table } from '@mantine/core';
import type { CallbackOutcomes } from '@mailcall/contract/callback-figures.ts';
import {
  type CallbackFigureList,
  callbackFigureTexts,
  callbackTimeTexts,
} from '@mailcall/contract/rules/callback-figures.ts';
import { thousands } from '@mailcall/contract/rules/rates.ts';
import { useId } from 'react';
import { HowCounted } from '../../ui/how-counted.tsx';
import { PlainButton } from '../../ui/plain-button.tsx';
import type { FigureRows, OpenRows } from './desk-address.ts';
import classes from './desk-figures.module.css';
import { attemptText } from './figure-texts.ts';

interface FiguresRow {
  key: string;
  name: string;
  of?: string | undefined;
  outcomes: CallbackOutcomes;
  only: Partial<FigureRows>;
}

const times = [
  { title: 'Median', about: callbackTimeTexts.median.about, minutes: 'medianMinutes' },
  {
    title: callbackTimeTexts.ninetieth.title,
    about: callbackTimeTexts.ninetieth.about,
    minutes: 'ninetiethMinutes',
  },
] as const;

export function FiguresTable({
  title,
  rowsTitle,
  rows,
  first = 'missed',
  onOpen,
}: {
  title: string;
  rowsTitle: string;
  rows: readonly FiguresRow[];
  /** First column; for people, the calls they called back. */
  first?: CallbackFigureList;
  onOpen: OpenRows;
}) {
  const id = useId();
  const lists: readonly CallbackFigureList[] =
    first === 'missed' ? ['missed', 'attempted', 'reached', 'booked'] : [first, 'reached', 'booked'];
  return (
    <section aria-labelledby={id}>
      <h2 id={id} className={classes.heading}>
        {title}
      </h2>
      <div className={classes.scroll}>
        <Table verticalSpacing={4} className={classes.table} aria-labelledby={id}>
          <Table.Thead>
            <Table.Tr>
              <Table.Th scope="col">{rowsTitle}</Table.Th>
              {lists.map((list) => (
                <Heading key={list} {...callbackFigureTexts[list]} />
              ))}
              {times.map((time) => (
                <Heading key={time.title} title={time.title} about={time.about} />
              ))}
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {rows.map((row) => (
              <Table.Tr key={row.key}>
                <Table.Th scope="row">
                  {row.name}
                  {row.of !== undefined && <span className={classes.of}>{row.of}</span>}
                </Table.Th>
                {lists.map((list) => (
                  <Table.Td key={list} ta="right">
                    <Opens
                      text={thousands(row.outcomes[list].calls)}
                      label={`${callbackFigureTexts[list].title}, ${row.name}`}
                      onOpen={() => onOpen(list, row.only)}
                    />
                  </Table.Td>
                ))}
                {times.map(({ title: time, minutes }) => (
                  <Table.Td key={time} ta="right">
                    <Opens
                      text={attemptText(row.outcomes[minutes])}
                      label={`${time}, ${row.name}`}
                      onOpen={() => onOpen('called-back', row.only)}
                    />
                  </Table.Td>
                ))}
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </div>
    </section>
  );
}

function Heading({ title, about }: { title: string; about: string }) {
  return (
    <Table.Th scope="col" ta="right">
      <span className={classes.column}>
        {title}
        <HowCounted title={title} about={about} />
      </span>
    </Table.Th>
  );
}

function Opens({ text, label, onOpen }: { text: string; label: string; onOpen: () => void }) {
  return (
    <PlainButton className={classes.opens} aria-label={`${text}: view ${label}`} onClick={onOpen}>
      {text}
    </PlainButton>
  );
}
