import { Text, TextInput, Title } from '@mantine/core';
import { messages } from '@mailcall/contract/rules/messages.ts';
import { formatPhone } from '@mailcall/contract/rules/phone.ts';
import type { UserSettings } from '@mailcall/contract/settings.ts';
import { useId, useRef } from 'react';
import { PasswordPanel } from './password-panel.tsx';
import { type CodeRequest, PendingChange } from './pending-change.tsx';
import { ProofField } from './proof-field.tsx';
import classes from './settings.module.css';
import type { ContactField, ContactForm } from './use-contact-form.ts';

const fields = {
  email: { label: 'Email Address', type: 'email', hint: messages.emailChangesLogin, detail: 'email' },
  phoneNumber: { label: 'Phone Number', type: 'tel', hint: messages.phoneChangesLogin, detail: 'phone' },
} as const;

export function AccountSection({
  settings,
  contact,
  formId,
  requested,
}: {
  settings: UserSettings;
  contact: ContactForm;
  formId: string;
  requested: CodeRequest | null;
}) {
  const id = useId();
  return (
    <section className={classes.card} aria-labelledby={id}>
      <Title order={2} size="h4" id={id} tabIndex={-1} className={classes.title}>
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
            requested={requested?.field === field ? requested : null}
          />
        ))}
      </div>
      {contact.isChanged && contact.isValid && contact.neededProof !== null && (
        <div className={classes.proof}>
          <ProofField needs={contact.neededProof} form={formId} {...contact.proofProps()} />
        </div>
      )}
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

function ContactDetail({
  field,
  settings,
  contact,
  formId,
  requested,
}: {
  field: ContactField;
  settings: UserSettings;
  contact: ContactForm;
  formId: string;
  requested: CodeRequest | null;
}) {
  const input = useRef<HTMLInputElement>(null);
  const { label, type, hint, detail } = fields[field];
  const props = contact.fieldProps(field);
  const waiting = settings.pending[detail];
  return (
    <div className={classes.detail}>
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
      {waiting !== null && (
        <PendingChange
          key={waiting}
          field={field}
          stored={settings[detail] ?? ''}
          requested={waiting}
          displayed={field === 'email' ? waiting : formatPhone(waiting)}
          request={requested}
          onDone={() => input.current?.focus()}
        />
      )}
    </div>
  );
}
