import { Radio, Stack, Text, TextInput } from '@mantine/core';
import { isSameListName } from '@mailcall/contract/rules/patient-columns.ts';
import { useTimeZone } from '../accounts/index.ts';
import type { UploadedFile } from './api.ts';
import { listOrigin } from './list-texts.ts';

type KnownList = UploadedFile['lists'][number];

/** Lists that a file may be meant for: those with this name and the server's suggestion, last changed first. */
export const sameNamedLists = ({ lists, sameNamed }: UploadedFile, name: string): KnownList[] =>
  lists.filter((list) => isSameListName(list.name, name) || list.id === sameNamed?.id);

/** List replaced by default; null for a new one. */
export const suggestedList = (file: UploadedFile, name: string): string | null =>
  sameNamedLists(file, name).find(({ mayReplace }) => mayReplace)?.id ?? null;

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
  const timeZone = useTimeZone(file.upload.accountId);
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
              ? 'A list with this name already exists'
              : 'A list from this file already exists'
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
                description={listOrigin(list, timeZone)}
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
              {list.archived ? 'An archived list' : 'A list'} is named {list.name} already:{' '}
              {listOrigin(list, timeZone)}. This file does not change it.
            </Text>
          ))}
      </div>
    </>
  );
}
