import { Radio, Stack, Text, TextInput } from '@mantine/core';
import { isSameListName } from '@mailcall/contract/rules/patient-list-name.ts';
import type { UploadedFile } from './api.ts';
import { listOrigin } from './list-texts.ts';

type KnownList = UploadedFile['lists'][number];

/** The lists that a file of this name could be meant for: those of the name, and the one that the server suggests, changed last first. */
export const sameNamedLists = ({ lists, sameNamed }: UploadedFile, name: string): KnownList[] =>
  lists.filter((list) => isSameListName(list.name, name) || list.id === sameNamed?.id);

/** The list that is replaced unless the person chooses otherwise; null for a new one. */
export const suggestedList = (file: UploadedFile, name: string): string | null =>
  sameNamedLists(file, name).find(({ mayReplace }) => mayReplace)?.id ?? null;

/** The name of the list, and, where lists have it already, whether one of them is replaced. */
export function ListNameField({
  file,
  name,
  replacedListId,
  onName,
  onReplaced,
}: {
  file: UploadedFile;
  name: string;
  replacedListId: string | null;
  onName: (name: string) => void;
  onReplaced: (listId: string | null) => void;
}) {
  const known = sameNamedLists(file, name);
  const replaceable = known.filter(({ mayReplace }) => mayReplace);
  return (
    <>
      <TextInput
        label="Name of the list"
        value={name}
        maxLength={200}
        onChange={({ currentTarget }) => onName(currentTarget.value)}
      />
      {replaceable.length > 0 && (
        <Radio.Group
          label={
            replaceable.some((list) => isSameListName(list.name, name))
              ? 'There is a list of this name already'
              : 'There is a list of this file already'
          }
          value={replacedListId ?? ''}
          onChange={(value) => onReplaced(value || null)}
        >
          <Stack gap={6} mt={6}>
            {replaceable.map((list) => (
              <Radio
                key={list.id}
                value={list.id}
                label={`Replace the rows of ${list.name}`}
                description={listOrigin(list)}
              />
            ))}
            <Radio value="" label="Add a new list" />
          </Stack>
        </Radio.Group>
      )}
      <div role="status">
        {known
          .filter(({ mayReplace }) => !mayReplace)
          .map((list) => (
            <Text key={list.id} size="sm" c="dimmed">
              {list.archived ? 'An archived list' : 'A list'} is named {list.name} already: {listOrigin(list)}
              . This file does not change it.
            </Text>
          ))}
      </div>
    </>
  );
}
