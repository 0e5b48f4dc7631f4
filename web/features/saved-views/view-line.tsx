import { ActionIcon, Anchor, Button } from '@mantine/core';
import type { SavedView } from '@mailcall/contract/saved-views.ts';
import { IconBookmarkFilled, IconSettings, IconX } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { paths } from '../../paths.ts';
import { toast } from '../../ui/toast.tsx';
import { changeView, failureText, savedViewQuery } from './api.ts';
import { forgetOpened } from './opened-view.ts';
import { usePresentScreen, useShowsView } from './present-screen.ts';
import { SaveViewDialog } from './save-view-dialog.tsx';
import classes from './saved-views.module.css';
import { ViewDialog } from './view-dialog.tsx';

export function ViewLine({ id }: { id: string }) {
  const { data: view } = useQuery(savedViewQuery(id));
  const isSame = useShowsView(view);
  const [dialog, setDialog] = useState<'settings' | 'save' | null>(null);
  const close = () => setDialog(null);
  // a removed or unloaded view does not belong to this screen
  if (!view) return null;
  return (
    <section className={classes.line} aria-label="View">
      <IconBookmarkFilled size={18} className={classes.mark} aria-hidden />
      <span className={classes.lineName} title={view.description}>
        {view.name}
      </span>
      <span role="status" className={classes.details}>
        {!isSame && 'Changed'}
      </span>
      {!isSame && <Differs view={view} onSaveAsNew={() => setDialog('save')} />}
      <span className={classes.lineEnd}>
        <ActionIcon
          variant="subtle"
          color="gray"
          size={44}
          aria-label="Settings of the view"
          title="Settings of the view"
          aria-haspopup="dialog"
          onClick={() => setDialog('settings')}
        >
          <IconSettings size={20} stroke={1.75} aria-hidden />
        </ActionIcon>
        <ActionIcon
          variant="subtle"
          color="gray"
          size={44}
          aria-label="Leave the view"
          title="Leave the view"
          onClick={() => {
            document.querySelector<HTMLElement>('#main h1')?.focus({ preventScroll: true });
            forgetOpened();
          }}
        >
          <IconX size={20} stroke={1.75} aria-hidden />
        </ActionIcon>
      </span>
      <ViewDialog view={dialog === 'settings' ? view : null} onClose={close} onDeleted={forgetOpened} />
      <SaveViewDialog opened={dialog === 'save'} onClose={close} />
    </section>
  );
}

function Differs({ view, onSaveAsNew }: { view: SavedView; onSaveAsNew: () => void }) {
  const screen = usePresentScreen();
  const [isBusy, setBusy] = useState(false);
  const save = async () => {
    if (!screen || isBusy) return;
    setBusy(true);
    try {
      await changeView(view, screen);
      toast('success', `“${view.name}” shows this screen now.`);
    } catch (error) {
      toast('error', failureText(error));
    } finally {
      setBusy(false);
    }
  };
  return (
    <>
      {view.canChange && (
        <Button
          variant="default"
          size="compact-md"
          className={classes.finger ?? ''}
          loading={isBusy}
          onClick={() => void save()}
        >
          Save changes
        </Button>
      )}
      <Button variant="subtle" size="compact-md" className={classes.finger ?? ''} onClick={onSaveAsNew}>
        Save as new view
      </Button>
      <Anchor
        size="sm"
        className={classes.reset ?? ''}
        renderRoot={(props) => <Link to={paths.view(view.id)} search={{}} {...props} />}
      >
        Reset
      </Anchor>
    </>
  );
}
