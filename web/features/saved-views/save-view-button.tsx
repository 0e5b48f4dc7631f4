import { ActionIcon } from '@mantine/core';
import { IconBookmark } from '@tabler/icons-react';
import { lazyRouteComponent } from '@tanstack/react-router';
import { Suspense, useState } from 'react';
import { loadsAhead } from '../../ui/loads-ahead.ts';
import { useOwnAccess } from '../session/index.ts';
import { loadParts } from './load-parts.ts';

const SaveViewDialog = lazyRouteComponent(loadParts, 'SaveViewDialog');

/** Saves the present screen as a view. What it opens is loaded when somebody comes to it. */
export function SaveViewButton() {
  const [opened, setOpened] = useState<boolean | null>(null);
  if (!useOwnAccess()) return null;
  return (
    <>
      <ActionIcon
        variant="subtle"
        color="gray"
        size={44}
        // large for a finger, and little of a head that has no room
        m={-6}
        aria-label="Save view"
        title="Save view"
        aria-haspopup="dialog"
        onClick={() => setOpened(true)}
        {...loadsAhead(SaveViewDialog)}
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
