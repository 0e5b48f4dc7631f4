import { Text, Tooltip, UnstyledButton, VisuallyHidden } from '@mantine/core';
import {
  type Icon,
  IconLayoutSidebarLeftCollapse,
  IconLayoutSidebarLeftExpand,
  IconLogout,
} from '@tabler/icons-react';
import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { Link, useLocation, useNavigate, useRouter } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { scopeNames, type ScopeState, useScope } from '../features/scope/index.ts';
import { confirmLogout, useLimited } from '../features/session/index.ts';
import { CallersCount } from '../features/waiting/index.ts';
import { paths } from '../paths.ts';
import { config } from '../platform/config.ts';
import { useAddressPart } from '../platform/address.ts';
import { isClientView, useSession } from '../platform/session-store.ts';
import { BrandMark, brandName } from '../ui/brand.tsx';
import { useMobile } from '../ui/screen-width.ts';
import { preloadOnHover } from '../ui/preload.ts';
import { displayedEntries, entriesFor, menuEntries } from './menu-entries.ts';
import { MenuTools, type MenuToolActions } from './menu-tools.tsx';
import classes from './side-menu.module.css';

export function SideMenu({
  collapsed = false,
  showsBrand = true,
  onCollapse,
  onLeave,
  ...tools
}: {
  collapsed?: boolean;
  showsBrand?: boolean;
  onCollapse?: () => void;
  onLeave?: () => void;
} & MenuToolActions) {
  return (
    <nav className={classes.menu} aria-label="Main">
      {showsBrand && <MenuBrand collapsed={collapsed} />}
      <ProfileName collapsed={collapsed} />
      {!collapsed && <MenuTools {...tools} />}
      <ul className={classes.entries} data-collapsed={collapsed || undefined}>
        <ScreenEntries collapsed={collapsed} onLeave={onLeave} />
        {onCollapse && <CollapseEntry collapsed={collapsed} onCollapse={onCollapse} />}
      </ul>
      {collapsed && <MenuTools column {...tools} />}
    </nav>
  );
}

const suffixOf = ({ limited, guest }: { limited: boolean; guest: boolean }) =>
  limited ? ' (Limited Access)' : guest ? ' (Scoreboard Link)' : '';

function ProfileName({ collapsed }: { collapsed: boolean }) {
  const session = useSession();
  const name = session ? `${session.profileName}${suffixOf(session)}` : '';
  return collapsed ? (
    <VisuallyHidden>{name}</VisuallyHidden>
  ) : (
    <Text className={classes.profile ?? ''} c="dimmed">
      {name}
    </Text>
  );
}

const preloadByPath: Partial<Record<string, (client: QueryClient, scope: ScopeState) => Promise<void>>> = {
  [paths.campaigns]: async (client, scope) =>
    (await import('../features/campaigns/index.ts')).requestCampaigns(client, scope),
  [paths.scoreboard]: async (client, scope) =>
    (await import('../features/scoreboard/index.ts')).requestOverview(client, scope),
};

function ScreenEntries({ collapsed, onLeave }: { collapsed: boolean; onLeave: (() => void) | undefined }) {
  const navigate = useNavigate();
  const pathname = useLocation({ select: (location) => location.pathname });
  const mobile = useMobile();
  const scope = useAddressPart(scopeNames);
  const client = useQueryClient();
  const scopeState = useScope();
  const limited = useLimited();
  const preload = (path: string) =>
    limited || pathname === path
      ? {}
      : // when it cannot be loaded, opening it says so
        preloadOnHover(() => void preloadByPath[path]?.(client, scopeState).catch(() => undefined));
  const session = useSession();
  const pages = useRouter().routesByPath;
  const entries = (session ? entriesFor(session) : menuEntries).filter(({ path }) => path in pages);
  return (
    <>
      {displayedEntries(entries, mobile && !config().provider.mapsOnPhones).map(({ path, label, icon }) => (
        <Entry key={label} label={label} collapsed={collapsed}>
          {path === null ? (
            <UnstyledButton className={classes.entry ?? ''} aria-disabled="true">
              <EntryContent icon={icon} label={label} collapsed={collapsed} />
            </UnstyledButton>
          ) : (
            <Link
              to={path}
              search={scope as never}
              className={classes.entry ?? ''}
              aria-current={pathname === path || pathname.startsWith(`${path}/`) ? 'page' : undefined}
              onClick={() => onLeave?.()}
              {...preload(path)}
            >
              <EntryContent icon={icon} label={label} collapsed={collapsed} />
              {(path === paths.today || path === paths.callbacks) && !collapsed && (
                <span className={classes.count}>
                  <CallersCount />
                </span>
              )}
            </Link>
          )}
        </Entry>
      ))}
      {/* a client view ends by its own bar */}
      {!isClientView() && (
        <Entry label="Logout" collapsed={collapsed}>
          <UnstyledButton
            className={classes.entry ?? ''}
            onClick={() => {
              onLeave?.();
              confirmLogout(() => void navigate({ to: paths.logout }));
            }}
          >
            <EntryContent icon={IconLogout} label="Logout" collapsed={collapsed} />
          </UnstyledButton>
        </Entry>
      )}
    </>
  );
}

function CollapseEntry({ collapsed, onCollapse }: { collapsed: boolean; onCollapse: () => void }) {
  const label = collapsed ? 'Expand Menu' : 'Collapse Menu';
  return (
    <Entry label={label} collapsed={collapsed}>
      <UnstyledButton className={classes.entry ?? ''} onClick={onCollapse} aria-expanded={!collapsed}>
        <EntryContent
          icon={collapsed ? IconLayoutSidebarLeftExpand : IconLayoutSidebarLeftCollapse}
          label={label}
          collapsed={collapsed}
        />
      </UnstyledButton>
    </Entry>
  );
}

export function MenuBrand({ collapsed = false }: { collapsed?: boolean }) {
  return (
    <div className={classes.brand}>
      <BrandMark />
      {collapsed ? <VisuallyHidden>{brandName()}</VisuallyHidden> : brandName()}
    </div>
  );
}

function EntryContent({ icon: Glyph, label, collapsed }: { icon: Icon; label: string; collapsed: boolean }) {
  return (
    <>
      <Glyph size={20} stroke={1.75} aria-hidden />
      {collapsed ? <VisuallyHidden>{label}</VisuallyHidden> : label}
    </>
  );
}

function Entry({ label, collapsed, children }: { label: string; collapsed: boolean; children: ReactNode }) {
  return (
    <li>
      {collapsed ? (
        <Tooltip label={label} position="right" events={{ hover: true, focus: true, touch: false }}>
          {children}
        </Tooltip>
      ) : (
        children
      )}
    </li>
  );
}
