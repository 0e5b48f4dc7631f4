import { Text, TextInput, Title } from '@mantine/core';
import { messages } from '@mailcall/contract/rules/messages.ts';
import { formatPhone } from '@mailcall/contract/rules/phone.ts';
import type { UserSettings } from '@mailcall/contract/settings.ts';
import { type RefObject, useId, useRef } from 'react';
import { PasswordPanel } from './password-panel.tsx';
import { PendingChange } from './pending-change.tsx';
import classes from './settings.module.css';
import type { ContactField, ContactForm } from './use-contact-form.ts';

/** What the fields of the contact details differ in. */
const fields = {
  email: { label: 'Email Address', type: 'email', hint: messages.emailChangesLogin, detail: 'email' },
  phoneNumber: { label: 'Phone Number', type: 'tel', hint: messages.phoneChangesLogin, detail: 'phone' },
} as const;

/** E-mail, phone and password. A new e-mail or phone waits for the code that was sent to it. */
export function AccountSection({
  settings,
  contact,
  formId,
  heading,
  awaitsCode,
}: {
  settings: UserSettings;
  contact: ContactForm;
  /** The form that Enter in a field submits. */
  formId: string;
  heading: RefObject<HTMLHeadingElement | null>;
  /** Whether a new e-mail or phone was saved just now. */
  awaitsCode: boolean;
}) {
  const id = useId();
  return (
    <section className={classes.card} aria-labelledby={id}>
      <Title order={2} size="h4" id={id} ref={heading} tabIndex={-1} className={classes.title}>
        Account
      </Title>
      <div className={classes.fields}>
        {(['email', 'phoneNumber'] as const).map((field) => (
          <ContactDetail
            key={field}
            field={field}
            settings={settings}
            contact={contact}
            formId={formId}
            awaitsCode={awaitsCode}
          />
        ))}
      </div>
      {settings.passwordHere ? (
        <PasswordPanel email={settings.email} hasPassword={settings.activated} />
      ) : (
        <Text size="sm" c="dimmed">
          {messages.passwordManagedElsewhere}
        </Text>
      )}
    </section>
  );
}

/** A field of the contact details; a problem replaces the hint. */
function ContactDetail({
  field,
  settings,
  contact,
  formId,
  awaitsCode,
}: {
  field: ContactField;
  settings: UserSettings;
  contact: ContactForm;
  formId: string;
  awaitsCode: boolean;
}) {
  const input = useRef<HTMLInputElement>(null);
  const { label, type, hint, detail } = fields[field];
  const props = contact.fieldProps(field);
  const requested = settings.pending[detail];
  return (
    <div>
      <TextInput
        ref={input}
        type={type}
        name={detail}
        label={label}
        form={formId}
        description={props.error || !settings.passwordHere ? undefined : hint}
        inputWrapperOrder={['label', 'input', 'error', 'description']}
        classNames={{ root: classes.field, description: classes.hint }}
        autoComplete={type}
        size="md"
        {...props}
        {...(field === 'phoneNumber' ? { onBlur: contact.formatTypedPhone } : {})}
      />
      {requested !== null && (
        <PendingChange
          key={requested}
          field={field}
          stored={settings[detail] ?? ''}
          requested={requested}
          displayed={field === 'email' ? requested : formatPhone(requested)}
          takesFocus={awaitsCode}
          onDone={() => input.current?.focus()}
        />
      )}
    </div>
  );
}
