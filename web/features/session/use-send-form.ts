import { type FormErrors, useForm, type UseFormReturnType } from '@mantine/form';
import type { SyntheticEvent } from 'react';
import { messageOf } from '../../platform/api.ts';

export const sendFailure = 'sendFailure';

export interface SendForm<Values> {
  form: UseFormReturnType<Values>;
  /** Why it could not be sent; null before a failure and during a retry. */
  failure: string | null;
  setFailure: (text: string) => void;
  onSubmit: (event: SyntheticEvent<HTMLFormElement>) => void;
}

/** A form with failures above its fields. `form.submitting` is true until the promise of `send` settles. */
export function useSendForm<Values extends Record<string, unknown>>({
  initialValues,
  validate,
  onValuesChange,
  send,
  textOf = messageOf,
}: {
  initialValues: Values;
  validate?: (values: Values) => FormErrors;
  onValuesChange?: (values: Values) => void;
  send: (values: Values) => Promise<void>;
  textOf?: (error: unknown) => string;
}): SendForm<Values> {
  const form = useForm<Values>({
    initialValues,
    ...(validate && { validate }),
    ...(onValuesChange && { onValuesChange }),
  });
  const failure = form.errors[sendFailure];
  const setFailure = (text: string) => form.setFieldError(sendFailure, text);
  return {
    form,
    failure: typeof failure === 'string' ? failure : null,
    setFailure,
    onSubmit: form.onSubmit((values) => send(values).catch((error: unknown) => setFailure(textOf(error)))),
  };
}
