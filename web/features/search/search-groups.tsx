import { Spotlight } from '@mantine/spotlight';
import {
  type Icon,
  IconBookmark,
  IconBolt,
  IconBuilding,
  IconFileText,
  IconMailbox,
  IconPhone,
  IconUser,
} from '@tabler/icons-react';
import type { Choice } from './recent-choices.ts';
import type { SearchGroup, SearchItem } from './search-items.ts';

const icons: Readonly<Record<Choice['kind'], Icon>> = {
  page: IconFileText,
  command: IconBolt,
  call: IconUser,
  mailing: IconMailbox,
  line: IconPhone,
  office: IconBuilding,
  view: IconBookmark,
};

export function SearchGroups({
  groups,
  listId,
  selected,
  onChoose,
}: {
  groups: readonly SearchGroup[];
  listId: string;
  selected: number;
  onChoose: (item: SearchItem) => void;
}) {
  if (groups.length === 0) return null;
  const sizes = groups.map(({ items }) => items.length);
  const placeOf = (group: number, item: number) =>
    sizes.slice(0, group).reduce((sum, size) => sum + size, item);
  return (
    <Spotlight.ActionsList>
      <div id={listId} role="listbox" aria-label="Results">
        {groups.map(({ heading, items }, group) => (
          <Spotlight.ActionsGroup key={heading} label={heading} role="group" aria-label={heading}>
            {items.map((item, at) => (
              <ResultOption
                key={`${item.choice.kind} ${item.choice.id}`}
                item={item}
                id={`${listId}-${placeOf(group, at)}`}
                selected={placeOf(group, at) === selected}
                onChoose={() => onChoose(item)}
              />
            ))}
          </Spotlight.ActionsGroup>
        ))}
      </div>
    </Spotlight.ActionsList>
  );
}

function ResultOption({
  item: { choice, label, description },
  id,
  selected,
  onChoose,
}: {
  item: SearchItem;
  id: string;
  selected: boolean;
  onChoose: () => void;
}) {
  const Glyph = icons[choice.kind];
  return (
    <Spotlight.Action
      // the component replaces a given id
      ref={(element: HTMLButtonElement | null) => {
        if (element) element.id = id;
      }}
      role="option"
      aria-selected={selected}
      data-selected={selected || undefined}
      label={label}
      description={description || undefined}
      leftSection={<Glyph size={20} stroke={1.75} aria-hidden />}
      onClick={onChoose}
    />
  );
}
