import { Checkbox, SegmentedControl, Text, UnstyledButton } from '@mantine/core';
import type { MailingArea, MapZone } from '@mailcall/contract/maps.ts';
import { IconChevronDown } from '@tabler/icons-react';
import { memo, useId, useState } from 'react';
import { ColorPicker } from './color-picker.tsx';
import type { MapTarget } from './map-target.ts';
import { useIsMarked, useMarkListeners } from './marks.ts';
import { NameButton, NothingHere, PanelRow, PanelSection } from './panel-parts.tsx';
import { useMapScreen } from './screen-context.ts';
import { areaShown, areasShown, isZoneShown, toggleArea, toggleZone, withArea } from './shown-parts.ts';
import classes from './side-panel.module.css';
import { allTime, mailingsText, rateText, resultsText, weeksText } from './zone-texts.ts';

export function AreasSection() {
  const { areas, area: selected, shown, changeShown, isLoading } = useMapScreen();
  const state = areasShown(areas, shown);
  return (
    <PanelSection
      title="Mailing Areas"
      count={isLoading ? undefined : areas.length}
      control={
        <Checkbox
          size="sm"
          aria-label="Show all mailing areas"
          disabled={areas.length === 0}
          checked={state === 'all'}
          indeterminate={state === 'some'}
          onChange={() =>
            changeShown((before) => ({
              shown: areasShown(areas, before.shown) === 'all' ? new Set() : 'all',
            }))
          }
        />
      }
    >
      {areas.length === 0 ? (
        <NothingHere isLoading={isLoading} />
      ) : (
        <>
          <Shade />
          <ul className={classes.rows}>
            {areas.map((area) => (
              <AreaRow
                key={area.id}
                area={area}
                isSelected={area.id === selected?.id}
                onSelect={() =>
                  changeShown((before) => ({
                    area: area.id,
                    shown: withArea(area, before.shown),
                    view: null,
                    open: null,
                  }))
                }
              />
            ))}
          </ul>
        </>
      )}
    </PanelSection>
  );
}

const shadeChoices = [
  { value: 'color', label: 'Zone color' },
  { value: 'leads', label: 'Leads' },
  { value: 'appointments', label: 'Appointments' },
];

function Shade() {
  const { state, change } = useMapScreen();
  const id = useId();
  return (
    <div className={classes.shade}>
      <Text size="xs" c="dimmed" id={id}>
        Color zones by
      </Text>
      <SegmentedControl
        size="xs"
        fullWidth
        aria-labelledby={id}
        data={shadeChoices}
        value={state.shading ?? 'color'}
        onChange={(value) =>
          change({ shading: value === 'leads' || value === 'appointments' ? value : null })
        }
      />
    </div>
  );
}

function AreaRow({
  area,
  isSelected,
  onSelect,
}: {
  area: MailingArea;
  isSelected: boolean;
  onSelect: () => void;
}) {
  const { shown: ids, changeShown } = useMapScreen();
  const [isFolded, setFolded] = useState(false);
  const id = useId();
  const target: MapTarget = { kind: 'area', id: area.id };
  const shown = areaShown(area, ids);
  const isMarked = useIsMarked(target);
  const listeners = useMarkListeners(target);
  const isOpen = isSelected && !isFolded;
  return (
    <li className={classes.area} data-open={isOpen || undefined}>
      <div className={classes.row} data-marked={isMarked || undefined} {...listeners}>
        <Checkbox
          size="sm"
          className={classes.check ?? ''}
          aria-label={`Show ${area.name}`}
          checked={shown === 'all'}
          indeterminate={shown === 'some'}
          onChange={() => changeShown((before) => ({ shown: toggleArea(area, before.shown) }))}
        />
        <ColorPicker target={target} name={area.name} saved={area.color} campaignType={area.campaignType} />
        <UnstyledButton
          className={classes.name ?? ''}
          data-faded={shown === 'none' || undefined}
          aria-expanded={isOpen}
          aria-controls={id}
          onClick={() => {
            if (isSelected) setFolded(!isFolded);
            else {
              setFolded(false);
              onSelect();
            }
          }}
        >
          <span className={classes.areaName}>
            {area.name}
            <IconChevronDown size={16} className={classes.chevron} aria-hidden />
          </span>
          <Text span size="xs" c="dimmed">
            {[area.campaignType, mailingsText(area)].filter((text) => text !== null).join(' · ')}
          </Text>
        </UnstyledButton>
      </div>
      <div id={id} hidden={!isOpen}>
        {isOpen && <AreaDetails area={area} />}
      </div>
    </li>
  );
}

function AreaDetails({ area }: { area: MailingArea }) {
  const { shown, changeShown, open } = useMapScreen();
  return (
    <div className={classes.details}>
      <Text size="xs">
        {allTime}: {resultsText(area)}, {rateText(area)}
      </Text>
      {weeksText(area) !== null && (
        <Text size="xs" c="dimmed">
          {weeksText(area)}
        </Text>
      )}
      <UnstyledButton className={classes.more ?? ''} onClick={() => open({ kind: 'area', id: area.id })}>
        Details
      </UnstyledButton>
      {area.zones.length > 0 && (
        <ul className={classes.rows} aria-label={`Zones of ${area.name}`}>
          {area.zones.map((zone) => (
            <ZoneRow
              key={zone.id}
              zone={zone}
              isShown={isZoneShown(area.id, zone.id, shown)}
              onToggle={() => changeShown((before) => ({ shown: toggleZone(area, zone.id, before.shown) }))}
            />
          ))}
        </ul>
      )}
    </div>
  );
}

const ZoneRow = memo(function ZoneRow({
  zone,
  isShown,
  onToggle,
}: {
  zone: MapZone;
  isShown: boolean;
  onToggle: () => void;
}) {
  const target: MapTarget = { kind: 'zone', id: zone.id };
  return (
    <PanelRow target={target}>
      <Checkbox
        size="sm"
        className={classes.check ?? ''}
        aria-label={`Show ${zone.name}`}
        checked={isShown}
        onChange={onToggle}
      />
      <ColorPicker target={target} name={zone.name} saved={zone.color} />
      <NameButton
        target={target}
        name={zone.name}
        faded={!isShown}
        details={[
          `${resultsText(zone)}, ${rateText(zone)}`,
          [mailingsText(zone), weeksText(zone)].filter((text) => text !== null).join(', '),
        ]}
      />
    </PanelRow>
  );
});
