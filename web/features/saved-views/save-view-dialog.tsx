import { withinLength } from '@mailcall/contract/rules/shown-text.ts';
import { formatDay } from '@mailcall/contract/time/date-format.ts';
import { Text } from '@mantine/core';
import { screenOfView, viewDescription } from '@mailcall/contract/rules/view-description.ts';
import { maxViewName } from '@mailcall/contract/rules/saved-views.ts';
import { dateSummary } from '@mailcall/contract/scope/scope.ts';
import { useState } from 'react';
import { ConfirmActions, Dialog } from '../../ui/dialog.tsx';
import { DeferredLayer } from '../../ui/deferred.tsx';
import { toast } from '../../ui/toast.tsx';
import { useUnsavedInput } from '../../ui/unsaved-input.ts';
import { useOwnAccounts } from '../accounts/index.ts';
import { useScope } from '../scope/index.ts';
import { failureText, saveView } from './api.ts';
import { rememberOpened } from './opened-view.ts';
import { usePresentScreen } from './present-screen.ts';
import { type ViewFields, ViewFieldInputs } from './view-fields.tsx';

export function SaveViewDialog({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  return (
    <DeferredLayer opened={opened}>
      {(isOpen) => (
        <Dialog opened={isOpen} title="Save view" onClose={onClose}>
          {/* starts empty each time */}
          {isOpen && <SaveViewForm onClose={onClose} />}
        </Dialog>
      )}
    </DeferredLayer>
  );
}

function SaveViewForm({ onClose }: { onClose: () => void }) {
  const screen = usePresentScreen();
  const { scope, accountIds } = useScope();
  const accounts = useOwnAccounts();
  const suggested = screen
    ? `${screenOfView(screen.path, screen.address)}, ${dateSummary(scope, formatDay)}`
    : '';
  const [initial] = useState<ViewFields>({ name: withinLength(suggested, maxViewName), accountId: null });
  const [fields, setFields] = useState(initial);
  const [problem, setProblem] = useState<string | null>(null);
  const [isBusy, setBusy] = useState(false);
  const office = accountIds[0] ?? null;
  const isChanged = fields.name !== initial.name || fields.accountId !== initial.accountId;
  const leave = useUnsavedInput(isChanged && !isBusy);
  const save = async () => {
    if (!screen || isBusy) return;
    setBusy(true);
    setProblem(null);
    try {
      const view = await saveView({ ...fields, ...screen });
      rememberOpened(view);
      toast('success', `“${view.name}” is saved. You find it under Views in the menu.`);
      onClose();
    } catch (error) {
      setProblem(failureText(error));
    } finally {
      setBusy(false);
    }
  };
  if (!screen) return null;
  return (
    <form
      style={{ display: 'contents' }}
      onSubmit={(event) => {
        event.preventDefault();
        void save();
      }}
    >
      <Text size="sm" c="dimmed">
        {viewDescription(screen, (id) => accounts.find((account) => account.id === id)?.name)}
      </Text>
      <ViewFieldInputs value={fields} office={office} onChange={setFields} />
      {/* lets Enter in a field save */}
      <button type="submit" hidden aria-hidden tabIndex={-1} />
      <ConfirmActions
        label="Save"
        problem={problem}
        isBusy={isBusy}
        autoFocus={false}
        onConfirm={() => void save()}
        onCancel={() => leave(onClose)}
      />
    </form>
  );
}
