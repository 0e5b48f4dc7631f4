import { Text } from '@mantine/core';
import classes from './map-canvas.module.css';

export function MapLoading() {
  return (
    <Text className={classes.instead ?? ''} role="status">
      Loading Map...
    </Text>
  );
}

export function MapUnavailable() {
  return (
    <Text className={classes.instead ?? ''} c="dimmed" role="status">
      The map could not be displayed. The table has the same information.
    </Text>
  );
}
