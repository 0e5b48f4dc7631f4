import { Skeleton, Stack, Table, Text, UnstyledButton } from '@mantine/core';
import { messages } from '@mailcall/contract/rules/messages.ts';
import { thousands } from '@mailcall/contract/rules/rates.ts';
import type { Breakdown } from '@mailcall/contract/scoreboard.ts';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Answer } from '../../ui/answer.tsx';
import { DeferredLayer } from '../../ui/deferred.tsx';
import { SideDrawer } from '../../ui/side-drawer.tsx';
import { useWording } from '../accounts/index.ts';
import { Footnote, type ScopeComparison, type ScopeState } from '../scope/index.ts';
import { breakdownQuery } from './api.ts';
import { changesOf, useOpenRow } from './breakdown-card.tsx';
import { type BreakdownRow, inquiriesNote, rowsOf } from './breakdown-rows.ts';
import type { BreakdownCard } from './breakdown-table.ts';
import classes from './breakdown-drawer.module.css';

export function BreakdownDrawer({
  card,
  scope,
  comparison,
  showAllSources,
  onClose,
}: {
  card: BreakdownCard | null;
  scope: ScopeState['query'];
  comparison: ScopeComparison | undefined;
  showAllSources: boolean;
  onClose: () => void;
}) {
  return (
    <DeferredLayer opened={card !== null}>
      {(opened) => (
        <SideDrawer opened={opened} onClose={onClose} title={card ? `All ${card.listName}` : ''}>
          {card && (
            <FullList card={card} scope={scope} comparison={comparison} showAllSources={showAllSources} />
          )}
        </SideDrawer>
      )}
    </DeferredLayer>
  );
}

function FullList({
  card,
  scope,
  comparison,
  showAllSources,
}: {
  card: BreakdownCard;
  scope: ScopeState['query'];
  comparison: ScopeComparison | undefined;
  showAllSources: boolean;
}) {
  const query = useQuery(breakdownQuery(card.key, scope, showAllSources));
  return (
    <Answer
      query={query}
      skeleton={
        <Stack gap="xs">
          {Array.from({ length: 8 }, (_, index) => (
            <Skeleton key={index} height="2.25rem" />
          ))}
        </Stack>
      }
      isEmpty={({ records }) => records.length === 0}
      empty={<Text c="dimmed">{card.empty ?? messages.noData}</Text>}
    >
      {(breakdown) => (
        <ListTable
          card={card}
          breakdown={breakdown}
          changeOfRow={changesOf(card, showAllSources, comparison)}
        />
      )}
    </Answer>
  );
}

function ListTable({
  card,
  breakdown,
  changeOfRow,
}: {
  card: BreakdownCard;
  breakdown: Breakdown;
  changeOfRow: (row: BreakdownRow) => ReactNode;
}) {
  const openRow = useOpenRow();
  const rows = rowsOf(card, breakdown, useWording());
  const note = inquiriesNote(card, breakdown);
  return (
    <>
      <Table highlightOnHover verticalSpacing={0} className={classes.table}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th scope="col" className={classes.number}>
              #
            </Table.Th>
            <Table.Th scope="col">{card.rowName}</Table.Th>
            <Table.Th scope="col" ta="right">
              Count
            </Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {rows.map((row, index) => {
            const open = openRow(row);
            return (
              <Table.Tr
                key={row.key}
                className={open ? classes.opens : undefined}
                onClick={open ?? undefined}
              >
                <Table.Td className={classes.number}>{thousands(index + 1)}</Table.Td>
                <Table.Td className={classes.name}>
                  {open ? (
                    <UnstyledButton
                      className={classes.open}
                      title="View these calls"
                      onClick={(event) => {
                        event.stopPropagation();
                        open();
                      }}
                    >
                      {row.name}
                    </UnstyledButton>
                  ) : (
                    row.name
                  )}
                </Table.Td>
                <Table.Td ta="right">
                  {row.count}
                  {changeOfRow(row)}
                </Table.Td>
              </Table.Tr>
            );
          })}
        </Table.Tbody>
      </Table>
      <Text size="xs" c="dimmed" mt="md">
        {note !== null && <>{note} </>}
        <Footnote since={breakdown.firstRecordDate} />
      </Text>
    </>
  );
}
