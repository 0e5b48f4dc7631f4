import { type Design, type Side, sideLabels } from '@mailcall/contract/designs.ts';
import { UnstyledButton } from '@mantine/core';
import { IconZoomIn } from '@tabler/icons-react';
import { type ReactNode, useId, useState } from 'react';
import { refetchDesigns, imageUrl } from './api.ts';
import classes from './concepts.module.css';
import { faceOf, sidesOf } from './review-state.ts';

/** Maximum height of a thumbnail in pixels. */
const largestHeight = 220;

function Thumbnail({ design, side, onPreview }: { design: Design; side: Side; onPreview: () => void }) {
  const face = faceOf(design.currentVersion, side);
  const [failed, setFailed] = useState<string | null>(null);
  if (!face || failed === face.thumbnailUrl) {
    return <div className={classes.missing}>{sideLabels[side]} cannot be shown</div>;
  }
  return (
    <UnstyledButton
      className={classes.thumbnail}
      aria-label={`Preview the ${side} of ${design.name}`}
      onClick={onPreview}
    >
      <span
        className={classes.picture}
        // reserves the picture's space before it loads
        style={{ width: `min(100%, ${(largestHeight * face.width) / face.height}px)` }}
      >
        <img
          src={imageUrl(face.thumbnailUrl)}
          alt=""
          width={face.width}
          height={face.height}
          onError={() => {
            setFailed(face.thumbnailUrl);
            // its URL may have expired; the design has a new one
            void refetchDesigns();
          }}
        />
        <span className={classes.magnifier} aria-hidden>
          <IconZoomIn size={18} />
        </span>
      </span>
    </UnstyledButton>
  );
}

export function ConceptCard({
  design,
  isChosen = false,
  onPreview,
  foot,
}: {
  design: Design;
  isChosen?: boolean;
  onPreview: (side: Side) => void;
  foot: ReactNode;
}) {
  const sides = design.currentVersion ? sidesOf(design.currentVersion) : [];
  return (
    <div className={classes.card} data-chosen={isChosen || undefined}>
      <div className={classes.faces}>
        {sides.map((side) => (
          <Thumbnail key={side} design={design} side={side} onPreview={() => onPreview(side)} />
        ))}
      </div>
      {foot}
    </div>
  );
}

export function ConceptChoiceCard({
  design,
  chosen,
  onChoose,
  onPreview,
}: {
  design: Design;
  chosen: boolean;
  onChoose: () => void;
  onPreview: (side: Side) => void;
}) {
  const id = useId();
  return (
    <ConceptCard
      design={design}
      isChosen={chosen}
      onPreview={onPreview}
      foot={
        <label className={classes.choice} htmlFor={id}>
          <input id={id} type="radio" name="concept" checked={chosen} onChange={onChoose} />
          <span className={classes.name}>{design.name}</span>
        </label>
      }
    />
  );
}

export function FaceChoice({
  side,
  designs,
  chosen,
  onChoose,
  onPreview,
}: {
  side: Side;
  designs: readonly Design[];
  chosen: string | null;
  onChoose: (id: string) => void;
  onPreview: (design: Design) => void;
}) {
  const id = useId();
  return (
    <fieldset className={classes.set}>
      <legend className={classes.legend}>{sideLabels[side]}</legend>
      <div className={classes.grid}>
        {designs
          .filter(({ currentVersion }) => faceOf(currentVersion, side) !== null)
          .map((design) => (
            <div key={design.id} className={classes.card} data-chosen={design.id === chosen || undefined}>
              <Thumbnail design={design} side={side} onPreview={() => onPreview(design)} />
              <label className={classes.choice} htmlFor={`${id}-${design.id}`}>
                <input
                  id={`${id}-${design.id}`}
                  type="radio"
                  name={`${side}-concept`}
                  checked={design.id === chosen}
                  onChange={() => onChoose(design.id)}
                />
                <span className={classes.name}>{design.name}</span>
              </label>
            </div>
          ))}
      </div>
    </fieldset>
  );
}
