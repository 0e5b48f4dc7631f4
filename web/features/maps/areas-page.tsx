import { Button, Skeleton, Text } from '@mantine/core';
import type { MailingArea, MapZone } from '@mailcall/contract/maps.ts';
import { messages } from '@mailcall/contract/rules/messages.ts';
import { counted } from '@mailcall/contract/rules/rates.ts';
import { IconArrowLeft, IconChevronRight } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useMemo, useState } from 'react';
import { paths } from '../../paths.ts';
import { useAddress, useAddressPart } from '../../platform/address.ts';
import { Failed } from '../../ui/answer.tsx';
import { EmptyCard } from '../../ui/empty-card.tsx';
import { PageHead } from '../../ui/page-head.tsx';
import { PageLink } from '../../ui/page-link.tsx';
import { useAccountName } from '../accounts/index.ts';
import { ScopeBar, scopeNames, type ScopeState, useScope } from '../scope/index.ts';
import { areasQuery } from './api.ts';
import classes from './areas-page.module.css';
import { callsOf, mailingsOf } from './calls-address.ts';
import { displayedAreas } from './map-model.ts';
import { allTime, mailingsText, rateText, resultsText, type Totals, weeksText } from './zone-texts.ts';

/** Areas drawn at first, and with each press of the button; a group can have hundreds. */
const areasAtOnce = 30;

/** What the map screen says about areas and zones, without a map. */
export function AreasPage() {
  const scope = useScope();
  return (
    <>
      <PageLink to={paths.campaigns} search={useAddressPart(scopeNames)} icon={IconArrowLeft}>
        Campaigns
      </PageLink>
      <PageHead title="Areas and Zones" aside={<ScopeBar accountsOnly />}>
        <Text size="sm" c="dimmed">
          Where your mail went, and what it brought.
        </Text>
      </PageHead>
      {scope.accountIds.length === 0 ? (
        <EmptyCard text={messages.noAccountsSelected} />
      ) : (
        <Areas key={JSON.stringify(scope.scope.accountIds)} scope={scope} />
      )}
    </>
  );
}

function Areas({ scope }: { scope: ScopeState }) {
  const query = useQuery(areasQuery(scope.query));
  const areas = useMemo(() => displayedAreas(query.data?.records ?? []), [query.data]);
  const [drawn, setDrawn] = useState(areasAtOnce);
  if (query.isError && !query.data)
    return <Failed error={query.error} onRetry={() => void query.refetch()} />;
  if (query.isPending)
    return (
      <div role="status" aria-label="Loading areas">
        <Skeleton h={220} radius="md" />
      </div>
    );
  if (areas.length === 0) return <EmptyCard text="No mailing areas with carrier routes yet" />;
  return (
    <div className={classes.areas}>
      {areas.slice(0, drawn).map((area) => (
        <Area key={area.id} area={area} isNamed={scope.accountIds.length > 1} />
      ))}
      {areas.length > drawn && (
        <Button variant="default" h={44} onClick={() => setDrawn(drawn + areasAtOnce)}>
          Show {counted(Math.min(areasAtOnce, areas.length - drawn), 'more area', 'more areas')}
        </Button>
      )}
    </div>
  );
}

/** Best first: by appointments, then by leads. */
const byResults = (one: Totals, other: Totals) =>
  other.totalAppointments - one.totalAppointments || other.totalLeads - one.totalLeads;

function Area({ area, isNamed }: { area: MailingArea; isNamed: boolean }) {
  const nameOf = useAccountName();
  const office = isNamed ? nameOf({ accountId: area.accountId, accountName: area.account }) : null;
  const zones = useMemo(() => area.zones.toSorted(byResults), [area]);
  return (
    <section className={classes.area} aria-label={area.name}>
      <div className={classes.head}>
        <h2 className={classes.title}>{area.name}</h2>
        <Text size="xs" c="dimmed">
          {[office, area.campaignType, allTime].filter((text) => text !== null).join(' · ')}
        </Text>
      </div>
      <ul className={classes.rows}>
        <Place area={area} zone={null} name={zones.length === 0 ? 'All mailings' : 'All zones'} />
        {zones.map((zone) => (
          <Place key={zone.id} area={area} zone={zone} name={zone.name} />
        ))}
      </ul>
    </section>
  );
}

/** One place with its results; leads to its calls, if anything was mailed there. */
function Place({ area, zone, name }: { area: MailingArea; zone: MapZone | null; name: string }) {
  const link = callsOf(mailingsOf(area, zone), useAddress());
  const place = zone ?? area;
  const content = (
    <>
      <span className={classes.name}>
        {name}
        <Text span size="xs">
          {resultsText(place)}
        </Text>
        <Text span size="xs" c="dimmed">
          {[mailingsText(place), weeksText(place)].filter((text) => text !== null).join(' · ')}
        </Text>
      </span>
      <span className={classes.rate}>{rateText(place)}</span>
      {link && <IconChevronRight size={16} aria-hidden className={classes.arrow ?? ''} />}
    </>
  );
  return (
    <li>
      {link ? (
        <Link to={link.to} search={link.search} className={classes.row}>
          {content}
        </Link>
      ) : (
        <div className={classes.row}>{content}</div>
      )}
    </li>
  );
}
