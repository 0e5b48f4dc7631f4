import { Anchor } from '@mantine/core';
import { IconArrowLeft } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { paths } from '../../paths.ts';
import { useAddressPart } from '../../platform/address.ts';
import { PageContent } from '../../ui/after-paint.tsx';
import { PageHeading } from '../../ui/page-heading.tsx';
import { ScopeBar, scopeNames } from '../scope/index.ts';
import classes from './callbacks-page.module.css';
import { CallbackDesk } from './callback-desk.tsx';

/** The page of /callbacks: the callers of the selected accounts who wait for a callback, and what is done about them. */
export function CallbacksPage() {
  const scope = useAddressPart(scopeNames);
  return (
    <>
      <div className={classes.head}>
        <div>
          <PageHeading title="Callbacks" />
          <Anchor
            size="sm"
            className={classes.back ?? ''}
            renderRoot={(props) => <Link to={paths.scoreboard} search={scope as never} {...props} />}
          >
            <IconArrowLeft size={16} aria-hidden />
            Scoreboard
          </Anchor>
        </div>
        <ScopeBar accountsOnly />
      </div>
      <PageContent>
        <CallbackDesk />
      </PageContent>
    </>
  );
}
