import { Group, Stack, Text, VisuallyHidden } from '@mantine/core';
import { listedRequirements } from '@mailcall/contract/rules/password.ts';
import { IconCheck, IconCircle } from '@tabler/icons-react';

export function PasswordRequirementList({ id, password }: { id: string; password: string }) {
  return (
    <Stack
      component="ul"
      gap={6}
      id={id}
      p={0}
      m={0}
      style={{ listStyle: 'none' }}
      aria-label="The password needs"
    >
      {listedRequirements(password).map(({ text, isMet }) => {
        const done = isMet(password);
        return (
          <Group
            component="li"
            key={text}
            gap="xs"
            wrap="nowrap"
            c={done ? 'var(--mailcall-good-text)' : 'dimmed'}
          >
            {done ? <IconCheck size={16} aria-hidden /> : <IconCircle size={16} aria-hidden />}
            <Text size="sm" c="inherit">
              {text}
              <VisuallyHidden>{done ? ', met' : ', not met yet'}</VisuallyHidden>
            </Text>
          </Group>
        );
      })}
    </Stack>
  );
}
