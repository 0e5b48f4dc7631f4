import { Button, Group, PasswordInput, Stack, Text } from '@mantine/core';
import { messages } from '@mailcall/contract/rules/messages.ts';
import { maxPasswordLength, passwordLacks } from '@mailcall/contract/rules/password.ts';
import { passwordChangeProblems, type PasswordChangeInput } from '@mailcall/contract/rules/user-settings.ts';
import { IconChevronDown, IconKey } from '@tabler/icons-react';
import { type FormEvent, Fragment, useId, useRef, useState } from 'react';
import { toast } from '../../ui/toast.tsx';
import { PasswordRequirementList } from '../session/index.ts';
import { failureText, savePassword } from './api.ts';
import classes from './settings.module.css';

const emptyInput: PasswordChangeInput = { oldPassword: '', newPassword: '', confirmation: '' };

const fields: readonly {
  name: keyof PasswordChangeInput;
  label: string;
  autoComplete: string;
  most: number;
}[] = [
  { name: 'oldPassword', label: 'Current Password', autoComplete: 'current-password', most: 1000 },
  { name: 'newPassword', label: 'New Password', autoComplete: 'new-password', most: maxPasswordLength },
  { name: 'confirmation', label: 'Confirm Password', autoComplete: 'new-password', most: maxPasswordLength },
];

/** Sets or changes the password; closed until somebody wants to. */
export function PasswordPanel({ email, hasPassword }: { email: string; hasPassword: boolean }) {
  const id = useId();
  const toggle = useRef<HTMLButtonElement>(null);
  const [opened, setOpened] = useState(false);
  const title = hasPassword ? 'Change Password' : 'Setup Password';
  const close = () => {
    setOpened(false);
    toggle.current?.focus();
  };
  return (
    <div className={classes.password}>
      <Button
        ref={toggle}
        variant="default"
        size="md"
        leftSection={<IconKey size={18} stroke={1.75} aria-hidden />}
        rightSection={<IconChevronDown size={16} className={classes.chevron ?? ''} aria-hidden />}
        aria-expanded={opened}
        aria-controls={`${id}-panel`}
        onClick={() => setOpened(!opened)}
      >
        {title}
      </Button>
      {!hasPassword && (
        <Text size="sm" c="dimmed" mt="xs">
          {messages.passwordNotSet}
        </Text>
      )}
      <div id={`${id}-panel`}>
        {opened && <PasswordFields email={email} hasPassword={hasPassword} title={title} onClose={close} />}
      </div>
    </div>
  );
}

/**
 * What is said of each field by now: of one that was typed in, or passed over. What the list below it says is not
 * repeated, and a confirmation is not wrong before it differs.
 */
function displayedProblem(
  typed: PasswordChangeInput,
  touched: ReadonlySet<keyof PasswordChangeInput>,
  hasPassword: boolean,
): Partial<Record<keyof PasswordChangeInput, string | true>> {
  const { oldPassword, newPassword, confirmation } = passwordChangeProblems(typed, hasPassword);
  const confirming = touched.has('confirmation');
  const choosing = touched.has('newPassword') || confirming;
  const lacking = typed.newPassword !== '' && passwordLacks(typed.newPassword).length > 0;
  const beginsAlike = typed.confirmation !== '' && typed.newPassword.startsWith(typed.confirmation);
  return {
    ...(oldPassword && (touched.has('oldPassword') || choosing) ? { oldPassword } : {}),
    ...(newPassword && !lacking && choosing ? { newPassword } : {}),
    ...(lacking && confirming ? { newPassword: true } : {}),
    ...(confirmation && confirming && !beginsAlike ? { confirmation } : {}),
  };
}

function PasswordFields({
  email,
  hasPassword,
  title,
  onClose,
}: {
  email: string;
  hasPassword: boolean;
  title: string;
  onClose: () => void;
}) {
  const id = useId();
  const [typed, setTyped] = useState(emptyInput);
  /** Fields that were typed in. Nothing is said when one is left: what moved then would slip from below a press. */
  const [touched, setTouched] = useState<ReadonlySet<keyof PasswordChangeInput>>(new Set());
  const [refusal, setRefusal] = useState<string | null>(null);
  const [saving, setSaving] = useState(false);
  const problems = passwordChangeProblems(typed, hasPassword);
  const savable = Object.keys(problems).length === 0;
  const save = async (event: FormEvent) => {
    event.preventDefault();
    if (!savable || saving) return;
    setSaving(true);
    try {
      const { oldPassword, newPassword } = typed;
      await savePassword({ newPassword, ...(hasPassword ? { oldPassword } : {}) });
      toast('success', messages.passwordUpdated);
      onClose();
    } catch (error) {
      const text = failureText(error);
      if (text === messages.currentPasswordWrong) setRefusal(text);
      toast('error', text);
      setSaving(false);
    }
  };
  return (
    <form onSubmit={save} noValidate aria-label={title}>
      <Stack gap="sm" mt="md">
        <input type="email" name="username" autoComplete="username" value={email} readOnly hidden />
        {fields
          .filter(({ name }) => hasPassword || name !== 'oldPassword')
          .map(({ name, label, autoComplete, most }, index) => (
            <Fragment key={name}>
              <PasswordInput
                label={label}
                name={name}
                autoComplete={autoComplete}
                size="md"
                ref={index === 0 ? focusOnce : undefined}
                value={typed[name]}
                maxLength={most}
                error={
                  displayedProblem(typed, touched, hasPassword)[name] ?? (name === 'oldPassword' && refusal)
                }
                onChange={(event) => {
                  setTyped({ ...typed, [name]: event.currentTarget.value });
                  setTouched(new Set([...touched, name]));
                  if (name === 'oldPassword') setRefusal(null);
                }}
                aria-describedby={name === 'newPassword' ? `${id}-requirements` : undefined}
                visibilityToggleButtonProps={{ 'aria-label': `Show or hide: ${label}`, tabIndex: 0 }}
              />
              {name === 'newPassword' && (
                <PasswordRequirementList id={`${id}-requirements`} password={typed.newPassword} />
              )}
            </Fragment>
          ))}
        <Group gap="sm">
          <Button type="submit" size="md" disabled={!savable} loading={saving}>
            Save Password
          </Button>
          <Button variant="default" size="md" disabled={saving} onClick={onClose}>
            Cancel
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

/** Whoever opens the panel wants to type. */
const focusOnce = (input: HTMLInputElement | null) => input?.focus();
