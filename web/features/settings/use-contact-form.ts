import { useForm } from '@mantine/form';
import { messages } from '@mailcall/contract/rules/messages.ts';
import { formatPhone, readPhone } from '@mailcall/contract/rules/phone.ts';
import {
  changedContactDetails,
  type ContactProblems,
  contactProblems,
} from '@mailcall/contract/rules/user-settings.ts';
import type { ProofKind } from '@mailcall/contract/proof.ts';
import type { UserSettings } from '@mailcall/contract/settings.ts';
import { failureText, saveUserSettings } from './api.ts';
import { isProofProblem } from './proof-field.tsx';

export type ContactField = keyof ContactProblems;

/** Edits of the stored details; null for an unedited field. */
type ContactEdits = Record<ContactField, string | null>;
const noEdits: ContactEdits = { email: null, phoneNumber: null };

const fieldOfRefusal: Readonly<Record<string, ContactField>> = {
  [messages.emailTaken]: 'email',
  [messages.phoneTaken]: 'phoneNumber',
};

const displayedPhone = (text: string) => formatPhone(readPhone(text) ?? text.trim());

export function useContactForm(settings: UserSettings) {
  const form = useForm<ContactEdits>({ initialValues: noEdits, clearInputErrorOnChange: false });
  const proof = useForm({ initialValues: { typed: '' } });
  const typed: Record<ContactField, string> = {
    email: form.values.email ?? settings.email,
    phoneNumber: form.values.phoneNumber ?? formatPhone(settings.phone ?? ''),
  };
  const details = { email: typed.email, phone: typed.phoneNumber };
  const changed = changedContactDetails(settings, details);
  const problems = contactProblems(settings, details);
  const needs: ProofKind = settings.activated ? 'password' : 'code';
  return {
    isChanged: changed.email || changed.phone,
    firstChanged: changed.email ? ('email' as const) : changed.phone ? ('phoneNumber' as const) : null,
    isValid: Object.keys(problems).length === 0,
    reset: () => {
      form.reset();
      proof.reset();
    },
    /** Proof needed for a change; null if these details do not sign in here. */
    neededProof: settings.passwordHere ? needs : null,
    proofProps: () => proof.getInputProps('typed'),
    /** A refusal also appears at its field. */
    save: async () => {
      try {
        await saveUserSettings({
          ...(changed.email ? { email: typed.email.trim() } : {}),
          ...(changed.phone ? { phoneNumber: typed.phoneNumber } : {}),
          ...(settings.passwordHere ? { [needs]: proof.values.typed } : {}),
        });
      } catch (error) {
        const text = failureText(error);
        const field = fieldOfRefusal[text];
        if (field) form.setFieldError(field, text);
        if (isProofProblem(text)) proof.setFieldError('typed', text);
        throw error;
      }
      form.reset();
      proof.reset();
    },
    fieldProps: (field: ContactField) => ({
      value: typed[field],
      error: problems[field] ?? form.errors[field],
      onChange: (event: { currentTarget: { value: string } }) => {
        form.clearErrors();
        form.setFieldValue(field, event.currentTarget.value);
      },
    }),
    formatTypedPhone: () =>
      form.setFieldValue('phoneNumber', (text: string | null) => text && displayedPhone(text)),
  };
}
export type ContactForm = ReturnType<typeof useContactForm>;
