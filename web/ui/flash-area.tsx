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

/** How long a message stays that nobody must act on, in milliseconds. */
const autoHideDelay = 5000;

const looks: Record<FlashKind, { color: string; icon: typeof IconCheck; stays: boolean }> = {
  default: { color: 'gray', icon: IconMessage, stays: false },
  error: { color: 'red', icon: IconAlertCircle, stays: true },
  warning: { color: 'yellow', icon: IconAlertTriangle, stays: true },
  info: { color: 'blue', icon: IconInfoCircle, stays: false },
  success: { color: 'green', icon: IconCheck, stays: false },
};

/**
 * Where flash messages show, one at a time. Errors and warnings stay until they are closed; the others go
 * by themselves, but not while somebody points at them.
 */
export function FlashArea() {
  const flash = useFlash();
  return <div aria-live="polite">{flash && <Shown key={flash.id} flash={flash} />}</div>;
}

function Shown({ flash: { id, kind, text } }: { flash: Flash }) {
  const { color, icon: Glyph, stays } = looks[kind];
  const hover = useHover();
  const focus = useFocusWithin();
  const place = useMergedRef(hover.ref, focus.ref);
  const held = stays || hover.hovered || focus.focused;
  useEffect(() => {
    if (held) return;
    const timer = setTimeout(() => dismissFlash(id), autoHideDelay);
    return () => clearTimeout(timer);
  }, [held, id]);
  return (
    <Alert
      ref={place}
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
