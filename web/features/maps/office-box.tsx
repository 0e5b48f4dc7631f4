import type { MapOffice } from '@mailcall/contract/maps.ts';
import { Text } from '@mantine/core';
import { ColorPicker } from './color-picker.tsx';
import classes from './info-box.module.css';
import { officeAddress, officeName, officePlaceNote } from './office-texts.ts';

export function OfficeBox({ office }: { office: MapOffice }) {
  const note = officePlaceNote(office);
  return (
    <div className={classes.content}>
      <Text size="sm" c="dimmed">
        {officeAddress(office)}
      </Text>
      {note && <Text size="sm">{note}</Text>}
      <div className={classes.color}>
        <ColorPicker
          target={{ kind: 'office', id: office.id }}
          name={officeName(office)}
          saved={office.color}
        />
        <span>Marker color</span>
      </div>
    </div>
  );
}
