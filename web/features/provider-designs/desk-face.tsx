import type { Side } from '@mailcall/contract/designs.ts';
import { UnstyledButton } from '@mantine/core';
import { pictureUrl } from './api.ts';
import classes from './designs.module.css';

export interface Outline {
  x: number;
  y: number;
  width: number;
  height: number;
}

export interface Pin {
  id: string;
  number: number;
  x: number;
  y: number;
  label: string;
}

const percent = (fraction: number) => `${fraction * 100}%`;

/** As the client sees it, with outlines of what changed and the client's pins. */
export function DeskFace({
  face,
  side,
  description,
  outlines = [],
  pins = [],
  openPin = null,
  onPin = () => {},
}: {
  face: { url: string; width: number; height: number };
  side: Side;
  description: string;
  outlines?: readonly Outline[];
  pins?: readonly Pin[];
  openPin?: string | null;
  onPin?: (id: string) => void;
}) {
  return (
    <div className={classes.face} style={{ aspectRatio: `${face.width} / ${face.height}` }} data-side={side}>
      <img src={pictureUrl(face.url)} alt={description} draggable={false} />
      {outlines.map(({ x, y, width, height }) => (
        <span
          key={`${x} ${y} ${width}`}
          className={classes.outline}
          style={{ left: percent(x), top: percent(y), width: percent(width), height: percent(height) }}
          aria-hidden
        />
      ))}
      {pins.map(({ id, number, x, y, label }) => (
        <UnstyledButton
          key={id}
          className={classes.pin ?? ''}
          style={{ left: percent(x), top: percent(y) }}
          aria-label={label}
          aria-pressed={id === openPin}
          onClick={() => onPin(id)}
        >
          {number}
        </UnstyledButton>
      ))}
    </div>
  );
}
