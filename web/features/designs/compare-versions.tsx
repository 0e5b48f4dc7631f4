import type { DesignVersion, Face, Side } from '@mailcall/contract/designs.ts';
import { Slider, Text } from '@mantine/core';
import { useState } from 'react';
import { EmptyCard } from '../../ui/empty-card.tsx';
import classes from './compare-versions.module.css';
import frame from './face-frame.module.css';
import { FaceImage } from './face-canvas.tsx';
import { placedWithin } from './face-view.ts';
import type { Comparison } from './review-address.ts';
import { faceOf, sideLabels } from './review-state.ts';
import { type FaceViewState } from './use-face-view.ts';

const named = (version: DesignVersion, side: Side) => `${sideLabels[side]} of version ${version.version}`;

const percent = (value: number) => `${value}%`;

/** Where a face is drawn within the place of the newer one: versions may differ in shape, and none is stretched. */
function placeIn(face: Face, newer: Face) {
  const { left, top, width, height } = placedWithin(face, newer);
  return { left: percent(left), top: percent(top), width: percent(width), height: percent(height) };
}

/** A version beside the one before, or upon it: zoomed and moved together. */
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
  const [share, setShare] = useState(50);
  const [old, now] = [faceOf(before, side), faceOf(after, side)];
  if (!old || !now) return <EmptyCard text={`Version ${before.version} has no ${side} to compare with.`} />;
  const { left, top, width, height } = view.box;
  const box = { left, top, width, height };
  const shape = { aspectRatio: `${now.width} / ${now.height}` };
  const picture = (version: DesignVersion, face: Face) => (
    <FaceImage face={face} description={named(version, side)} />
  );
  const [oldPlace, nowPlace] = [placeIn(old, now), placeIn(now, now)];

  if (comparison === 'side-by-side') {
    return (
      <div className={classes.pair}>
        {[
          { version: before, face: old, place: oldPlace },
          { version: after, face: now, place: nowPlace },
        ].map(({ version, face, place }, index) => (
          <figure key={version.id} className={classes.half}>
            <figcaption className={classes.caption}>Version {version.version}</figcaption>
            <div
              ref={index === 0 ? view.ref : undefined}
              className={frame.frame}
              data-zoomed={view.view.zoom > 1 || undefined}
              style={shape}
              {...view.gestures}
            >
              <div className={classes.box} style={box}>
                <div className={classes.layer} style={place}>
                  {picture(version, face)}
                </div>
              </div>
            </div>
          </figure>
        ))}
      </div>
    );
  }
  return (
    <div>
      <div
        ref={view.ref}
        className={frame.frame}
        data-zoomed={view.view.zoom > 1 || undefined}
        style={shape}
        {...view.gestures}
      >
        <div className={`${classes.box} ${classes.stack}`} style={box}>
          <div className={classes.layer} style={oldPlace}>
            {picture(before, old)}
          </div>
          <div
            className={classes.layer}
            data-difference={comparison === 'difference' || undefined}
            style={comparison === 'swipe' ? { ...nowPlace, clipPath: `inset(0 0 0 ${share}%)` } : nowPlace}
          >
            {picture(after, now)}
          </div>
          {comparison === 'swipe' && (
            <span className={classes.edge} style={{ left: `${share}%` }} aria-hidden />
          )}
        </div>
      </div>
      {comparison === 'swipe' ? (
        <div className={classes.swipe}>
          <Text size="sm" aria-hidden>
            Version {before.version}
          </Text>
          <Slider
            className={classes.slider ?? ''}
            value={share}
            onChange={setShare}
            label={null}
            size="lg"
            thumbSize={28}
            thumbLabel={`How much of version ${before.version} shows, in percent`}
          />
          <Text size="sm" aria-hidden>
            Version {after.version}
          </Text>
        </div>
      ) : (
        <Text size="sm" c="dimmed" mt="xs">
          Black is what stayed the same between versions {before.version} and {after.version}; what shines has
          changed.
        </Text>
      )}
    </div>
  );
}
