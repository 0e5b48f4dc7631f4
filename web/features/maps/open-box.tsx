import type { Coordinates } from '../../ui/map-canvas/route-shapes.ts';
import { HouseholdBox } from './household-box.tsx';
import { householdTitle } from './household-texts.ts';
import { InfoBox, type MapPosition } from './info-box.tsx';
import { locationOf } from './map-model.ts';
import { MatchIcon } from './match-icon.tsx';
import { OfficeBox } from './office-box.tsx';
import { officeName } from './office-texts.ts';
import { type MapScreen, useMapScreen } from './screen-context.ts';
import { targetText } from './map-target.ts';
import { ZoneBox } from './zone-box.tsx';

function contentOf({ state, offices, areas, households, wording }: MapScreen) {
  const { open } = state;
  if (open === null) return null;
  if (open.kind === 'office') {
    const office = offices.find(({ id }) => id === open.id);
    return (
      office && {
        title: officeName(office),
        at: locationOf(office),
        icon: null,
        content: <OfficeBox office={office} />,
      }
    );
  }
  if (open.kind === 'household') {
    const household = households.find(({ key }) => key === open.id);
    return (
      household && {
        title: householdTitle(household.matches, wording),
        at: household.at,
        icon: <MatchIcon match={household.class} />,
        content: <HouseholdBox household={household} />,
      }
    );
  }
  for (const area of areas) {
    const zone = open.kind === 'zone' ? area.zones.find(({ id }) => id === open.id) : undefined;
    if (zone || (open.kind === 'area' && area.id === open.id)) {
      const { name, center } = zone ?? area;
      return { title: name, at: center, icon: null, content: <ZoneBox area={area} zone={zone ?? null} /> };
    }
  }
  return null;
}

export function OpenBox({
  position,
  pressedAt,
}: {
  position: MapPosition | null;
  pressedAt: Coordinates | null;
}) {
  const screen = useMapScreen();
  const box = contentOf(screen);
  const { open } = screen.state;
  if (!box || !open) return null;
  const at = pressedAt ?? box.at;
  return (
    <InfoBox
      key={targetText(open)}
      title={box.title}
      icon={box.icon}
      at={at ?? { latitude: 0, longitude: 0 }}
      // without a known place the box stands beside no point
      position={at && position}
      onClose={() => screen.open(null)}
    >
      {box.content}
    </InfoBox>
  );
}
