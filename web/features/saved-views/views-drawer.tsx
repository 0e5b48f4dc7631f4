import { ActionIcon, Badge, Group, Skeleton, Text, TextInput, Title } from '@mantine/core';
import type { SavedView } from '@mailcall/contract/saved-views.ts';
import { matchesSearch } from '@mailcall/contract/rules/search-text.ts';
import { IconSearch, IconSettings } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useId, useState } from 'react';
import { paths } from '../../paths.ts';
import { Answer } from '../../ui/answer.tsx';
import { DeferredLayer } from '../../ui/deferred.tsx';
import { SideDrawer } from '../../ui/side-drawer.tsx';
import { savedViewsQuery } from './api.ts';
import classes from './saved-views.module.css';
import { mailText, ownerText, ViewDialog } from './view-dialog.tsx';

const minViewsForSearch = 8;

export function ViewsDrawer({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  const [editedId, setEditedId] = useState<string | null>(null);
  const query = useQuery({ ...savedViewsQuery, enabled: opened });
  const edited = query.data?.find(({ id }) => id === editedId) ?? null;
  return (
    <DeferredLayer opened={opened}>
      {(isOpen) => (
        <>
          <SideDrawer opened={isOpen} onClose={onClose} title="Views" covered={edited !== null}>
            <Answer
              query={query}
              skeleton={<Skeleton height={160} />}
              isEmpty={(views) => views.length === 0}
              empty={
                <Text c="dimmed">
                  No views yet. Choose accounts, dates and filters on a screen. Then press “Save view” in the
                  menu beside them.
                </Text>
              }
            >
              {(views) => <Views views={views} onOpen={onClose} onEdit={setEditedId} />}
            </Answer>
          </SideDrawer>
          <ViewDialog view={isOpen ? edited : null} onClose={() => setEditedId(null)} />
        </>
      )}
    </DeferredLayer>
  );
}

function Views({
  views,
  onOpen,
  onEdit,
}: {
  views: readonly SavedView[];
  onOpen: () => void;
  onEdit: (id: string) => void;
}) {
  const [text, setText] = useState('');
  const found = views.filter(({ name, description }) => matchesSearch([`${name} ${description}`], text));
  const groups = [...Map.groupBy(found, ({ sharedWith }) => sharedWith?.id ?? '')].sort(
    ([, [one]], [, [other]]) =>
      (one?.sharedWith?.name ?? '').localeCompare(other?.sharedWith?.name ?? '', 'en-US'),
  );
  return (
    <>
      {views.length >= minViewsForSearch && (
        <TextInput
          aria-label="Search views"
          placeholder="Search views"
          leftSection={<IconSearch size={18} stroke={1.75} aria-hidden />}
          maxLength={200}
          value={text}
          onChange={({ currentTarget }) => setText(currentTarget.value)}
        />
      )}
      {groups.map(([id, ofGroup]) => (
        <ViewGroup
          key={id}
          title={ofGroup[0]?.sharedWith ? `Shared with ${ofGroup[0].sharedWith.name}` : 'Only me'}
          views={ofGroup}
          onOpen={onOpen}
          onEdit={onEdit}
        />
      ))}
      {found.length === 0 && (
        <Text c="dimmed" role="status">
          No views match.
        </Text>
      )}
    </>
  );
}

function ViewGroup({
  title,
  views,
  onOpen,
  onEdit,
}: {
  title: string;
  views: readonly SavedView[];
  onOpen: () => void;
  onEdit: (id: string) => void;
}) {
  const id = useId();
  return (
    <section aria-labelledby={id} className={classes.group}>
      <Title order={3} size="h5" id={id}>
        {title}
      </Title>
      <ul className={classes.list}>
        {views.map((view) => (
          <li key={view.id} className={classes.item}>
            <Link to={paths.view(view.id)} search={{}} className={classes.link ?? ''} onClick={onOpen}>
              <span className={classes.name}>{view.name}</span>
              <span className={classes.details}>
                {[view.description, ownerText(view)].filter(Boolean).join(' · ')}
              </span>
              <Marks view={view} />
            </Link>
            <ActionIcon
              variant="subtle"
              color="gray"
              size={44}
              aria-label={`Settings of ${view.name}`}
              title="Settings of the view"
              aria-haspopup="dialog"
              onClick={() => onEdit(view.id)}
            >
              <IconSettings size={20} stroke={1.75} aria-hidden />
            </ActionIcon>
          </li>
        ))}
      </ul>
    </section>
  );
}

function Marks({ view }: { view: SavedView }) {
  const texts = [view.isStartPage ? 'Start page' : '', mailText(view)].filter(Boolean);
  if (texts.length === 0) return null;
  return (
    <Group component="span" gap={6} mt={4}>
      {texts.map((text) => (
        <Badge key={text} component="span" variant="light" size="sm" tt="none">
          {text}
        </Badge>
      ))}
    </Group>
  );
}
