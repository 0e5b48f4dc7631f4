import { Alert } from '@mantine/core';
import { messages } from '@mailcall/contract/rules/messages.ts';
import { IconAlertCircle } from '@tabler/icons-react';

/** Why a form could not be sent; nothing while all is well. */
export function FormFailure({ text }: { text: string | null }) {
  if (text === null) return null;
  return (
    <Alert color="red" variant="light" role="alert" icon={<IconAlertCircle aria-hidden />}>
      {text}
    </Alert>
  );
}

/** What a failure says to the person. */
export const failureText = (error: unknown): string =>
  error instanceof Error ? error.message : messages.fatal;
