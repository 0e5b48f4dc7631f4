import { Button, Group, Table, Text } from '@mantine/core';
import type { CalibrationSetDetails } from '@mailcall/contract/calibration.ts';
import { counted, thousands } from '@mailcall/contract/rules/rates.ts';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { explanationOf } from '../../platform/api.ts';
import { useSession } from '../../platform/session-store.ts';
import { ConfirmActions, Dialog } from '../../ui/dialog.tsx';
import { closeSet, refresh } from './api.ts';
import classes from './calibration.module.css';
import { ScoreSet } from './own-calibration.tsx';

export function OpenSet({ details: { set, calls, gone, people } }: { details: CalibrationSetDetails }) {
  const me = useSession()?.contactId;
  const [isClosing, setClosing] = useState(false);
  const own = people.find(({ id }) => id === me);
  const isDone = people.every(({ scored, covers }) => !covers || scored >= calls.length);
  return (
    <>
      <Text maw={680}>
        {isDone
          ? 'Everybody has scored the calls. Close the set to see the answers.'
          : 'Answers stay hidden until the set is closed, also from you.'}
        {gone > 0 && ` ${counted(gone, 'call is', 'calls are')} no longer kept.`}
      </Text>
      <Group gap="xs">
        {own && own.scored < calls.length && <ScoreSet setId={set.id} name={set.name} />}
        <Button
          variant={isDone ? 'filled' : 'default'}
          className={classes.button ?? ''}
          onClick={() => setClosing(true)}
        >
          Close the set
        </Button>
      </Group>
      <div className={classes.table}>
        <Table verticalSpacing="xs" aria-label="Who has scored how many calls">
          <Table.Thead>
            <Table.Tr>
              <Table.Th>Person</Table.Th>
              <Table.Th>Scored</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {people.map(({ id, name, covers, scored }) => (
              <Table.Tr key={id}>
                <Table.Th scope="row" data-head="Person">
                  {name}
                  {id === me && ' (you)'}
                </Table.Th>
                <Table.Td data-head="Scored">
                  {thousands(scored)} of {thousands(calls.length)}
                  {!covers && ', no longer works for all of these accounts'}
                </Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </div>
      {isClosing && <CloseDialog setId={set.id} isDone={isDone} onClose={() => setClosing(false)} />}
    </>
  );
}

function CloseDialog({ setId, isDone, onClose }: { setId: string; isDone: boolean; onClose: () => void }) {
  const client = useQueryClient();
  const [isBusy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const close = async () => {
    setBusy(true);
    setProblem(null);
    try {
      await closeSet(setId);
      await refresh(client);
      onClose();
    } catch (error) {
      setProblem(explanationOf(error));
      setBusy(false);
    }
  };
  return (
    <Dialog title="Close the set?" onClose={onClose}>
      <Text size="sm">
        {isDone ? '' : 'Some people have not finished. '}Nobody can score its calls any more. It cannot be
        opened again.
      </Text>
      <ConfirmActions
        label="Close it"
        problem={problem}
        isBusy={isBusy}
        onConfirm={() => void close()}
        onCancel={onClose}
      />
    </Dialog>
  );
}
