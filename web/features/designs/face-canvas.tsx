import type { Face, Side } from '@mailcall/contract/designs.ts';
import { Popover, UnstyledButton, VisuallyHidden } from '@mantine/core';
import { type KeyboardEvent, type ReactNode, useId, useState } from 'react';
import { designsChanged, imageUrl } from './api.ts';
import classes from './face-frame.module.css';
import type { Point } from './face-view.ts';
import { type NumberedComment, sideLabels } from './review-state.ts';
import type { FaceViewState } from './use-face-view.ts';

/** One press of an arrow key, as a fraction of the face; with Shift the larger one. */
const step = 0.02;
const largeStep = 0.1;

const percent = (fraction: number) => `${Math.round(fraction * 100)}%`;
const formatPosition = ({ x, y }: Point) => `${percent(x)} from the left, ${percent(y)} from the top`;
const within = (value: number) => Math.min(1, Math.max(0, value));

/** The picture of a face; a grey place with words where it cannot be loaded. */
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
        // its address may have ended: a new one comes with the design
        void designsChanged();
      }}
    />
  );
}

/**
 * A face with its pins. A press pins a comment; by keyboard the arrow keys move a cross-hair and Enter pins. Pins lie at
 * fractions of the face, so that neither zoom nor screen moves them.
 */
export function FaceCanvas({
  face,
  side,
  description,
  view,
  pins,
  chosen,
  onChoose,
  onPin,
  placing,
  form,
  onLeaveForm,
}: {
  face: Face;
  side: Side;
  description: string;
  view: FaceViewState;
  pins: readonly NumberedComment[];
  /** Id of the comment that is open. */
  chosen: string | null;
  onChoose: (id: string) => void;
  /** Pins at a place; null where nothing can be pinned. */
  onPin: ((place: Point) => void) | null;
  /** Where a new comment is being written. */
  placing: Point | null;
  form: ReactNode;
  onLeaveForm: () => void;
}) {
  const { left, top, width, height } = view.box;
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
        {onPin && <CrossHair side={side} onPin={onPin} onMove={view.show} />}
        {pins.map(({ number, comment, status }) => (
          <UnstyledButton
            key={comment.id}
            className={classes.pin}
            style={{ left: percentExact(comment.x), top: percentExact(comment.y) }}
            data-status={status}
            data-chosen={comment.id === chosen || undefined}
            data-corner={cornerOf(comment)}
            aria-label={`Comment ${number} by ${comment.author.name}, ${status}`}
            aria-pressed={comment.id === chosen}
            onClick={() => onChoose(comment.id)}
          >
            {number}
          </UnstyledButton>
        ))}
        {placing && (
          <Popover
            opened
            onChange={(opened) => {
              if (!opened) onLeaveForm();
            }}
            closeOnClickOutside={false}
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
                data-corner={cornerOf(placing)}
                data-chosen
                style={{ left: percentExact(placing.x), top: percentExact(placing.y) }}
              >
                +
              </span>
            </Popover.Target>
            <Popover.Dropdown aria-label="New comment">{form}</Popover.Dropdown>
          </Popover>
        )}
      </div>
    </div>
  );
}

/** Where a pin's tip is: pins at the right or the upper edge point there from within. */
const cornerOf = ({ x, y }: Point) => `${y < 0.08 ? 'top' : 'bottom'}-${x > 0.94 ? 'right' : 'left'}`;

const percentExact = (fraction: number) => `${fraction * 100}%`;

/** The way to pin without a pointer. */
function CrossHair({
  side,
  onPin,
  onMove,
}: {
  side: Side;
  onPin: (place: Point) => void;
  onMove: (place: Point) => void;
}) {
  const id = useId();
  const [place, setPlace] = useState<Point>({ x: 0.5, y: 0.5 });
  const [shown, setShown] = useState(false);
  const press = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const by = event.shiftKey ? largeStep : step;
    const moves: Record<string, Point> = {
      ArrowLeft: { x: -by, y: 0 },
      ArrowRight: { x: by, y: 0 },
      ArrowUp: { x: 0, y: -by },
      ArrowDown: { x: 0, y: by },
    };
    const move = moves[event.key];
    if (!move && event.key !== 'Enter' && event.key !== ' ') return;
    event.preventDefault();
    if (!move) {
      onPin(place);
      return;
    }
    const next = { x: within(place.x + move.x), y: within(place.y + move.y) };
    setPlace(next);
    onMove(next);
  };
  return (
    // so that screen readers leave the arrow keys to the cross-hair
    <div role="application" aria-label={`${sideLabels[side]} of the design`}>
      <button
        type="button"
        className={classes.surface}
        data-surface
        aria-label={`Pin a comment on the ${side}`}
        aria-describedby={`${id}-how`}
        onKeyDown={press}
        // a pointer's press is the frame's; one without a pointer is an assistive device's
        onClick={(event) => {
          if (event.detail === 0) onPin(place);
        }}
        onFocus={(event) => setShown(event.currentTarget.matches(':focus-visible'))}
        onBlur={() => setShown(false)}
      />
      <VisuallyHidden id={`${id}-how`}>
        Arrow keys move the cross-hair, with Shift by larger steps. Enter pins a comment there.
      </VisuallyHidden>
      <VisuallyHidden role="status">{shown ? formatPosition(place) : ''}</VisuallyHidden>
      {shown && (
        <span
          className={classes.cross}
          style={{ left: percentExact(place.x), top: percentExact(place.y) }}
          aria-hidden
        />
      )}
    </div>
  );
}
