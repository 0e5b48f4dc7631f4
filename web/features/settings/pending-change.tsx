import { Button, Group, Text, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { messages } from '@mailcall/contract/rules/messages.ts';
import { useId } from 'react';
import { submitOnce } from '../../ui/submit-once.ts';
import { toast } from '../../ui/toast.tsx';
import { confirmSettings, failureText } from './api.ts';

/** Says that a new email or phone waits for the code sent to `target`, and takes the code. Stands outside other forms. */
export function PendingChange({ target }: { target: string }) {
  const id = useId();
  const form = useForm({
    initialValues: { code: '' },
    validate: { code: (code) => (code.trim() === '' ? messages.codeRequired : null) },
  });
  const confirm = async ({ code }: { code: string }) => {
    try {
      await confirmSettings(code);
      toast('success', messages.settingsSaved);
    } catch (error) {
      form.setFieldError('code', failureText(error));
    }
  };
  return (
    <form onSubmit={submitOnce(form, confirm)} noValidate aria-labelledby={`${id}-title`}>
      <Text size="sm" id={`${id}-title`} mb={4}>
        {messages.waitingForCode(target)}
      </Text>
      <Group gap="sm" align="flex-start" wrap="nowrap">
        <TextInput
          label="Verification code"
          name="code"
          inputMode="numeric"
          autoComplete="one-time-code"
          maxLength={100}
          size="md"
          {...form.getInputProps('code')}
        />
        <Button type="submit" size="md" variant="default" mt={24} loading={form.submitting}>
          Confirm
        </Button>
      </Group>
    </form>
  );
}
