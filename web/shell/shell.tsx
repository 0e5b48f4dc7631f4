import { ActionIcon, Burger, Drawer } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { ModalsProvider } from '@mantine/modals';
import { IconSearch } from '@tabler/icons-react';
import { lazyRouteComponent, Outlet, useLocation } from '@tanstack/react-router';
import { Suspense, useEffect, useState } from 'react';
import * as z from 'zod/mini';
import { OpenedViewLine, ViewsDrawer } from '../features/saved-views/index.ts';
import { clearReturnPath, useLimited, useOwnAccess, useTeamMember } from '../features/session/index.ts';
import { readStored, writeStored } from '../platform/stored-values.ts';
import { paths } from '../paths.ts';
import { isClientView } from '../platform/session-store.ts';
import { BrandMark, brandName } from '../ui/brand.tsx';
import { Deferred, DeferredLayer } from '../ui/deferred.tsx';
import { FlashArea } from '../ui/flash-area.tsx';
import { config } from '../platform/config.ts';
import { PageFailures } from '../ui/page-failures.tsx';
import { useSmallScreen } from '../ui/screen-width.ts';
import { KeyboardHelp } from './keyboard-help.tsx';
import { ReferralBanner } from './referral-banner.tsx';
import { SearchLayer } from './search-layer.tsx';
import classes from './shell.module.css';
import { MenuBrand, SideMenu } from './side-menu.tsx';

const pathsWithReferral: readonly string[] = [paths.campaigns, paths.scoreboard];

const offersReferral = (pathname: string) =>
  config().provider.referral !== null &&
  pathsWithReferral.some((path) => pathname === path || pathname.startsWith(`${path}/`)) &&
  !pathname.endsWith('/design');

const showsDesign = (pathname: string) =>
  pathname.startsWith('/accounts/') || /^\/campaigns\/[^/]+\/design\/?$/.test(pathname);

const ClientViewBar = lazyRouteComponent(() => import('../features/client-view/index.ts'), 'ClientViewBar');

export function Shell() {
  const [menuOpen, menu] = useDisclosure(false);
  const [help, { open: openHelp, close: closeHelp }] = useDisclosure(false);
  const [views, setViews] = useState<boolean | null>(null);
  const [searching, { open: openSearch, close: closeSearch }] = useDisclosure(false);
  const [remembered, setRemembered] = useState(() => readStored('menu-collapsed', z.boolean()) ?? false);
  const [besideDesign, setBesideDesign] = useState(true);
  // the user has reached the requested page
  useEffect(() => clearReturnPath(), []);
  const isSmallScreen = useSmallScreen();
  // an overlay must not render the frame again
  const showsReferral = useLocation({ select: ({ pathname }) => offersReferral(pathname) });
  const fillsWindow = useLocation({ select: ({ pathname }) => showsDesign(pathname) });
  // beside a design the menu starts collapsed; that choice does not apply to other pages
  const collapsed = fillsWindow ? besideDesign : remembered;
  const collapse = () => {
    if (fillsWindow) return setBesideDesign(!collapsed);
    writeStored('menu-collapsed', !collapsed);
    setRemembered(!collapsed);
  };
  const openHelpFromMenu = () => {
    menu.close();
    openHelp();
  };
  const inTeam = useTeamMember();
  // a limited user could not open any result, and the team has no offices
  const hasSearch = !useLimited() && !inTeam;
  const hasViews = useOwnAccess() && !inTeam;
  const openViews = () => {
    menu.close();
    setViews(true);
  };
  const search = hasSearch ? { onSearch: openSearch } : {};
  const savedViews = hasViews ? { onViews: openViews } : {};
  return (
    <div className={classes.shell}>
      <a
        href="#main"
        className={classes.skip}
        onClick={(event) => {
          // moves the focus without changing the address
          event.preventDefault();
          document.getElementById('main')?.focus();
        }}
      >
        Skip to the content
      </a>
      <div className={classes.side} data-collapsed={collapsed || undefined}>
        {!isSmallScreen && (
          <SideMenu
            collapsed={collapsed}
            onCollapse={collapse}
            onKeyHelp={openHelpFromMenu}
            {...search}
            {...savedViews}
          />
        )}
      </div>
      <nav className={classes.top} aria-label="Menu">
        <Burger
          opened={menuOpen}
          onClick={menu.open}
          aria-label="Open the menu"
          aria-expanded={menuOpen}
          size="sm"
          p={12}
          style={{ boxSizing: 'content-box' }}
        />
        <BrandMark size={26} />
        <strong>{brandName()}</strong>
        {hasSearch && (
          <ActionIcon
            variant="subtle"
            color="gray"
            size={44}
            className={classes.search ?? ''}
            aria-label="Search everything"
            onClick={openSearch}
          >
            <IconSearch size={22} stroke={1.75} aria-hidden />
          </ActionIcon>
        )}
      </nav>
      <DeferredLayer opened={menuOpen}>
        {(opened) => (
          <Drawer
            opened={opened}
            onClose={menu.close}
            size={270}
            padding={0}
            title={<MenuBrand />}
            classNames={{ header: classes.menuHead, content: classes.menuPanel, body: classes.menuBody }}
            closeButtonProps={{ 'aria-label': 'Close the menu' }}
            hiddenFrom="62em"
          >
            <SideMenu showsBrand={false} onLeave={menu.close} onKeyHelp={openHelpFromMenu} {...savedViews} />
          </Drawer>
        )}
      </DeferredLayer>
      <main id="main" tabIndex={-1} className={classes.main} data-fills-window={fillsWindow || undefined}>
        <div className={classes.content}>
          <FlashArea />
          <div className={showsReferral ? classes.screenful : undefined}>
            <OpenedViewLine />
            <PageFailures>
              <Outlet />
            </PageFailures>
          </div>
          {showsReferral && <ReferralBanner />}
        </div>
      </main>
      {isClientView() && (
        <Suspense>
          <ClientViewBar />
        </Suspense>
      )}
      <Deferred until="painted">
        <ModalsProvider />
      </Deferred>
      {views !== null && hasViews && (
        <Suspense>
          <ViewsDrawer opened={views} onClose={() => setViews(false)} />
        </Suspense>
      )}
      {hasSearch && <SearchLayer opened={searching} onOpen={openSearch} onClose={closeSearch} />}
      <KeyboardHelp opened={help} onOpen={openHelp} onClose={closeHelp} />
    </div>
  );
}
