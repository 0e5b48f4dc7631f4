import { ActionIcon, Checkbox } from '@mantine/core';
import type { MapOffice } from '@mailcall/contract/maps.ts';
import { IconEye, IconEyeOff } from '@tabler/icons-react';
import { ColorPicker } from './color-picker.tsx';
import { locationOf } from './map-model.ts';
import type { MapTarget } from './map-target.ts';
import { officeName } from './office-texts.ts';
import { NameButton, PanelRow, PanelSection } from './panel-parts.tsx';
import { useMapScreen } from './screen-context.ts';
import { listShown, toggleList, toggleOne } from './shown-parts.ts';
import classes from './side-panel.module.css';

/** More offices than this start folded. */
const maxOpenOffices = 12;

/** The offices with a known location: a checkbox for all markers, and a switch for each. */
export function OfficesSection() {
  const { offices, state, change } = useMapScreen();
  const located = offices.filter((office) => locationOf(office) !== null);
  const ids = located.map(({ id }) => id);
  const shown = listShown(ids, state.hidden);
  return (
    <PanelSection
      title="Office Locations"
      count={located.length}
      startsOpen={located.length <= maxOpenOffices}
      control={
        <Checkbox
          size="sm"
          aria-label="Show office locations"
          checked={shown === 'all'}
          indeterminate={shown === 'some'}
          onChange={() => change({ hidden: toggleList(ids, state.hidden) })}
        />
      }
    >
      <ul className={classes.rows} aria-label="Offices">
        {located.map((office) => (
          <OfficeRow key={office.id} office={office} isShown={!state.hidden.has(office.id)} />
        ))}
      </ul>
    </PanelSection>
  );
}

function OfficeRow({ office, isShown }: { office: MapOffice; isShown: boolean }) {
  const { state, change } = useMapScreen();
  const target: MapTarget = { kind: 'office', id: office.id };
  const name = officeName(office);
  const Eye = isShown ? IconEye : IconEyeOff;
  return (
    <PanelRow target={target}>
      <ActionIcon
        variant="subtle"
        color="gray"
        size={28}
        className={classes.eye ?? ''}
        aria-label={`Marker of ${name}`}
        aria-pressed={isShown}
        title={isShown ? 'Hide the marker' : 'Show the marker'}
        onClick={() => change({ hidden: toggleOne(office.id, state.hidden) })}
      >
        <Eye size={16} aria-hidden />
      </ActionIcon>
      <ColorPicker target={target} name={name} saved={office.color} />
      <NameButton target={target} name={name} faded={!isShown} />
    </PanelRow>
  );
}
