import { TextInput } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { normalizeIdentifier } from './identifier.ts';

export function IdentifierField({
  label,
  form,
}: {
  label: string;
  form: UseFormReturnType<{ identifier: string }>;
}) {
  return (
    <TextInput
      label={label}
      {...form.getInputProps('identifier')}
      onBlur={() => form.setFieldValue('identifier', normalizeIdentifier(form.getValues().identifier))}
      name="username"
      // the browser offers passkeys in it
      autoComplete="username webauthn"
      inputMode="email"
      autoCapitalize="none"
      spellCheck={false}
      size="md"
    />
  );
}
