import { Group, Loader, LoadingOverlay, Text, VisuallyHidden } from '@mantine/core';
import type { ReactNode } from 'react';
import classes from './loading-cover.module.css';

export function LoadingCover({
  loading,
  text,
  headHeight,
  children,
}: {
  loading: boolean;
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
