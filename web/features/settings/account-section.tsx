import { Button, Group, Stack, Text, TextInput, Title } from '@mantine/core';
import { messages } from '@mailcall/contract/rules/messages.ts';
import { formatPhone, readPhone } from '@mailcall/contract/rules/phone.ts';
import {
  changedContactDetails,
  type ContactProblems,
  contactProblems,
} from '@mailcall/contract/rules/user-settings.ts';
import type { UserSettings } from '@mailcall/contract/settings.ts';
import { type FormEvent, useId, useRef, useState } from 'react';
import { toast } from '../../ui/toast.tsx';
import { failureText, saveUserSettings } from './api.ts';
import { PasswordPanel } from './password-panel.tsx';
import classes from './settings.module.css';
import { useConfirmLeave } from './unsaved-changes.tsx';

/** The field that a refusal of the server is about. */
const fieldOfRefusal: Readonly<Record<string, keyof ContactProblems>> = {
  [messages.emailTaken]: 'email',
  [messages.phoneTaken]: 'phoneNumber',
};

/** Blanks around it are none; a phone number is shown as people write it. */
const displayedPhone = (text: string) => formatPhone(readPhone(text) ?? text.trim());

/** E-mail, phone and password. What is typed holds when it is saved, and not before. */
export function AccountSection({ settings }: { settings: UserSettings }) {
  const id = useId();
  const heading = useRef<HTMLHeadingElement>(null);
  /** What was typed over what is stored; absent: nothing. */
  const [edits, setEdits] = useState<{ email?: string; phone?: string }>({});
  const [refused, setRefused] = useState<ContactProblems>({});
  const [saving, setSaving] = useState(false);
  const typed = {
    email: edits.email ?? settings.email,
    phone: edits.phone ?? formatPhone(settings.phone ?? ''),
  };
  const changed = changedContactDetails(settings, typed);
  const isChanged = changed.email || changed.phone;
  const problems = contactProblems(settings, typed);
  const savable = isChanged && Object.keys(problems).length === 0;
  useConfirmLeave(isChanged && !saving);

  const start = (edited: typeof edits) => {
    setEdits(edited);
    setRefused({});
  };
  const save = async (event: FormEvent) => {
    event.preventDefault();
    if (!savable || saving) return;
    setSaving(true);
    try {
      await saveUserSettings({
        ...(changed.email ? { email: typed.email.trim() } : {}),
        ...(changed.phone ? { phoneNumber: typed.phone } : {}),
      });
      start({});
      toast('success', messages.settingsSaved);
      // the button that had the focus has nothing to save any more
      heading.current?.focus();
    } catch (error) {
      const text = failureText(error);
      const field = fieldOfRefusal[text];
      if (field) setRefused({ [field]: text });
      toast('error', text);
    } finally {
      setSaving(false);
    }
  };
  const hint = (text: string) => (settings.passwordHere ? text : undefined);
  return (
    <section className={classes.card} aria-labelledby={`${id}-title`}>
      <Title order={2} size="h4" id={`${id}-title`} ref={heading} tabIndex={-1} className={classes.title}>
        Account
      </Title>
      <form id={`${id}-form`} onSubmit={save} noValidate aria-labelledby={`${id}-title`}>
        <Stack gap="sm">
          <ContactField
            kind="email"
            label="Email Address"
            hint={hint(messages.emailChangesLogin)}
            value={typed.email}
            problem={problems.email ?? refused.email}
            onType={(email) => start({ ...edits, email })}
          />
          <ContactField
            kind="tel"
            label="Phone Number"
            hint={hint(messages.phoneChangesLogin)}
            value={typed.phone}
            problem={problems.phoneNumber ?? refused.phoneNumber}
            onType={(phone) => start({ ...edits, phone })}
            onBlur={() =>
              edits.phone !== undefined && setEdits({ ...edits, phone: displayedPhone(edits.phone) })
            }
          />
        </Stack>
      </form>
      {settings.passwordHere ? (
        <PasswordPanel email={settings.email} hasPassword={settings.activated} />
      ) : (
        <Text size="sm" c="dimmed">
          {messages.passwordElsewhere}
        </Text>
      )}
      <Group justify="flex-end" gap="sm" className={classes.foot}>
        <Button variant="default" size="md" disabled={!isChanged || saving} onClick={() => start({})}>
          Cancel
        </Button>
        <Button type="submit" size="md" form={`${id}-form`} disabled={!savable} loading={saving}>
          Save
        </Button>
      </Group>
    </section>
  );
}

/** A field by which one is reached and signs in; a problem takes the place of the hint. */
function ContactField({
  kind,
  label,
  hint,
  value,
  problem,
  onType,
  onBlur,
}: {
  kind: 'email' | 'tel';
  label: string;
  hint: string | undefined;
  value: string;
  problem: string | undefined;
  onType: (text: string) => void;
  onBlur?: () => void;
}) {
  return (
    <TextInput
      label={label}
      description={problem ? undefined : hint}
      inputWrapperOrder={['label', 'input', 'error', 'description']}
      classNames={{ root: classes.field, description: classes.hint }}
      type={kind}
      name={kind === 'tel' ? 'phone' : kind}
      autoComplete={kind}
      size="md"
      value={value}
      error={problem}
      onChange={(event) => onType(event.currentTarget.value)}
      {...(onBlur && { onBlur })}
    />
  );
}
