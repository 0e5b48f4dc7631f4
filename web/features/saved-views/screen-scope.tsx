import { Menu } from '@mantine/core';
import { IconBookmark } from '@tabler/icons-react';
import { lazyRouteComponent } from '@tanstack/react-router';
import { Suspense, useState } from 'react';
import { preloadCodeOnHover } from '../../ui/preload.ts';
import { ScopeBar } from '../scope/index.ts';
import { useOwnAccess } from '../session/index.ts';
import { loadParts } from './load-parts.ts';

const SaveViewDialog = lazyRouteComponent(loadParts, 'SaveViewDialog');

/** Scope of a screen that can be saved as a view. */
export function ScreenScope({ accountsOnly = false }: { accountsOnly?: boolean }) {
  const [opened, setOpened] = useState<boolean | null>(null);
  if (!useOwnAccess()) return <ScopeBar accountsOnly={accountsOnly} />;
  return (
    <>
      <ScopeBar accountsOnly={accountsOnly}>
        <Menu.Item
          leftSection={<IconBookmark size={18} stroke={1.75} aria-hidden />}
          aria-haspopup="dialog"
          onClick={() => setOpened(true)}
          {...preloadCodeOnHover(SaveViewDialog)}
        >
          Save view
        </Menu.Item>
      </ScopeBar>
      {opened !== null && (
        <Suspense>
          <SaveViewDialog opened={opened} onClose={() => setOpened(false)} />
        </Suspense>
      )}
    </>
  );
}
