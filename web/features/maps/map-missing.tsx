import { Button, Text } from '@mantine/core';
import { MapUnavailable } from '../../ui/map-canvas/map-placeholders.tsx';
import classes from './map-stage.module.css';
import { OpenBox } from './open-box.tsx';

/** Takes the place of a map that cannot be drawn; the open box is in the flow of the page. */
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

/** Says that the map is being loaded. */
export function MapIsLoading() {
  return (
    <div className={classes.loading} role="status">
      Loading map...
    </div>
  );
}

/** Says on the map that some of its shapes did not arrive. */
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
