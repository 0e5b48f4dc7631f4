import type { Design, DesignVersion, Side } from '@mailcall/contract/designs.ts';
import { useState } from 'react';
import { messageOf, newRequestId } from '../../platform/api.ts';
import { toast } from '../../ui/toast.tsx';
import { addComment, editComment } from './api.ts';
import type { Point } from './face-view.ts';
import type { NumberedComment } from './review-state.ts';

export interface NewPin {
  position: Point;
  side: Side;
  requestId: string;
  /** Version commented on; null after a newer one was refused, then the displayed one. */
  versionId: string | null;
}

export function usePinning({
  design,
  current,
  side,
  enabled,
  moving,
  onMoved,
  onSaved,
  onFormClosed,
}: {
  design: Design;
  current: DesignVersion;
  side: Side;
  enabled: boolean;
  moving: NumberedComment | null;
  onMoved: () => void;
  onSaved: (id: string) => void;
  onFormClosed: () => void;
}) {
  const [newPin, setNewPin] = useState<NewPin | null>(null);

  const pin = (position: Point) => {
    if (!enabled || newPin) return;
    if (moving) {
      const { id, revision } = moving.comment;
      onMoved();
      editComment(id, { side, ...position, revision }).catch((error: unknown) =>
        toast('error', messageOf(error)),
      );
      return;
    }
    setNewPin({ position, side, requestId: newRequestId(), versionId: current.id });
  };
  const closeForm = () => {
    setNewPin(null);
    onFormClosed();
  };
  const save = async (saved: NewPin, body: string) => {
    const { comment } = await addComment(design.id, {
      body,
      side: saved.side,
      ...saved.position,
      requestId: saved.requestId,
      versionId: saved.versionId ?? current.id,
    }).catch((error: unknown) => {
      // keeps the text, to pin it to the version shown now
      setNewPin({ ...saved, versionId: null });
      throw error;
    });
    closeForm();
    onSaved(comment.id);
  };
  return { newPin, pin: enabled ? pin : null, closeForm, save };
}
