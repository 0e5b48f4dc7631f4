import { Textarea } from '@mantine/core';
import { saveCompanies } from '@mailcall/contract/provider-connections.ts';
import { counted } from '@mailcall/contract/rules/rates.ts';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { call, CallFailed, messageOf } from '../../platform/api.ts';
import { ConfirmActions, Dialog } from '../../ui/dialog.tsx';
import { toast } from '../../ui/toast.tsx';
import { useUnsavedInput } from '../../ui/unsaved-input.ts';
import { refresh } from './api.ts';
import { readKeys } from './company-drafts.ts';

interface PasteProps {
  name: string;
  nouns: string;
  onClose: () => void;
}

export function PasteKeysDialog(props: PasteProps) {
  return (
    <Dialog title="Paste signing keys" onClose={props.onClose}>
      <PasteForm {...props} />
    </Dialog>
  );
}

function PasteForm({ name, nouns, onClose }: PasteProps) {
  const client = useQueryClient();
  const [text, setText] = useState('');
  const [problem, setProblem] = useState<string | null>(null);
  const [isBusy, setBusy] = useState(false);
  const close = useUnsavedInput(text !== '' && !isBusy);
  const save = async () => {
    if (isBusy) return;
    const { keys, problem: unreadable } = readKeys(text);
    setProblem(unreadable);
    if (unreadable !== null) return;
    setBusy(true);
    try {
      const { saved } = await call(saveCompanies, { params: { name }, body: { companies: [], keys } });
      toast('success', `${counted(saved, 'key')} stored.`);
      onClose();
      void refresh(client);
    } catch (error) {
      const found = error instanceof CallFailed ? error.problems : null;
      setProblem(
        found
          ? Object.entries(found)
              .map(([id, sentence]) => `${id}: ${sentence}`)
              .join(' ')
          : messageOf(error),
      );
      setBusy(false);
    }
  };
  return (
    <>
      <Textarea
        label="Keys"
        description={`A line for each of the confirmed ${nouns}: its id, a space, its signing key.`}
        value={text}
        error={problem}
        autosize
        minRows={5}
        maxRows={14}
        maxLength={200_000}
        spellCheck={false}
        data-autofocus
        onChange={({ currentTarget }) => setText(currentTarget.value)}
      />
      <ConfirmActions
        label="Store"
        problem={null}
        isBusy={isBusy}
        autoFocus={false}
        onConfirm={() => void save()}
        onCancel={() => close(onClose)}
      />
    </>
  );
}
