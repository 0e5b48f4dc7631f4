import type { UseFormReturnType } from '@mantine/form';
import type { SyntheticEvent } from 'react';

/** Submit listener that ignores submits while `send`'s promise is pending. */
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
