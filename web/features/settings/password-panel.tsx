import { Button, Text } from '@mantine/core';
import { messages } from '@mailcall/contract/rules/messages.ts';
import { IconChevronDown, IconKey } from '@tabler/icons-react';
import { useId, useRef, useState } from 'react';
import { closeLayer, UnsavedLayer } from '../../ui/unsaved-input.ts';
import { PasswordForm } from './password-form.tsx';
import classes from './settings.module.css';

export function PasswordPanel({ email, hasPassword }: { email: string; hasPassword: boolean }) {
  const id = useId();
  const toggle = useRef<HTMLButtonElement>(null);
  const [opened, setOpened] = useState(false);
  const title = hasPassword ? 'Change Password' : 'Setup Password';
  const close = () => {
    setOpened(false);
    toggle.current?.focus();
  };
  const cancel = () => closeLayer(id, close);
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
        onClick={() => (opened ? cancel() : setOpened(true))}
      >
        {title}
      </Button>
      {!hasPassword && (
        <Text size="sm" c="dimmed" mt="xs">
          {messages.passwordNotSet}
        </Text>
      )}
      <div id={`${id}-panel`}>
        <UnsavedLayer value={id}>
          {opened && (
            <PasswordForm
              email={email}
              hasPassword={hasPassword}
              title={title}
              onSaved={close}
              onCancel={cancel}
            />
          )}
        </UnsavedLayer>
      </div>
    </div>
  );
}
