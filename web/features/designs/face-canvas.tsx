import { type Face, type Side, sideLabels } from '@mailcall/contract/designs.ts';
import { Popover, UnstyledButton, VisuallyHidden } from '@mantine/core';
import { type KeyboardEvent, type ReactNode, useId, useState } from 'react';
import { refetchDesigns, imageUrl } from './api.ts';
import classes from './face-frame.module.css';
import { pinShifts, type Point } from './face-view.ts';
import { lastingId, type NumberedComment } from './review-state.ts';
import type { FaceViewState } from './use-face-view.ts';

/** Distance of the cross-hair per arrow key, as a fraction of the face; with Shift the larger one. */
const step = 0.02;
const largeStep = 0.1;

const percent = (fraction: number) => `${Math.round(fraction * 100)}%`;
const formatPosition = ({ x, y }: Point) => `${percent(x)} from the left, ${percent(y)} from the top`;
const clampFraction = (value: number) => Math.min(1, Math.max(0, value));

export function FaceImage({ face, description }: { face: Face; description: string }) {
  const [failed, setFailed] = useState<string | null>(null);
  if (failed === face.url) return <div className={classes.failed}>This picture could not be loaded.</div>;
  return (
    <img
      src={imageUrl(face.url)}
      alt={description}
      draggable={false}
      className={classes.image}
      onError={() => {
        setFailed(face.url);
        // its URL may have expired; the design has a new one
        void refetchDesigns();
      }}
    />
  );
}

/** A face with its pins, as fractions of the face, so that neither zoom nor screen size moves them. */
export function FaceCanvas({
  face,
  side,
  description,
  view,
  comments,
  openComment,
  onOpenComment,
  onPin,
  newPin,
  form,
}: {
  face: Face;
  side: Side;
  description: string;
  view: FaceViewState;
  comments: readonly NumberedComment[];
  openComment: string | null;
  onOpenComment: (id: string) => void;
  onPin: ((position: Point) => void) | null;
  newPin: Point | null;
  form: ReactNode;
}) {
  const { left, top, width, height } = view.box;
  const shifts = pinShifts(
    comments.map(({ comment }) => comment),
    { width, height },
  );
  return (
    <div
      ref={view.ref}
      className={classes.frame}
      data-zoomed={view.view.zoom > 1 || undefined}
      data-pinning={onPin ? true : undefined}
      style={{ aspectRatio: `${face.width} / ${face.height}` }}
      {...view.gestures}
    >
      <div
        className={classes.box}
        style={{ left, top, width, height, visibility: view.ready ? 'visible' : 'hidden' }}
        data-face={side}
      >
        <FaceImage face={face} description={description} />
        {onPin && <CrossHair side={side} onPin={onPin} onMove={view.centerOn} />}
        {comments.map((numbered, index) => (
          <CommentPin
            key={lastingId(numbered.comment)}
            numbered={numbered}
            shift={shifts[index] ?? 0}
            isOpen={numbered.comment.id === openComment}
            onOpen={onOpenComment}
          />
        ))}
        {newPin && <NewCommentPin position={newPin} form={form} />}
      </div>
    </div>
  );
}

/** Corner of a pin that is its tip; near the right or top edge pins point there from inside. */
const cornerOf = ({ x, y }: Point) => `${y < 0.08 ? 'top' : 'bottom'}-${x > 0.94 ? 'right' : 'left'}`;

const exactPercent = (fraction: number) => `${fraction * 100}%`;
const styleAt = ({ x, y }: Point) => ({ left: exactPercent(x), top: exactPercent(y) });

function CommentPin({
  numbered: { number, comment, status },
  shift,
  isOpen,
  onOpen,
}: {
  numbered: NumberedComment;
  /** Pixels to the side of its position, where another pin is. */
  shift: number;
  isOpen: boolean;
  onOpen: (id: string) => void;
}) {
  return (
    <UnstyledButton
      className={classes.pin}
      style={{ ...styleAt(comment), ...(shift !== 0 && { translate: `${shift}px` }) }}
      data-status={status}
      data-chosen={isOpen || undefined}
      data-corner={cornerOf(comment)}
      aria-label={`Comment ${number} by ${comment.author.name}, ${status}`}
      aria-pressed={isOpen}
      onClick={() => onOpen(comment.id)}
    >
      {/* an open pin is a ring: what it marks can be read */}
      {!isOpen && number}
    </UnstyledButton>
  );
}

function NewCommentPin({ position, form }: { position: Point; form: ReactNode }) {
  return (
    <Popover
      opened
      // its form closes it
      closeOnClickOutside={false}
      closeOnEscape={false}
      position="bottom-start"
      width="min(340px, calc(100vw - 24px))"
      trapFocus
      returnFocus
      shadow="lg"
      withinPortal
      middlewares={{ flip: true, shift: { padding: 12 } }}
    >
      <Popover.Target>
        <span
          className={classes.pin}
          data-status="Draft"
          data-corner={cornerOf(position)}
          data-chosen
          style={styleAt(position)}
        />
      </Popover.Target>
      <Popover.Dropdown aria-label="New comment">{form}</Popover.Dropdown>
    </Popover>
  );
}

/** Movement of the cross-hair by a key, in fractions of the face; null for other keys. */
function moveOfKey({ key, shiftKey }: KeyboardEvent): Point | null {
  const by = shiftKey ? largeStep : step;
  switch (key) {
    case 'ArrowLeft':
      return { x: -by, y: 0 };
    case 'ArrowRight':
      return { x: by, y: 0 };
    case 'ArrowUp':
      return { x: 0, y: -by };
    case 'ArrowDown':
      return { x: 0, y: by };
    default:
      return null;
  }
}

/** Pins without a pointer. */
function CrossHair({
  side,
  onPin,
  onMove,
}: {
  side: Side;
  onPin: (position: Point) => void;
  onMove: (position: Point) => void;
}) {
  const id = useId();
  const [position, setPosition] = useState<Point>({ x: 0.5, y: 0.5 });
  const [isVisible, setVisible] = useState(false);
  const press = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const move = moveOfKey(event);
    if (!move && event.key !== 'Enter' && event.key !== ' ') return;
    event.preventDefault();
    if (!move) {
      onPin(position);
      return;
    }
    const next = { x: clampFraction(position.x + move.x), y: clampFraction(position.y + move.y) };
    setPosition(next);
    onMove(next);
  };
  return (
    // `application`: screen readers pass arrow keys on
    <div role="application" aria-label={`${sideLabels[side]} of the design`}>
      <button
        type="button"
        className={classes.surface}
        data-surface
        aria-label={`Pin a comment on the ${side}`}
        aria-describedby={`${id}-how`}
        onKeyDown={press}
        // the frame handles pointer presses; a click without one comes from an assistive device
        onClick={(event) => {
          if (event.detail === 0) onPin(position);
        }}
        onFocus={(event) => setVisible(event.currentTarget.matches(':focus-visible'))}
        onBlur={() => setVisible(false)}
      />
      <VisuallyHidden id={`${id}-how`}>
        Arrow keys move the cross-hair, with Shift by larger steps. Enter pins a comment there.
      </VisuallyHidden>
      <VisuallyHidden role="status">{isVisible ? formatPosition(position) : ''}</VisuallyHidden>
      {isVisible && <span className={classes.cross} style={styleAt(position)} aria-hidden />}
    </div>
  );
}
