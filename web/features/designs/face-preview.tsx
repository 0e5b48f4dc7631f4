import { type DesignVersion, type Side, sideLabels } from '@mailcall/contract/designs.ts';
import { Modal, SegmentedControl, Stack } from '@mantine/core';
import { useState } from 'react';
import { FaceImage } from './face-canvas.tsx';
import classes from './face-preview.module.css';
import { faceOf } from './review-state.ts';

export function FacePreview({
  title,
  version,
  sides,
  first,
  onClose,
}: {
  title: string;
  version: DesignVersion;
  sides: readonly Side[];
  first: Side;
  onClose: () => void;
}) {
  const [side, setSide] = useState(first);
  const face = faceOf(version, side);
  return (
    <Modal opened onClose={onClose} fullScreen title={title} closeButtonProps={{ 'aria-label': 'Close' }}>
      <Stack align="center" gap="md">
        {sides.length > 1 && (
          <SegmentedControl
            aria-label="Side"
            value={side}
            onChange={(value) => setSide(value)}
            data={sides.map((one) => ({ value: one, label: sideLabels[one] }))}
            size="md"
            classNames={{ label: classes.choice ?? '' }}
          />
        )}
        {face && (
          <div className={classes.face} style={{ aspectRatio: `${face.width} / ${face.height}` }}>
            <FaceImage face={face} description={`${sideLabels[side]} of ${title}`} />
          </div>
        )}
      </Stack>
    </Modal>
  );
}
