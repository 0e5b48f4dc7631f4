import { type DesignVersion, type Face, type Side, sideLabels } from '@mailcall/contract/designs.ts';
import { Slider, Text } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { EmptyCard } from '../../ui/empty-card.tsx';
import classes from './compare-versions.module.css';
import frame from './face-frame.module.css';
import { FaceImage } from './face-canvas.tsx';
import { fittedBoxInPercent } from './face-view.ts';
import type { Comparison } from './review-address.ts';
import { faceOf } from './review-state.ts';
import type { FaceViewState } from './use-face-view.ts';

interface ComparedFace {
  version: DesignVersion;
  side: Side;
  face: Face;
  /** Box inside the newer face's box. Shapes may differ, and neither is stretched. */
  style: { left: string; top: string; width: string; height: string };
}

const percent = (value: number) => `${value}%`;

function comparedFace(version: DesignVersion, side: Side, face: Face, newer: Face): ComparedFace {
  const { left, top, width, height } = fittedBoxInPercent(face, newer);
  const style = { left: percent(left), top: percent(top), width: percent(width), height: percent(height) };
  return { version, side, face, style };
}

export function CompareVersions({
  comparison,
  before,
  after,
  side,
  view,
}: {
  comparison: Comparison;
  before: DesignVersion;
  after: DesignVersion;
  side: Side;
  view: FaceViewState;
}) {
  const [oldFace, newFace] = [faceOf(before, side), faceOf(after, side)];
  if (!oldFace || !newFace) {
    return <EmptyCard text={`Version ${before.version} has no ${side} to compare with.`} />;
  }
  const older = comparedFace(before, side, oldFace, newFace);
  const newer = comparedFace(after, side, newFace, newFace);
  switch (comparison) {
    case 'side-by-side':
      return <SideBySide older={older} newer={newer} view={view} />;
    case 'swipe':
      return <Swipe older={older} newer={newer} view={view} />;
    case 'difference':
      return <Difference older={older} newer={newer} view={view} />;
  }
}

interface ComparisonProps {
  older: ComparedFace;
  newer: ComparedFace;
  view: FaceViewState;
}

function SideBySide({ older, newer, view }: ComparisonProps) {
  return (
    <div className={classes.pair} data-upright={newer.face.height > newer.face.width || undefined}>
      {[older, newer].map((compared) => (
        <figure key={compared.version.id} className={classes.half}>
          <figcaption className={classes.caption}>Version {compared.version.version}</figcaption>
          <ComparisonFrame shape={newer.face} view={view} isMeasured={compared === older}>
            <Layer compared={compared} />
          </ComparisonFrame>
        </figure>
      ))}
    </div>
  );
}

function Swipe({ older, newer, view }: ComparisonProps) {
  const [share, setShare] = useState(50);
  return (
    <div>
      <ComparisonFrame shape={newer.face} view={view} isMeasured isStacked>
        <Layer compared={older} />
        <Layer compared={newer} clipPath={`inset(0 0 0 ${share}%)`} />
        <span className={classes.edge} style={{ left: `${share}%` }} aria-hidden />
      </ComparisonFrame>
      <div className={classes.swipe}>
        <Text size="sm" aria-hidden>
          Version {older.version.version}
        </Text>
        <Slider
          className={classes.slider ?? ''}
          value={share}
          onChange={setShare}
          label={null}
          size="lg"
          thumbSize={28}
          thumbLabel={`How much of version ${older.version.version} shows, in percent`}
        />
        <Text size="sm" aria-hidden>
          Version {newer.version.version}
        </Text>
      </div>
    </div>
  );
}

function Difference({ older, newer, view }: ComparisonProps) {
  return (
    <div>
      <ComparisonFrame shape={newer.face} view={view} isMeasured isStacked isInverted>
        <Layer compared={older} />
        <Layer compared={newer} isDifference />
      </ComparisonFrame>
      <Text size="sm" c="dimmed" mt="xs">
        White areas are the same in versions {older.version.version} and {newer.version.version}; all others
        have changed.
      </Text>
    </div>
  );
}

function ComparisonFrame({
  shape,
  view,
  isMeasured,
  isStacked = false,
  isInverted = false,
  children,
}: {
  shape: Face;
  view: FaceViewState;
  isMeasured: boolean;
  isStacked?: boolean;
  /** A difference is black where nothing changed: paper is white. */
  isInverted?: boolean;
  children: ReactNode;
}) {
  const { left, top, width, height } = view.box;
  return (
    <div
      ref={isMeasured ? view.ref : undefined}
      className={frame.frame}
      data-zoomed={view.view.zoom > 1 || undefined}
      style={{ aspectRatio: `${shape.width} / ${shape.height}` }}
      {...view.gestures}
    >
      <div
        className={isStacked ? `${classes.box} ${classes.stack}` : classes.box}
        data-inverted={isInverted || undefined}
        style={{ left, top, width, height }}
      >
        {children}
      </div>
    </div>
  );
}

function Layer({
  compared: { version, side, face, style },
  clipPath,
  isDifference = false,
}: {
  compared: ComparedFace;
  clipPath?: string;
  isDifference?: boolean;
}) {
  return (
    <div
      className={classes.layer}
      data-difference={isDifference || undefined}
      style={clipPath === undefined ? style : { ...style, clipPath }}
    >
      <FaceImage face={face} description={`${sideLabels[side]} of version ${version.version}`} />
    </div>
  );
}
