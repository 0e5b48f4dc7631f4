import type { Design, selectConcept } from '@mailcall/contract/designs.ts';
import { messages } from '@mailcall/contract/rules/messages.ts';
import type { RouteInput } from '@mailcall/contract/wire/route.ts';
import { Alert, Button, Group, List, Modal, Skeleton, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { paths } from '../../paths.ts';
import { Answer } from '../../ui/answer.tsx';
import { chooseConcept, conceptsBeside, messageOf } from './api.ts';

/** Asks before choosing: says which concepts are archived by it. Then the chosen one's review opens. */
export function ConfirmConcept({
  button,
  selection,
  designs,
  onClose,
}: {
  button: string;
  selection: NonNullable<RouteInput<typeof selectConcept>['body']>;
  designs: readonly Design[];
  onClose: () => void;
}) {
  const navigate = useNavigate();
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const ids = designs.map(({ id }) => id);
  const beside = useQuery({
    queryKey: ['concepts-beside', selection.designId, ids],
    queryFn: () => conceptsBeside(selection.designId, ids),
    staleTime: 0,
    gcTime: 0,
  });
  const unselected = new Set(selection.archiveDesignIds);
  // what is archived is what is named here, and no design that was never to choose
  const going = beside.data?.archivedDetails.filter(({ id }) => unselected.has(id));
  const choose = async () => {
    if (!going) return;
    setBusy(true);
    setProblem(null);
    try {
      const { id, accountId } = await chooseConcept({
        ...selection,
        archiveDesignIds: going.map((design) => design.id),
      });
      await navigate({ to: paths.design(accountId, id), search: { from: 'concepts' } });
    } catch (error) {
      setProblem(`${messages.conceptsFailed} ${messageOf(error)}`);
      setBusy(false);
    }
  };
  return (
    <Modal
      opened
      onClose={onClose}
      centered
      title={`${button}?`}
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      <Stack gap="md">
        <Answer query={beside} skeleton={<Skeleton height={60} />}>
          {() =>
            !going || going.length === 0 ? (
              <Text size="sm">You review it next, and can still ask for changes.</Text>
            ) : (
              <div>
                <Text size="sm" mb={6}>
                  You review it next, and can still ask for changes. What you did not choose is archived:
                </Text>
                <List size="sm">
                  {going.map(({ id, name }) => (
                    <List.Item key={id}>{name}</List.Item>
                  ))}
                </List>
              </div>
            )
          }
        </Answer>
        {problem !== null && (
          <Alert color="red" variant="light" role="alert">
            {problem}
          </Alert>
        )}
        <Group justify="flex-end" gap="sm">
          <Button variant="default" h={44} onClick={onClose}>
            Cancel
          </Button>
          <Button
            h={44}
            loading={busy}
            aria-disabled={!going}
            data-disabled={!going || undefined}
            data-autofocus
            onClick={() => void choose()}
          >
            Confirm
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}
