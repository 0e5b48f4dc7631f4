import { Checkbox, Text } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { consentTexts } from '@mailcall/contract/exports.ts';
import { useId } from 'react';
import classes from './download-dialog.module.css';

export function Consents({
  form,
  disabled,
}: {
  form: UseFormReturnType<Record<keyof typeof consentTexts, boolean>>;
  disabled: boolean;
}) {
  const hintId = useId();
  const consent = (name: keyof typeof consentTexts) => ({
    ...form.getInputProps(name, { type: 'checkbox' }),
    label: consentTexts[name],
    classNames: { root: classes.consent, body: classes.consentBody },
    disabled,
  });
  return (
    <fieldset className={classes.consents} aria-labelledby={hintId}>
      <Text component="legend" id={hintId} size="sm" c="dimmed">
        Check both boxes.
      </Text>
      <Checkbox data-autofocus {...consent('acceptedTerms')} />
      <Checkbox {...consent('authorizedReceiver')} />
    </fieldset>
  );
}
