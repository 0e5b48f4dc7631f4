import type { Design, selectConcept } from '@mailcall/contract/designs.ts';
import { messages } from '@mailcall/contract/rules/messages.ts';
import type { RouteInput } from '@mailcall/contract/wire/route.ts';
import { List, Skeleton, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { messageOf } from '../../platform/api.ts';
import { paths } from '../../paths.ts';
import { Answer } from '../../ui/answer.tsx';
import { ConfirmActions, Dialog } from '../../ui/dialog.tsx';
import { chooseConcept, conceptsToArchive } from './api.ts';
import { useDecision } from './use-decision.ts';

type Selection = NonNullable<RouteInput<typeof selectConcept>['body']>;

export function ConfirmConcept({
  button,
  selection,
  designs,
  onClose,
}: {
  button: string;
  selection: Selection;
  designs: readonly Design[];
  onClose: () => void;
}) {
  const navigate = useNavigate();
  const { query, archived } = useArchivedConcepts(selection, designs);
  const { isBusy, problem, confirm } = useDecision(
    async () => {
      const { id, accountId } = await chooseConcept({
        ...selection,
        archiveDesignIds: (archived ?? []).map((design) => design.id),
      });
      await navigate({ to: paths.design(accountId, id), search: { from: 'concepts' }, replace: true });
    },
    (error) => `${messages.conceptsFailed} ${messageOf(error)}`,
  );
  return (
    <Dialog title={`${button}?`} onClose={onClose}>
      <Answer query={query} skeleton={<Skeleton height={60} />}>
        {() => <Consequence archived={archived ?? []} />}
      </Answer>
      <ConfirmActions
        label="Confirm"
        problem={problem}
        isBusy={isBusy}
        isDisabled={archived === undefined}
        onConfirm={() => void confirm()}
        onCancel={onClose}
      />
    </Dialog>
  );
}

interface NamedConcept {
  id: string;
  name: string;
}

/** Concepts that a choice archives; undefined while loading. Only concepts named here, and none that could not be chosen. */
function useArchivedConcepts(selection: Selection, designs: readonly Design[]) {
  const ids = designs.map(({ id }) => id);
  const query = useQuery({
    queryKey: ['concepts-beside', selection.designId, ids],
    queryFn: () => conceptsToArchive(selection.designId, ids),
    staleTime: 0,
    gcTime: 0,
  });
  const unselected = new Set(selection.archiveDesignIds);
  const archived: readonly NamedConcept[] | undefined = query.data?.archivedDetails.filter(({ id }) =>
    unselected.has(id),
  );
  return { query, archived };
}

function Consequence({ archived }: { archived: readonly NamedConcept[] }) {
  if (archived.length === 0) return <Text size="sm">You review it next, and can still ask for changes.</Text>;
  return (
    <div>
      <Text size="sm" mb={6}>
        You review it next, and can still ask for changes. The designs that you did not choose are archived:
      </Text>
      <List size="sm">
        {archived.map(({ id, name }) => (
          <List.Item key={id}>{name}</List.Item>
        ))}
      </List>
    </div>
  );
}
