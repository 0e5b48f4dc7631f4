import { Anchor, Text } from '@mantine/core';
import type { MailingArea, MapZone } from '@mailcall/contract/maps.ts';
import { thousands } from '@mailcall/contract/rules/rates.ts';
import { IconPhone } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useAddress } from '../../platform/address.ts';
import { useAccountName } from '../accounts/index.ts';
import { callsOf, mailingsOf } from './calls-address.ts';
import { ColorPicker } from './color-picker.tsx';
import { Facts } from './facts.tsx';
import { fromOffice } from './from-office.ts';
import classes from './info-box.module.css';
import type { MapTarget } from './map-target.ts';
import { useMapScreen } from './screen-context.ts';
import { perThousandText } from './shading.ts';
import { allTime, rateText, weeksText } from './zone-texts.ts';

export function ZoneBox({ area, zone }: { area: MailingArea; zone: MapZone | null }) {
  const { offices, performance } = useMapScreen();
  const nameOf = useAccountName();
  const place = zone ?? area;
  const target: MapTarget = zone ? { kind: 'zone', id: zone.id } : { kind: 'area', id: area.id };
  const results = performance?.get(`${target.kind}:${target.id}`);
  // an area's results are the sum of its zones' results
  const isMeasured = results !== undefined || zone !== null || area.zones.length === 0;
  return (
    <div className={classes.content}>
      <Text size="sm" c="dimmed">
        {[
          zone ? area.name : nameOf({ accountId: area.accountId, accountName: area.account }),
          area.campaignType,
        ]
          .filter((text) => text !== null)
          .join(' · ')}
      </Text>
      <div className={classes.color}>
        <ColorPicker target={target} name={place.name} saved={place.color} campaignType={area.campaignType} />
        <span>Color on the map</span>
      </div>
      <Facts
        title={allTime}
        facts={[
          ['Leads', thousands(place.totalLeads)],
          ['Appointments', thousands(place.totalAppointments)],
          ['Conversion rate', rateText(place)],
          ['Mailings', thousands(place.mailingsCount)],
          ['Delivery weeks', weeksText(place)],
        ]}
      />
      {performance && isMeasured && (
        <Facts
          title="Mailings in the selected dates"
          facts={[
            ['Leads per 1,000 pieces', results ? perThousandText(results.leadsPerThousand) : 'No mailing'],
            [
              'Appointments per 1,000 pieces',
              results ? perThousandText(results.appointmentsPerThousand) : 'No mailing',
            ],
          ]}
        />
      )}
      <Facts
        facts={[
          ['Households', place.quantity === null ? null : thousands(place.quantity)],
          ['Carrier routes', place.carrierRoutes.length === 0 ? null : thousands(place.carrierRoutes.length)],
          ['From the office', fromOffice(place.center, area.accountId, offices)?.text ?? null],
        ]}
      />
      <CallsLink area={area} zone={zone} />
    </div>
  );
}

function CallsLink({ area, zone }: { area: MailingArea; zone: MapZone | null }) {
  const link = callsOf(mailingsOf(area, zone), useAddress());
  return (
    link && (
      <Anchor
        className={classes.link ?? ''}
        renderRoot={(props) => <Link to={link.to} search={link.search as never} {...props} />}
      >
        <IconPhone size={16} aria-hidden />
        {link.text}
      </Anchor>
    )
  );
}
