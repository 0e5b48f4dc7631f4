import { messages } from '@mailcall/contract/rules/messages.ts';
import { useRef, useState } from 'react';
import { toast } from '../../ui/toast.tsx';
import { failureText } from './api.ts';
import type { AlertForm } from './use-alert-form.ts';
import type { ContactField, ContactForm } from './use-contact-form.ts';

/**
 * Save and Cancel of both sections.
 * @param onSaved called once the server has stored everything, with the first field whose new value now waits for its code
 */
export function useSettingsForm(
  contact: ContactForm,
  alerts: AlertForm,
  { onSaved, onFailed }: { onSaved: (awaited: ContactField | null) => void; onFailed: () => void },
) {
  const [saving, setSaving] = useState(false);
  const hideFailure = useRef(() => {});
  const isChanged = contact.isChanged || alerts.isChanged;
  const savable = isChanged && contact.isValid;
  return {
    saving,
    isChanged,
    savable,
    reset: () => {
      contact.reset();
      alerts.reset();
    },
    submit: async () => {
      if (!savable || saving) return;
      setSaving(true);
      hideFailure.current();
      try {
        // what is saved is no longer a change when the other section fails
        if (contact.isChanged) await contact.save();
        if (alerts.isChanged) await alerts.save();
        toast('success', messages.settingsSaved);
        onSaved(contact.firstChanged);
      } catch (error) {
        hideFailure.current = toast('error', failureText(error));
        onFailed();
      } finally {
        setSaving(false);
      }
    },
  };
}
