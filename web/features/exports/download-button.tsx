import { Button } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { useOpened } from '../../ui/is-displayed.ts';
import { LayerLater } from '../../ui/layer-later.tsx';
import classes from './download-button.module.css';
import { DownloadDialog, type DownloadSubject } from './download-dialog.tsx';
import { useExportsAddress } from './exports-address.ts';

/** Opens the dialog that downloads a list of calls; disabled without calls, and while they are not known. */
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
      >
        <IconDownload size={18} aria-hidden />
        <span className={classes.label}>Download</span>
      </Button>
      {subject && (
        <LayerLater opened={opened}>
          {(isOpen) => (
            <DownloadDialog
              opened={isOpen}
              onClose={() => setOpened(false)}
              subject={subject}
              onRequested={() => openExports()}
            />
          )}
        </LayerLater>
      )}
    </>
  );
}
