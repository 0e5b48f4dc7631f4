import { Alert } from '@mantine/core';
import { IconAlertCircle } from '@tabler/icons-react';
import classes from './entrance.module.css';

export function FormFailure({ text }: { text: string | null }) {
  if (text === null) return null;
  return (
    <Alert color="red" variant="light" role="alert" icon={<IconAlertCircle aria-hidden />}>
      {text}
    </Alert>
  );
}

/** Failure text below a form, with reserved space so that nothing moves. */
export function FailureSpace({ text }: { text: string | null }) {
  return (
    <div className={classes.failureSpace}>
      <FormFailure text={text} />
    </div>
  );
}
