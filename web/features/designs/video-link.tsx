import { Button, VisuallyHidden } from '@mantine/core';
import { IconVideo } from '@tabler/icons-react';
import { config } from '../../platform/config.ts';

export function VideoLink() {
  const { conceptVideo } = config().provider;
  if (conceptVideo === null) return null;
  return (
    <Button
      component="a"
      href={conceptVideo}
      target="_blank"
      rel="noreferrer"
      variant="default"
      h={44}
      leftSection={<IconVideo size={18} aria-hidden />}
    >
      Watch the video
      <VisuallyHidden> (opens in a new tab)</VisuallyHidden>
    </Button>
  );
}
