import { viewMessages } from '@mailcall/contract/rules/saved-views.ts';
import type { SavedView } from '@mailcall/contract/saved-views.ts';
import type { ViewMailFrequency } from '@mailcall/contract/rules/view-mails.ts';
import { useState } from 'react';
import { toast } from '../../ui/toast.tsx';
import { changeView, deleteView, failureText, saveSettings } from './api.ts';
import type { ViewFields } from './view-fields.tsx';

export interface OwnSettings {
  isStartPage: boolean;
  mail: { frequency: ViewMailFrequency; weekday: number };
}

interface Edited {
  fields: ViewFields;
  settings: OwnSettings;
}

const editedOf = ({ name, sharedWith, isStartPage, mail: { frequency, weekday } }: SavedView): Edited => ({
  fields: { name, accountId: sharedWith?.id ?? null },
  settings: { isStartPage, mail: { frequency, weekday } },
});

/** The user's changes only; the rest may have changed elsewhere. */
function changesOf(before: SavedView, { fields, settings: { isStartPage, mail } }: Edited) {
  const was = editedOf(before);
  const isSameMail =
    mail.frequency === was.settings.mail.frequency && mail.weekday === was.settings.mail.weekday;
  return {
    change: {
      ...(fields.name === was.fields.name ? {} : { name: fields.name }),
      ...(fields.accountId === was.fields.accountId ? {} : { accountId: fields.accountId }),
    },
    settings: {
      ...(isStartPage === was.settings.isStartPage ? {} : { isStartPage }),
      ...(isSameMail ? {} : { mail }),
    },
  };
}

const isEmpty = (changes: object) => Object.keys(changes).length === 0;

/** Edited values of a view, and how to save and delete it. Changes of others to `view` while the form is open are not the user's. */
export function useViewForm(
  view: SavedView,
  { onClose, onDeleted }: { onClose: () => void; onDeleted: () => void },
) {
  const [before, setBefore] = useState(view);
  const [{ fields, settings }, setEdited] = useState(() => editedOf(view));
  const [problem, setProblem] = useState<string | null>(null);
  const [running, setRunning] = useState<'save' | 'delete' | null>(null);
  // a colleague changed it first: shows theirs for review
  if (problem === viewMessages.changed && view.revision !== before.revision) {
    setBefore(view);
    setEdited(editedOf(view));
  }
  const { change, settings: ownChanges } = changesOf(before, { fields, settings });
  const run = async (name: 'save' | 'delete', work: () => Promise<void>) => {
    if (running !== null) return;
    setRunning(name);
    setProblem(null);
    try {
      await work();
    } catch (error) {
      setProblem(failureText(error));
    } finally {
      setRunning(null);
    }
  };
  return {
    fields,
    setFields: (next: ViewFields) => setEdited({ fields: next, settings }),
    settings,
    setSettings: (next: OwnSettings) => setEdited({ fields, settings: next }),
    problem,
    running,
    isChanged: !isEmpty(change) || !isEmpty(ownChanges),
    save: () =>
      run('save', async () => {
        if (view.canChange && !isEmpty(change)) {
          const { name, sharedWith, revision } = await changeView(before, change);
          setBefore({ ...before, name, sharedWith, revision });
        }
        if (!isEmpty(ownChanges)) await saveSettings(before, ownChanges);
        toast('success', `“${fields.name.trim()}” is saved.`);
        onClose();
      }),
    remove: () =>
      run('delete', async () => {
        await deleteView(view);
        toast('success', `“${view.name}” is deleted.`);
        onDeleted();
      }),
  };
}
