import { Button, Group, Stack, Text, TextInput, type TextInputProps, Title } from '@mantine/core';
import { messages } from '@mailcall/contract/rules/messages.ts';
import { formatPhone } from '@mailcall/contract/rules/phone.ts';
import type { UserSettings } from '@mailcall/contract/settings.ts';
import { useId, useRef } from 'react';
import { toast } from '../../ui/toast.tsx';
import { PasswordPanel } from './password-panel.tsx';
import { PendingChange } from './pending-change.tsx';
import classes from './settings.module.css';
import { useConfirmLeave } from './unsaved-changes.tsx';
import { useContactForm } from './use-contact-form.ts';

/** E-mail, phone and password. What is typed takes effect when it is saved. */
export function AccountSection({ settings }: { settings: UserSettings }) {
  const id = useId();
  const heading = useRef<HTMLHeadingElement>(null);
  const contact = useContactForm(settings, () => {
    toast('success', messages.settingsSaved);
    // the button that had the focus is disabled: there is nothing to save any more
    heading.current?.focus();
  });
  useConfirmLeave(contact.isChanged && !contact.saving);
  const { email, phone } = settings.pending;
  const hint = (text: string) => (settings.passwordHere ? text : undefined);
  return (
    <section className={classes.card} aria-labelledby={`${id}-title`}>
      <Title order={2} size="h4" id={`${id}-title`} ref={heading} tabIndex={-1} className={classes.title}>
        Account
      </Title>
      <form id={`${id}-form`} onSubmit={contact.onSubmit} noValidate aria-labelledby={`${id}-title`}>
        <Stack gap="sm">
          <ContactInput
            type="email"
            name="email"
            label="Email Address"
            hint={hint(messages.emailChangesLogin)}
            {...contact.fieldProps('email')}
          />
          <ContactInput
            type="tel"
            name="phone"
            label="Phone Number"
            hint={hint(messages.phoneChangesLogin)}
            {...contact.fieldProps('phoneNumber')}
            onBlur={contact.formatTypedPhone}
          />
        </Stack>
      </form>
      {email !== null && <PendingChange key={email} target={email} />}
      {phone !== null && <PendingChange key={phone} target={formatPhone(phone)} />}
      {settings.passwordHere ? (
        <PasswordPanel email={settings.email} hasPassword={settings.activated} />
      ) : (
        <Text size="sm" c="dimmed">
          {messages.passwordManagedElsewhere}
        </Text>
      )}
      <Group justify="flex-end" gap="sm" className={classes.foot}>
        <Button
          variant="default"
          size="md"
          disabled={!contact.isChanged || contact.saving}
          onClick={contact.reset}
        >
          Cancel
        </Button>
        <Button
          type="submit"
          size="md"
          form={`${id}-form`}
          disabled={!contact.savable}
          loading={contact.saving}
        >
          Save
        </Button>
      </Group>
    </section>
  );
}

/** A field of the contact details; a problem replaces the hint. */
function ContactInput({
  hint,
  ...input
}: TextInputProps & { type: 'email' | 'tel'; hint: string | undefined }) {
  return (
    <TextInput
      description={input.error ? undefined : hint}
      inputWrapperOrder={['label', 'input', 'error', 'description']}
      classNames={{ root: classes.field, description: classes.hint }}
      autoComplete={input.type}
      size="md"
      {...input}
    />
  );
}
