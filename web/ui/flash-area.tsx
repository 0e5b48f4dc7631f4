import { Alert } from '@mantine/core';
import { useHover, useFocusWithin, useMergedRef } from '@mantine/hooks';
import {
  IconAlertCircle,
  IconAlertTriangle,
  IconCheck,
  IconInfoCircle,
  IconMessage,
} from '@tabler/icons-react';
import { useEffect } from 'react';
import { dismissFlash, type Flash, type FlashKind, useFlash } from './flash-queue.ts';

/** Milliseconds that a message without a required action stays. */
const autoHideDelay = 5000;

const styles: Record<FlashKind, { color: string; icon: typeof IconCheck; isPersistent: boolean }> = {
  default: { color: 'gray', icon: IconMessage, isPersistent: false },
  error: { color: 'red', icon: IconAlertCircle, isPersistent: true },
  warning: { color: 'yellow', icon: IconAlertTriangle, isPersistent: true },
  info: { color: 'blue', icon: IconInfoCircle, isPersistent: false },
  success: { color: 'green', icon: IconCheck, isPersistent: false },
};

/** Shows messages one at a time. Errors and warnings stay until closed, others while hovered or focused. */
export function FlashArea() {
  const flash = useFlash();
  return <div aria-live="polite">{flash && <FlashMessage key={flash.id} flash={flash} />}</div>;
}

function FlashMessage({ flash: { id, kind, text } }: { flash: Flash }) {
  const { color, icon: Glyph, isPersistent } = styles[kind];
  const hover = useHover();
  const focus = useFocusWithin();
  const container = useMergedRef(hover.ref, focus.ref);
  const staysOpen = isPersistent || hover.hovered || focus.focused;
  useEffect(() => {
    if (staysOpen) return;
    const timer = setTimeout(() => dismissFlash(id), autoHideDelay);
    return () => clearTimeout(timer);
  }, [staysOpen, id]);
  return (
    <Alert
      ref={container}
      color={color}
      variant="light"
      icon={<Glyph aria-hidden />}
      role={kind === 'error' ? 'alert' : 'status'}
      withCloseButton
      closeButtonLabel="Close this message"
      onClose={() => dismissFlash(id)}
      mb="md"
    >
      {text}
    </Alert>
  );
}
