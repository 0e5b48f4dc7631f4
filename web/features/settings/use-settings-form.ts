import { messages } from '@mailcall/contract/rules/messages.ts';
import { useRef, useState } from 'react';
import { toast } from '../../ui/toast.tsx';
import { failureText } from './api.ts';
import type { AlertForm } from './use-alert-form.ts';
import type { ContactField, ContactForm } from './use-contact-form.ts';
import type { HoursForm } from './use-hours-form.ts';

/** Save and Cancel of all sections. `onSaved` gets the first field whose new value waits for its code. */
export function useSettingsForm(
  contact: ContactForm,
  alerts: AlertForm,
  hours: HoursForm,
  { onSaved, onFailed }: { onSaved: (awaited: ContactField | null) => void; onFailed: () => void },
) {
  const [saving, setSaving] = useState(false);
  const hideFailure = useRef(() => {});
  const isChanged = contact.isChanged || alerts.isChanged || hours.isChanged;
  const savable = isChanged && contact.isValid && hours.isValid;
  return {
    saving,
    isChanged,
    savable,
    reset: () => {
      contact.reset();
      alerts.reset();
      hours.reset();
    },
    submit: async () => {
      if (!savable || saving) return;
      setSaving(true);
      hideFailure.current();
      try {
        // a saved part is no longer a change if another section fails
        if (contact.isChanged) await contact.save();
        if (alerts.isChanged) await alerts.save();
        if (hours.isChanged) await hours.save();
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
