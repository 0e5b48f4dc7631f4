import { Button } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { lazyRouteComponent } from '@tanstack/react-router';
import { Suspense } from 'react';
import { useOpened } from '../../ui/keep-mounted.tsx';
import { DeferredLayer } from '../../ui/deferred.tsx';
import { preloadCodeOnHover } from '../../ui/preload.ts';
import classes from './download-button.module.css';
import type { DownloadSubject } from './download-dialog.tsx';
import { useExportsAddress } from './exports-address.ts';

/** Loaded on hover of its button. */
const DownloadDialog = lazyRouteComponent(() => import('./download-dialog.tsx'), 'DownloadDialog');

export function DownloadButton({ subject }: { subject: DownloadSubject | null }) {
  const [opened, setOpened] = useOpened();
  const { open: openExports } = useExportsAddress();
  const isEmpty = subject === null || subject.calls === 0;
  return (
    <>
      <Button
        variant="default"
        className={classes.button}
        aria-label="Download"
        title={isEmpty ? 'There is nothing to download' : undefined}
        disabled={isEmpty}
        onClick={() => setOpened(true)}
        {...preloadCodeOnHover(DownloadDialog)}
      >
        <IconDownload size={18} aria-hidden />
        <span className={classes.label}>Download</span>
      </Button>
      {subject && (
        <DeferredLayer opened={opened}>
          {(isOpen) => (
            <Suspense>
              <DownloadDialog
                opened={isOpen}
                onClose={() => setOpened(false)}
                subject={subject}
                onRequested={() => openExports()}
              />
            </Suspense>
          )}
        </DeferredLayer>
      )}
    </>
  );
}
