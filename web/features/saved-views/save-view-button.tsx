import { ActionIcon } from '@mantine/core';
import { IconBookmark } from '@tabler/icons-react';
import { lazyRouteComponent } from '@tanstack/react-router';
import { Suspense, useState } from 'react';
import { preloadCodeOnHover } from '../../ui/preload.ts';
import { useOwnAccess } from '../session/index.ts';
import { loadParts } from './load-parts.ts';

const SaveViewDialog = lazyRouteComponent(loadParts, 'SaveViewDialog');

export function SaveViewButton() {
  const [opened, setOpened] = useState<boolean | null>(null);
  if (!useOwnAccess()) return null;
  return (
    <>
      <ActionIcon
        variant="subtle"
        color="gray"
        size={44}
        // large for a finger, small in a crowded head
        m={-6}
        aria-label="Save view"
        title="Save view"
        aria-haspopup="dialog"
        onClick={() => setOpened(true)}
        {...preloadCodeOnHover(SaveViewDialog)}
      >
        <IconBookmark size={20} stroke={1.75} aria-hidden />
      </ActionIcon>
      {opened !== null && (
        <Suspense>
          <SaveViewDialog opened={opened} onClose={() => setOpened(false)} />
        </Suspense>
      )}
    </>
  );
}
