import { Button, Text } from '@mantine/core';
import { MapUnavailable } from '../../ui/map-canvas/map-placeholders.tsx';
import classes from './map-stage.module.css';
import { OpenBox } from './open-box.tsx';

/** Shown if the map cannot be drawn; the open box is then in the page's flow. */
export function MapMissing({ onRetry }: { onRetry: () => void }) {
  return (
    <div className={classes.unavailable}>
      <div className={classes.message}>
        <MapUnavailable />
        <Button variant="default" h={44} className={classes.retry ?? ''} onClick={onRetry}>
          Retry
        </Button>
      </div>
      <OpenBox position={null} pressedAt={null} />
    </div>
  );
}

export function MapIsLoading() {
  return (
    <div className={classes.loading} role="status">
      Loading map...
    </div>
  );
}

export function NothingOnMap({ missing }: { missing: readonly string[] }) {
  if (missing.length === 0) return null;
  return (
    <div className={classes.nothing} role="status">
      <Text fw={600}>Nothing is on this map yet</Text>
      {missing.map((sentence) => (
        <Text key={sentence} size="sm">
          {sentence}
        </Text>
      ))}
      <Text size="sm">Ask your provider to add them.</Text>
    </div>
  );
}

export function ShapesMissing({ onRetry }: { onRetry: () => void }) {
  return (
    <div className={classes.incomplete} role="alert">
      <Text size="sm">Some of the mailing areas could not be loaded.</Text>
      <Button variant="default" h={44} onClick={onRetry}>
        Retry
      </Button>
    </div>
  );
}
