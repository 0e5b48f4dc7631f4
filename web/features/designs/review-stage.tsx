import type { Design, DesignVersion } from '@mailcall/contract/designs.ts';
import { Alert, Button, Group, Text } from '@mantine/core';
import { type RefObject, useEffect, useState } from 'react';
import { useKeys } from '../../platform/keys.ts';
import { newRequestId } from '../../platform/request-id.ts';
import { EmptyCard } from '../../ui/empty-card.tsx';
import { noteLookedAt } from '../../ui/looked-at.ts';
import { focusRow, usePageKeys } from '../../ui/page-keys.ts';
import { toast } from '../../ui/toast.tsx';
import { addComment, editComment, messageOf } from './api.ts';
import { CommentForm } from './comment-form.tsx';
import { CompareVersions } from './compare-versions.tsx';
import { FaceCanvas } from './face-canvas.tsx';
import type { Point } from './face-view.ts';
import type { useDisplayedReview } from './review-address.ts';
import classes from './review-screen.module.css';
import { faceOf, type NumberedComment, numberedComments, sideLabels } from './review-state.ts';
import { ReviewToolbar } from './review-toolbar.tsx';
import { useFaceView } from './use-face-view.ts';

/** Pixels of a face that is not there: the frame needs some shape. */
const noFace = { width: 3, height: 2 };

/** What is being pinned: a new comment, or one's own at another place. */
interface Placing {
  place: Point;
  side: 'front' | 'back';
  requestId: string;
  /** The version that is being written on; null after a newer one was refused: whichever is shown then. */
  versionId: string | null;
}

/** The postcard with its pins, where comments are pinned and versions compared. */
export function ReviewStage({
  page,
  design,
  current,
  review: { shown, change },
  commentable,
  moving,
  onMoved,
}: {
  /** The whole page: its keys turn and zoom the postcard. */
  page: RefObject<HTMLDivElement | null>;
  design: Design;
  current: DesignVersion;
  review: ReturnType<typeof useDisplayedReview>;
  commentable: boolean;
  /** The comment whose new place is being chosen. */
  moving: NumberedComment | null;
  onMoved: () => void;
}) {
  const { version, side, comparison, before } = shown;
  const face = faceOf(version, side);
  const [placing, setPlacing] = useState<Placing | null>(null);
  const pinnable = commentable && version.id === current.id && comparison === null && face !== null;
  useLookedAt(face?.url ?? null);

  const pin = (place: Point) => {
    if (!pinnable || placing) return;
    if (moving) {
      const { id, revision } = moving.comment;
      onMoved();
      editComment(id, { side, ...place, revision }).catch((error: unknown) =>
        toast('error', messageOf(error)),
      );
      return;
    }
    setPlacing({ place, side, requestId: newRequestId(), versionId: current.id });
  };
  // the form goes: the next comment is pinned from where this one was
  const closeForm = () => {
    setPlacing(null);
    page.current?.querySelector<HTMLElement>('[data-surface]')?.focus({ preventScroll: true });
  };
  const view = useFaceView(face ?? noFace, pinnable ? pin : undefined);
  const flip = () => change({ side: side === 'front' ? 'back' : 'front' });
  useKeys([
    { key: 'f', does: 'Turn the postcard' },
    { key: '+', does: 'Zoom in' },
    { key: '-', does: 'Zoom out' },
    { key: '0', does: 'Show the whole face' },
  ]);
  usePageKeys(page, { f: flip, '+': view.zoomIn, '=': view.zoomIn, '-': view.zoomOut, 0: view.showWhole });
  const save = async ({ place, ...placed }: Placing, body: string) => {
    const { comment } = await addComment(design.id, {
      body,
      side: placed.side,
      ...place,
      requestId: placed.requestId,
      versionId: placed.versionId ?? current.id,
    }).catch((error: unknown) => {
      // the words stay, to be pinned to what is shown now
      setPlacing({ ...placed, place, versionId: null });
      throw error;
    });
    closeForm();
    change({ comment: comment.id });
  };

  return (
    <div className={classes.stage}>
      <ReviewToolbar
        design={design}
        shown={shown}
        view={view}
        onSide={(next) => change({ side: next })}
        onVersion={(number) =>
          change({
            version: number === current.version ? undefined : String(number),
            comment: undefined,
            compare: undefined,
          })
        }
        onCompare={(one) => change({ compare: one ?? undefined })}
      />
      {moving && <Moving number={moving.number} onCancel={onMoved} />}
      {face === null ? (
        <EmptyCard text="This version has no pictures yet." />
      ) : comparison && before ? (
        <CompareVersions
          key={comparison}
          comparison={comparison}
          before={before}
          after={version}
          side={side}
          view={view}
        />
      ) : (
        <FaceCanvas
          face={face}
          side={side}
          description={`${sideLabels[side]} of ${design.name}, version ${version.version}`}
          view={view}
          pins={numberedComments(design, version).filter(({ comment }) => comment.side === side)}
          chosen={shown.comment}
          onChoose={(id) => {
            change({ comment: id ?? undefined });
            focusRow(`comment ${id}`);
          }}
          onPin={pinnable ? pin : null}
          placing={placing?.side === side ? placing.place : null}
          onLeaveForm={closeForm}
          form={
            placing && (
              <CommentForm
                label="Comment"
                placeholder="What should be different here?"
                send="Pin Comment"
                onCancel={closeForm}
                onSave={(body) => save(placing, body)}
              />
            )
          }
        />
      )}
      {pinnable && !placing && (
        <Text size="sm" c="dimmed" mt="xs">
          Press a place on the postcard to pin a comment.
        </Text>
      )}
    </div>
  );
}

/** Notes that a face is shown in full size. */
function useLookedAt(address: string | null) {
  useEffect(() => {
    if (address !== null) noteLookedAt(address);
  }, [address]);
}

function Moving({ number, onCancel }: { number: number; onCancel: () => void }) {
  return (
    <Alert color="blue" variant="light" mb="xs" role="status">
      <Group justify="space-between" gap="xs">
        <Text size="sm">Press the new place of comment {number}.</Text>
        <Button size="compact-md" variant="default" onClick={onCancel}>
          Cancel
        </Button>
      </Group>
    </Alert>
  );
}
