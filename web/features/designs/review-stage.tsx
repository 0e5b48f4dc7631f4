import { type Design, type DesignVersion, type Face, sideLabels } from '@mailcall/contract/designs.ts';
import { Alert, Button, Group, Text } from '@mantine/core';
import { type RefObject, useEffect } from 'react';
import { useKeyHelp } from '../../platform/keys.ts';
import { EmptyCard } from '../../ui/empty-card.tsx';
import { focusRow, usePageKeys } from '../../ui/page-keys.ts';
import { markFaceViewed } from '../../ui/viewed-faces.ts';
import { CommentForm } from './comment-form.tsx';
import { CompareVersions } from './compare-versions.tsx';
import { FaceCanvas } from './face-canvas.tsx';
import type { useDisplayedReview } from './review-address.ts';
import classes from './review-screen.module.css';
import { faceOf, type NumberedComment, numberedComments } from './review-state.ts';
import { ReviewToolbar } from './review-toolbar.tsx';
import { type FaceViewState, useFaceView } from './use-face-view.ts';
import { usePinning } from './use-pinning.ts';

/** Size for a missing face, because the frame needs a shape. */
const noFace = { width: 3, height: 2 };

export function ReviewStage({
  page,
  design,
  current,
  review,
  commentable,
  moving,
  onMoved,
}: {
  page: RefObject<HTMLDivElement | null>;
  design: Design;
  current: DesignVersion;
  review: ReturnType<typeof useDisplayedReview>;
  commentable: boolean;
  moving: NumberedComment | null;
  onMoved: () => void;
}) {
  const { displayed, change } = review;
  const { version, side, comparison, before } = displayed;
  const face = faceOf(version, side);
  useMarkFaceViewed(face?.url ?? null);
  const pinning = usePinning({
    design,
    current,
    side,
    enabled: commentable && version.id === current.id && comparison === null && face !== null,
    moving,
    onMoved,
    onSaved: (id) => change({ comment: id }),
    // the form disappears; the next comment starts at its position
    onFormClosed: () =>
      page.current?.querySelector<HTMLElement>('[data-surface]')?.focus({ preventScroll: true }),
  });
  const view = useFaceView(face ?? noFace, pinning.pin ?? undefined);
  useStageKeys(page, view, () => change({ side: side === 'front' ? 'back' : 'front' }));
  return (
    <div className={classes.stage}>
      <ReviewToolbar
        design={design}
        displayed={displayed}
        view={view}
        onSide={(next) => change({ side: next })}
        onVersion={(number) =>
          change({
            version: number === current.version ? undefined : String(number),
            comment: undefined,
            compare: undefined,
          })
        }
        onCompare={(next) => change({ compare: next ?? undefined })}
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
        <PinnableFace design={design} review={review} face={face} view={view} pinning={pinning} />
      )}
      {pinning.pin && !pinning.newPin && (
        <Text size="sm" c="dimmed" mt="xs">
          Click or tap the postcard to pin a comment.
        </Text>
      )}
    </div>
  );
}

function PinnableFace({
  design,
  review: { displayed, change },
  face,
  view,
  pinning: { newPin, pin, closeForm, save },
}: {
  design: Design;
  review: ReturnType<typeof useDisplayedReview>;
  face: Face;
  view: FaceViewState;
  pinning: ReturnType<typeof usePinning>;
}) {
  const { version, side } = displayed;
  return (
    <FaceCanvas
      face={face}
      side={side}
      description={`${sideLabels[side]} of ${design.name}, version ${version.version}`}
      view={view}
      comments={numberedComments(design, version).filter(({ comment }) => comment.side === side)}
      openComment={displayed.comment}
      onOpenComment={(id) => {
        change({ comment: id });
        focusRow(`comment ${id}`);
      }}
      onPin={pin}
      newPin={newPin?.side === side ? newPin.position : null}
      form={
        newPin && (
          <CommentForm
            label="Comment"
            placeholder="What should be different here?"
            submitText="Pin comment"
            onCancel={closeForm}
            onSave={(body) => save(newPin, body)}
          />
        )
      }
    />
  );
}

function useStageKeys(
  page: RefObject<HTMLDivElement | null>,
  { zoomIn, zoomOut, zoomToFit }: FaceViewState,
  turn: () => void,
): void {
  useKeyHelp([
    { key: 'f', description: 'Turn the postcard' },
    { key: '+', description: 'Zoom in' },
    { key: '-', description: 'Zoom out' },
    { key: '0', description: 'Show the whole face' },
  ]);
  usePageKeys(page, { f: turn, '+': zoomIn, '=': zoomIn, '-': zoomOut, 0: zoomToFit });
}

function useMarkFaceViewed(address: string | null): void {
  useEffect(() => {
    if (address !== null) markFaceViewed(address);
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
