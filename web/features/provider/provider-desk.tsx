import { Text } from '@mantine/core';
import { counted, thousands } from '@mailcall/contract/rules/rates.ts';
import { useQuery } from '@tanstack/react-query';
import { Link, Navigate, useParams } from '@tanstack/react-router';
import { paths } from '../../paths.ts';
import { useSession } from '../../platform/session-store.ts';
import { HiddenText } from '../../ui/hidden-text.tsx';
import { PageHeading } from '../../ui/page-heading.tsx';
import { useScrollToSelected } from '../../ui/scroll-to-selected.ts';
import { inboxCountQuery } from '../inbox/index.ts';
import { useDeskUpdates } from '../live/index.ts';
import { type Section, sectionsFor } from './sections.ts';
import classes from './provider-desk.module.css';

function InboxCount() {
  const { data } = useQuery(inboxCountQuery());
  if (!data?.total) return null;
  return (
    <span className={classes.count}>
      <span aria-hidden>{thousands(data.total)}</span>
      <HiddenText>{counted(data.total, 'item')}</HiddenText>
    </span>
  );
}

function SectionLink({ section, isOpen }: { section: Section; isOpen: boolean }) {
  const { path, title } = section;
  return (
    <li>
      <Link
        to={paths.providerSection(path)}
        className={classes.link ?? ''}
        aria-current={isOpen ? 'page' : undefined}
        onMouseEnter={() => void section.component.preload?.()}
      >
        {title}
        {path === 'inbox' && <InboxCount />}
      </Link>
    </li>
  );
}

/** The sections of the person's roles, and the open one. */
export function ProviderDesk() {
  useDeskUpdates();
  const session = useSession();
  const { _splat: address = '' } = useParams({ strict: false });
  const [path, ...rest] = address.split('/');
  const own = session ? sectionsFor(session) : [];
  const [first] = own;
  const open = own.find((section) => section.path === path);
  // the count, when it comes, moves the sections after it
  const { data: inbox } = useQuery({ ...inboxCountQuery(), enabled: false });
  const sections = useScrollToSelected<HTMLElement>('[aria-current]', `${open?.path} ${inbox?.total}`);
  if (!first)
    return (
      <>
        <PageHeading title="Provider Desk" />
        <Text c="dimmed">No page here is for your role.</Text>
      </>
    );
  if (!open) return <Navigate to={paths.providerSection(first.path)} replace />;
  const Open = open.component;
  return (
    <>
      {own.length > 1 && (
        <nav ref={sections} aria-label="Provider Desk" className={classes.sections}>
          <ul>
            {own.map((section) => (
              <SectionLink key={section.path} section={section} isOpen={section === open} />
            ))}
          </ul>
        </nav>
      )}
      <Open key={open.path} rest={rest.join('/')} />
    </>
  );
}
