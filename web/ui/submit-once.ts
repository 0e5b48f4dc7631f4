import type { UseFormReturnType } from '@mantine/form';
import type { SyntheticEvent } from 'react';

/** The submit listener of a form that is not submitted again while the promise of `send` is pending. */
export function submitOnce<Values>(
  form: UseFormReturnType<Values>,
  send: (values: Values) => Promise<void>,
): (event: SyntheticEvent<HTMLFormElement>) => void {
  const submit = form.onSubmit(send);
  return (event) => {
    if (form.submitting) event.preventDefault();
    else submit(event);
  };
}
