import { type Side, sideLabels, sides } from '@mailcall/contract/designs.ts';
import type { CheckedDesignFace } from '@mailcall/contract/provider-designs.ts';
import type { DesignFormat } from '@mailcall/contract/rules/design-formats.ts';
import { counted } from '@mailcall/contract/rules/rates.ts';
import { Alert, Button, FileButton, NativeSelect, Text } from '@mantine/core';
import { IconAlertTriangle, IconPhoto } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { explanationOf } from '../../platform/api.ts';
import { DropZone } from '../../ui/drop-zone.tsx';
import { sendFile } from './api.ts';
import { DeskFace } from './desk-face.tsx';
import classes from './designs.module.css';

export type Faces = Partial<Record<Side, CheckedDesignFace>>;

/** PDFs may have both faces, pictures come one by one. */
export function DropFaces({
  accountId,
  designId,
  formats,
  faces,
  onFaces,
  problem,
}: {
  accountId: string | null;
  designId?: string;
  formats: readonly DesignFormat[];
  faces: Faces;
  onFaces: (faces: Faces) => void;
  problem: string | null;
}) {
  const [format, setFormat] = useState<string | null>(null);
  const chosen = format ?? formats[0]?.name ?? '';
  const resetInput = useRef<() => void>(null);
  const reading = useMutation({
    mutationFn: async (given: readonly File[]) => {
      let next: Faces = given.length > 1 ? {} : faces;
      for (const [index, file] of given.slice(0, 2).entries()) {
        const side: Side = index === 1 || (next.front && !next.back) ? 'back' : 'front';
        const read = await sendFile(file, {
          accountId: accountId ?? '',
          format: chosen,
          side,
          ...(designId !== undefined && { designId }),
        }).catch((error: unknown) => {
          throw new Error(`${file.name}: ${explanationOf(error)}`);
        });
        next = {
          ...(read.length > 1 ? {} : next),
          ...Object.fromEntries(read.map((face) => [face.side, face])),
        };
        onFaces(next);
      }
    },
    // lets the person choose a corrected file of the same name
    onSettled: () => resetInput.current?.(),
  });
  const add = (given: readonly File[]) => {
    if (given.length > 0 && accountId !== null && !reading.isPending) reading.mutate(given);
  };
  const added = sides.flatMap((side) => faces[side] ?? []);
  const doubts = added.flatMap((face) => face.doubts);
  const failure = reading.error?.message ?? problem;
  return (
    <section aria-labelledby="faces" className={classes.part}>
      <h2 id="faces">Pictures</h2>
      <NativeSelect
        label="Format"
        data={formats.map(({ name }) => name)}
        value={chosen}
        onChange={(event) => {
          setFormat(event.currentTarget.value);
          // they were checked against another format
          onFaces({});
        }}
      />
      <DropZone onFiles={add}>
        <IconPhoto size={36} stroke={1.3} aria-hidden />
        <FileButton
          resetRef={resetInput}
          multiple
          onChange={add}
          accept="application/pdf,image/png,image/jpeg"
          inputProps={{ 'aria-label': 'PDF or pictures' }}
        >
          {(props) => (
            <Button
              {...props}
              h={44}
              variant="default"
              disabled={accountId === null}
              loading={reading.isPending}
            >
              Choose a PDF or two pictures
            </Button>
          )}
        </FileButton>
        <Text size="sm" c="dimmed">
          {accountId === null ? 'Choose the office first.' : 'Or drop them here.'} Up to 40 MB each.
        </Text>
      </DropZone>
      {failure !== null && (
        <Alert color="red" variant="light" role="alert" icon={<IconAlertTriangle aria-hidden />}>
          {failure}
        </Alert>
      )}
      {added.length > 0 && (
        <div className={classes.pair}>
          {added.map((face) => (
            <figure key={face.side} className={classes.figure}>
              <figcaption>
                {sideLabels[face.side]}
                {face.changed.length > 0 && `, ${counted(face.changed.length, 'changed area')}`}
                <Button
                  size="compact-sm"
                  variant="subtle"
                  aria-label={`Remove the ${face.side}`}
                  onClick={() => onFaces({ ...faces, [face.side]: undefined })}
                >
                  Remove
                </Button>
              </figcaption>
              <DeskFace
                face={face}
                side={face.side}
                description={`${sideLabels[face.side]}, as the client will see it`}
                outlines={face.changed}
              />
            </figure>
          ))}
        </div>
      )}
      <div role="status">
        {added.length > 0 &&
          (doubts.length === 0 ? (
            <Text size="sm" c="dimmed">
              Size, bleed, resolution and colors fit {chosen}.
            </Text>
          ) : (
            <Alert color="yellow" variant="light" title="Look at this before you send it">
              <ul className={classes.doubts}>
                {doubts.map((doubt) => (
                  <li key={doubt}>{doubt}</li>
                ))}
              </ul>
            </Alert>
          ))}
      </div>
    </section>
  );
}

export const imagesOf = (faces: Faces) => ({
  front: faces.front?.image ?? null,
  back: faces.back?.image ?? null,
});
