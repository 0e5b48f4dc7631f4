import { Button, NativeSelect, Stack, Text } from '@mantine/core';
import type { OfficeRow } from '@mailcall/contract/provider-offices.ts';
import { useState } from 'react';
import { explanationOf } from '../../platform/api.ts';
import { Dialog, DialogProblem } from '../../ui/dialog.tsx';
import { toast } from '../../ui/toast.tsx';
import { type OfficeMap, refetchOffices, sendZoneOfMailing } from './api.ts';
import classes from './provider-offices.module.css';

type Mailing = OfficeMap['mailings'][number];

/** Which mailings go to a zone. */
export function ZoneMailings({
  zone: { id, values },
  map: { mailings },
  onClose,
}: {
  zone: OfficeRow;
  map: OfficeMap;
  onClose: () => void;
}) {
  const name = values['name'] ?? id;
  const sent = mailings.filter(({ zoneId }) => zoneId === id);
  const others = mailings.filter(({ zoneId }) => zoneId !== id);
  const [chosen, setChosen] = useState('');
  const [problem, setProblem] = useState<string | null>(null);
  const [isBusy, setBusy] = useState(false);
  const send = async (mailing: Mailing | undefined, zoneId: string | null) => {
    if (!mailing || isBusy) return;
    setBusy(true);
    setProblem(null);
    try {
      await sendZoneOfMailing(mailing.id, zoneId, mailing.zoneId);
      setChosen('');
      toast(
        'success',
        zoneId === null ? `${mailing.name} has no zone now.` : `${mailing.name} goes to ${name}.`,
      );
    } catch (error) {
      setProblem(explanationOf(error));
    } finally {
      await refetchOffices();
      setBusy(false);
    }
  };
  return (
    <Dialog title={`Mailings to ${name}`} onClose={onClose}>
      {sent.length === 0 ? (
        <Text size="sm">No mailing goes to this zone.</Text>
      ) : (
        <ul className={classes.list}>
          {sent.map((mailing) => (
            <li key={mailing.id} className={classes.inRow}>
              <Text size="sm" className={classes.text ?? ''}>
                {mailing.name}
              </Text>
              <Button
                variant="default"
                size="compact-sm"
                className={classes.finger ?? ''}
                disabled={isBusy}
                aria-label={`Take out: ${mailing.name}`}
                onClick={() => void send(mailing, null)}
              >
                Take out
              </Button>
            </li>
          ))}
        </ul>
      )}
      {others.length > 0 && (
        <Stack gap="sm">
          <NativeSelect
            label="Mailing that goes to this zone"
            data-autofocus
            value={chosen}
            data={[
              { value: '', label: 'Choose a mailing' },
              ...others.map((mailing) => ({
                value: mailing.id,
                label: mailing.zoneId === null ? mailing.name : `${mailing.name} (leaves its zone)`,
              })),
            ]}
            onChange={({ currentTarget }) => setChosen(currentTarget.value)}
          />
          <div>
            <Button
              h={44}
              loading={isBusy}
              disabled={chosen === ''}
              onClick={() =>
                void send(
                  others.find((mailing) => mailing.id === chosen),
                  id,
                )
              }
            >
              Send here
            </Button>
          </div>
        </Stack>
      )}
      {mailings.length === 0 && <Text size="sm">This office has no mailing yet.</Text>}
      <DialogProblem text={problem} />
    </Dialog>
  );
}
