import { Button, Group, PasswordInput, Stack } from '@mantine/core';
import { useForm, type UseFormReturnType } from '@mantine/form';
import { messages } from '@mailcall/contract/rules/messages.ts';
import { unmetPasswordRequirements } from '@mailcall/contract/rules/password.ts';
import { passwordChangeProblems, type PasswordChangeInput } from '@mailcall/contract/rules/user-settings.ts';
import { Fragment, useId, useRef } from 'react';
import { submitOnce } from '../../ui/submit-once.ts';
import { toast } from '../../ui/toast.tsx';
import { useUnsavedInput } from '../../ui/unsaved-input.ts';
import { PasswordRequirementList } from '../session/index.ts';
import { failureText, savePassword } from './api.ts';
import { focusNextFrame } from '../../platform/focus-next-frame.ts';
import { isProofProblem, ProofField } from './proof-field.tsx';
import { settingsParameters } from './use-settings-address.ts';

type PasswordField = keyof PasswordChangeInput;

/** Both passwords or, for a person without one, the mailed code. */
type PasswordInputs = PasswordChangeInput & { code: string };

const emptyInput: PasswordInputs = { oldPassword: '', newPassword: '', confirmation: '', code: '' };

const fields: readonly {
  name: PasswordField;
  label: string;
  autoComplete: string;
}[] = [
  { name: 'oldPassword', label: 'Current Password', autoComplete: 'current-password' },
  { name: 'newPassword', label: 'New Password', autoComplete: 'new-password' },
  { name: 'confirmation', label: 'Confirm Password', autoComplete: 'new-password' },
];

/** Problems of fields that the person typed in or skipped. The list of requirements shows its own. */
function displayedProblems(
  typed: PasswordChangeInput,
  isTouched: (field: PasswordField) => boolean,
  hasPassword: boolean,
): Partial<Record<PasswordField, string | true>> {
  const { oldPassword, newPassword, confirmation } = passwordChangeProblems(typed, hasPassword);
  const confirming = isTouched('confirmation');
  const choosing = isTouched('newPassword') || confirming;
  const lacking = typed.newPassword !== '' && unmetPasswordRequirements(typed.newPassword).length > 0;
  const beginsAlike = typed.confirmation !== '' && typed.newPassword.startsWith(typed.confirmation);
  return {
    ...(oldPassword && (isTouched('oldPassword') || choosing) ? { oldPassword } : {}),
    ...(newPassword && !lacking && choosing ? { newPassword } : {}),
    ...(lacking && confirming ? { newPassword: true } : {}),
    ...(confirmation && confirming && !beginsAlike ? { confirmation } : {}),
  };
}

function usePasswordForm(hasPassword: boolean, onSaved: () => void) {
  const form = useForm<PasswordInputs>({
    initialValues: emptyInput,
    validate: (typed) => passwordChangeProblems(typed, hasPassword),
  });
  const hideFailure = useRef(() => {});
  const save = async ({ oldPassword, newPassword, code }: PasswordInputs) => {
    hideFailure.current();
    try {
      await savePassword({ newPassword, ...(hasPassword ? { oldPassword } : { code }) });
      toast('success', messages.passwordUpdated);
      onSaved();
    } catch (error) {
      const text = failureText(error);
      if (isProofProblem(text)) {
        const field = hasPassword ? 'oldPassword' : 'code';
        form.setFieldError(field, text);
        focusNextFrame(() => form.getInputNode(field));
      }
      hideFailure.current = toast('error', text);
    }
  };
  return { form, onSubmit: submitOnce(form, save) };
}

export function PasswordForm({
  email,
  hasPassword,
  title,
  onSaved,
  onCancel,
}: {
  email: string;
  hasPassword: boolean;
  title: string;
  onSaved: () => void;
  onCancel: () => void;
}) {
  const requirementsId = `${useId()}-requirements`;
  const { form, onSubmit } = usePasswordForm(hasPassword, onSaved);
  useUnsavedInput(form.isDirty() && !form.submitting, settingsParameters);
  return (
    <form onSubmit={onSubmit} noValidate aria-label={title}>
      <Stack gap="sm" mt="md">
        <input type="email" name="username" autoComplete="username" value={email} readOnly hidden />
        <PasswordFields form={form} hasPassword={hasPassword} requirementsId={requirementsId} />
        {!hasPassword && <ProofField needs="code" {...form.getInputProps('code')} />}
        <Group gap="sm">
          <Button type="submit" size="md" disabled={!form.isValid()} loading={form.submitting}>
            Save password
          </Button>
          <Button variant="default" size="md" disabled={form.submitting} onClick={onCancel}>
            Cancel
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

function PasswordFields({
  form,
  hasPassword,
  requirementsId,
}: {
  form: UseFormReturnType<PasswordInputs>;
  hasPassword: boolean;
  requirementsId: string;
}) {
  const problems = displayedProblems(form.values, form.isTouched, hasPassword);
  return fields
    .filter(({ name }) => hasPassword || name !== 'oldPassword')
    .map(({ name, label, ...input }, index) => (
      <Fragment key={name}>
        <PasswordInput
          label={label}
          name={name}
          {...input}
          size="md"
          ref={index === 0 ? focusOnce : undefined}
          // only typing touches a field, because a problem that appears on leaving would move the button being pressed
          {...form.getInputProps(name, { withFocus: false })}
          error={problems[name] ?? form.errors[name]}
          aria-describedby={name === 'newPassword' ? requirementsId : undefined}
          visibilityToggleButtonProps={{ 'aria-label': `Show or hide: ${label}`, tabIndex: 0 }}
        />
        {name === 'newPassword' && (
          <PasswordRequirementList id={requirementsId} password={form.values.newPassword} />
        )}
      </Fragment>
    ));
}

const focusOnce = (input: HTMLInputElement | null) => input?.focus();
