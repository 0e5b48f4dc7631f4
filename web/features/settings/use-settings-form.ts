import { messages } from '@mailcall/contract/rules/messages.ts';
import { useState } from 'react';
import { toast } from '../../ui/toast.tsx';
import { failureText } from './api.ts';
import type { AlertForm } from './use-alert-form.ts';
import type { ContactForm } from './use-contact-form.ts';

/**
 * Save and Cancel of both sections.
 * @param onSaved called once the server has stored everything; says whether a new e-mail or phone was saved
 */
export function useSettingsForm(
  contact: ContactForm,
  alerts: AlertForm,
  onSaved: (withDetails: boolean) => void,
) {
  const [saving, setSaving] = useState(false);
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
      try {
        // what is saved is no longer a change when the other section fails
        if (contact.isChanged) await contact.save();
        if (alerts.isChanged) await alerts.save();
        toast('success', messages.settingsSaved);
        onSaved(contact.isChanged);
      } catch (error) {
        toast('error', failureText(error));
      } finally {
        setSaving(false);
      }
    },
  };
}
