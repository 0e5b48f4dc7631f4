import { Group, Loader, LoadingOverlay, Text, VisuallyHidden } from '@mantine/core';
import type { ReactNode } from 'react';
import classes from './loading-cover.module.css';

/**
 * A list or table whose rows are covered while others are loaded. Its headings and its buttons to sort by stay free and can be
 * pressed again.
 */
export function LoadingCover({
  loading,
  text,
  headHeight,
  children,
}: {
  loading: boolean;
  /** What is being loaded. */
  text: string;
  /** Height in pixels of the headings or buttons above the rows. */
  headHeight: number;
  children: ReactNode;
}) {
  return (
    <div className={classes.container} data-covered={loading || undefined}>
      <VisuallyHidden role="status">{loading ? text : ''}</VisuallyHidden>
      <LoadingOverlay
        visible={loading}
        style={{ top: headHeight }}
        className={classes.overlay ?? ''}
        overlayProps={{ className: classes.cover }}
        loaderProps={{
          children: (
            <Group gap="sm" className={classes.indicator}>
              <Loader size="sm" />
              <Text size="sm">{text}</Text>
            </Group>
          ),
        }}
      />
      {children}
    </div>
  );
}
