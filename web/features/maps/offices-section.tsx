import { ActionIcon, Checkbox, Text } from '@mantine/core';
import type { MapOffice } from '@mailcall/contract/maps.ts';
import { IconEye, IconEyeOff } from '@tabler/icons-react';
import { counted } from '@mailcall/contract/rules/rates.ts';
import { ColorPicker } from './color-picker.tsx';
import { locationOf } from './map-model.ts';
import type { MapTarget } from './map-target.ts';
import { officeName, officePlace } from './office-texts.ts';
import { NameButton, NothingHere, PanelRow, PanelSection } from './panel-parts.tsx';
import { useMapScreen } from './screen-context.ts';
import { listShown, toggleList, toggleOne } from './shown-parts.ts';
import classes from './side-panel.module.css';

/** Above this number of offices the section starts folded. */
const maxOpenOffices = 12;

export function OfficesSection() {
  const { offices, state, change, isLoading } = useMapScreen();
  const located = offices.filter((office) => locationOf(office) !== null);
  const ids = located.map(({ id }) => id);
  const shown = listShown(ids, state.hidden);
  return (
    <PanelSection
      title="Office Locations"
      count={isLoading ? undefined : located.length}
      startsOpen={located.length <= maxOpenOffices}
      control={
        <Checkbox
          size="sm"
          aria-label="Show office locations"
          disabled={located.length === 0}
          checked={located.length > 0 && shown === 'all'}
          indeterminate={shown === 'some'}
          onChange={() => change(({ hidden }) => ({ hidden: toggleList(ids, hidden) }))}
        />
      }
    >
      {located.length === 0 ? (
        <NothingHere isLoading={isLoading} />
      ) : (
        <ul className={classes.rows} aria-label="Offices">
          {located.map((office) => (
            <OfficeRow key={office.id} office={office} isShown={!state.hidden.has(office.id)} />
          ))}
        </ul>
      )}
      {offices.length > located.length && (
        <Text size="xs" c="dimmed" className={classes.empty ?? ''}>
          {counted(offices.length - located.length, 'office is', 'offices are')} not on the map: no
          coordinates, and no known ZIP code.
        </Text>
      )}
    </PanelSection>
  );
}

function OfficeRow({ office, isShown }: { office: MapOffice; isShown: boolean }) {
  const { change } = useMapScreen();
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
        onClick={() => change(({ hidden }) => ({ hidden: toggleOne(office.id, hidden) }))}
      >
        <Eye size={16} aria-hidden />
      </ActionIcon>
      <ColorPicker target={target} name={name} saved={office.color} />
      <NameButton
        target={target}
        name={name}
        details={[office.locationSource === 'zip' ? officePlace(office) : null]}
        faded={!isShown}
      />
    </PanelRow>
  );
}
