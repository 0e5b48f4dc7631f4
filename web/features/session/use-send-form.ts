import { type FormErrors, useForm, type UseFormReturnType } from '@mantine/form';
import type { SyntheticEvent } from 'react';
import { failureText } from './form-failure.tsx';

/** Where a form keeps why it could not be sent, next to the problems of its fields. */
export const sendFailure = 'sendFailure';

/** A form that is sent to the server, and what became of the last attempt. */
export interface SendForm<Values> {
  form: UseFormReturnType<Values>;
  /** Why it could not be sent; null until it fails, and again as soon as it is resent. */
  failure: string | null;
  setFailure: (text: string) => void;
  onSubmit: (event: SyntheticEvent<HTMLFormElement>) => void;
}

/**
 * A form whose failures are displayed above its fields. `form.submitting` is true until the promise of `send` settles.
 */
export function useSendForm<Values extends Record<string, unknown>>({
  initialValues,
  validate,
  onValuesChange,
  send,
  textOf = failureText,
}: {
  initialValues: Values;
  /** What is wrong with the values, by field; without problems they are sent. */
  validate?: (values: Values) => FormErrors;
  onValuesChange?: (values: Values) => void;
  send: (values: Values) => Promise<void>;
  /** What a failure of `send` says to the person. */
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
