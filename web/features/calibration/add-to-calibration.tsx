import { Anchor, Button, Stack, Text } from '@mantine/core';
import { counted } from '@mailcall/contract/rules/rates.ts';
import { teamMayUse } from '@mailcall/contract/rules/team-roles.ts';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { paths } from '../../paths.ts';
import { explanationOf } from '../../platform/api.ts';
import { useSession } from '../../platform/session-store.ts';
import { Answer } from '../../ui/answer.tsx';
import { Dialog, DialogProblem } from '../../ui/dialog.tsx';
import { toast } from '../../ui/toast.tsx';
import { addCalls, refresh, setsQuery } from './api.ts';
import classes from './calibration.module.css';

/** For leads: a button that adds the call to one of the drafts. */
export function AddToCalibration({ callId }: { callId: string }) {
  const isLead = teamMayUse('scoring-lead', useSession()?.team ?? []);
  const [isOpen, setOpen] = useState(false);
  if (!isLead) return null;
  return (
    <>
      <Button variant="default" size="compact-md" className={classes.add ?? ''} onClick={() => setOpen(true)}>
        Add to a calibration set
      </Button>
      {isOpen && <ChooseDraft callId={callId} onClose={() => setOpen(false)} />}
    </>
  );
}

function ChooseDraft({ callId, onClose }: { callId: string; onClose: () => void }) {
  const client = useQueryClient();
  const sets = useQuery(setsQuery());
  const [problem, setProblem] = useState<string | null>(null);
  const [isBusy, setBusy] = useState(false);
  const add = async (setId: string, name: string) => {
    if (isBusy) return;
    setBusy(true);
    setProblem(null);
    try {
      const { refused } = await addCalls(setId, [callId]);
      void refresh(client);
      if (refused[0]) setProblem(refused[0].why);
      else {
        toast('success', `Added to ${name}.`);
        onClose();
      }
    } catch (error) {
      setProblem(explanationOf(error));
    }
    setBusy(false);
  };
  return (
    <Dialog title="Add to a calibration set" onClose={onClose}>
      <Answer query={sets} skeleton={<Text c="dimmed">Loading…</Text>}>
        {({ sets: all }) => {
          const drafts = all.filter(({ state }) => state === 'draft');
          return (
            <Stack gap="xs">
              {drafts.length === 0 && <Text size="sm">There is no draft yet.</Text>}
              {drafts.map(({ id, name, calls }, place) => (
                <Button
                  key={id}
                  variant="default"
                  className={classes.button ?? ''}
                  {...(place === 0 ? { 'data-autofocus': true } : {})}
                  onClick={() => void add(id, name)}
                >
                  {name} ({counted(calls, 'call')})
                </Button>
              ))}
              <Anchor size="sm" className={classes.link ?? ''} href={paths.calibration} target="_blank">
                Make a set in a new tab
              </Anchor>
              <DialogProblem text={problem} />
            </Stack>
          );
        }}
      </Answer>
    </Dialog>
  );
}
