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
