import { type ComponentType, useEffect, useState } from 'react';
import { config } from '../platform/config.ts';
import { useKeyHelp } from '../platform/keys.ts';
import { useSession } from '../platform/session-store.ts';
import { useMobile } from '../ui/screen-width.ts';
import { toast } from '../ui/toast.tsx';
import { type OpenablePage, openablePages } from './menu-entries.ts';
import { searchKeys } from './menu-tools.tsx';

interface DialogProps {
  opened: boolean;
  onClose: () => void;
  pages: readonly OpenablePage[];
}

export function SearchLayer({
  opened,
  onOpen,
  onClose,
}: Omit<DialogProps, 'pages'> & { onOpen: () => void }) {
  const [Dialog, setDialog] = useState<ComponentType<DialogProps>>();
  useKeyHelp([{ key: searchKeys(), description: 'Search everything' }]);
  useEffect(() => {
    const handleKey = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() !== 'k' || event.altKey || event.shiftKey) return;
      if (!(event.ctrlKey || event.metaKey) || event.defaultPrevented) return;
      event.preventDefault();
      onOpen();
    };
    document.addEventListener('keydown', handleKey);
    return () => document.removeEventListener('keydown', handleKey);
  }, [onOpen]);
  useEffect(() => {
    if (!opened || Dialog) return;
    import('../features/search/index.ts').then(
      ({ SearchDialog }) => setDialog(() => SearchDialog),
      () => {
        onClose();
        toast('error', 'The search could not be loaded. Please try again.');
      },
    );
  }, [opened, Dialog, onClose]);
  const session = useSession();
  const mobile = useMobile() && !config().provider.mapsOnPhones;
  if (!Dialog || !session) return null;
  return <Dialog opened={opened} onClose={onClose} pages={openablePages(session, mobile)} />;
}
