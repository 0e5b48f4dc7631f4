import { TextInput } from '@mantine/core';
import { normaliseIdentifier } from './identifier.ts';

/** The e-mail or phone number to sign in with; leaving it brings a phone number into its normal form. */
export function IdentifierField({
  label,
  value,
  problem,
  onChange,
}: {
  label: string;
  value: string;
  problem: string | null;
  onChange: (value: string) => void;
}) {
  return (
    <TextInput
      label={label}
      value={value}
      error={problem}
      onChange={(event) => onChange(event.currentTarget.value)}
      onBlur={() => onChange(normaliseIdentifier(value))}
      name="username"
      autoComplete="username"
      inputMode="email"
      autoCapitalize="none"
      spellCheck={false}
      size="md"
    />
  );
}
