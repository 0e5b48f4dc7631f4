import { Text, Tooltip, UnstyledButton, VisuallyHidden } from '@mantine/core';
import {
  type Icon,
  IconKeyboard,
  IconLayoutSidebarLeftCollapse,
  IconLayoutSidebarLeftExpand,
  IconLogout,
} from '@tabler/icons-react';
import { Link, useLocation, useNavigate } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { scopeNames } from '../features/scope/index.ts';
import { confirmLogout } from '../features/session/index.ts';
import { paths } from '../paths.ts';
import { type Address, useAddress } from '../platform/address.ts';
import { useSession } from '../platform/session-store.ts';
import { BrandMark, brandName } from '../ui/brand.tsx';
import { useMobile } from '../ui/narrow.ts';
import { ColourScheme } from './colour-scheme.tsx';
import { menuEntries, displayedEntries } from './menu-entries.ts';
import classes from './side-menu.module.css';

/** The side menu, whole or collapsed to its icons. */
export function SideMenu({
  collapsed = false,
  withBrand = true,
  onCollapse,
  onLeave,
  onKeyHelp,
}: {
  collapsed?: boolean;
  /** Whether the product's name stands on top. */
  withBrand?: boolean;
  /** Collapses or expands it; a menu that cannot be collapsed has none. */
  onCollapse?: () => void;
  /** An entry was chosen. */
  onLeave?: () => void;
  onKeyHelp: () => void;
}) {
  const session = useSession();
  const navigate = useNavigate();
  const { pathname } = useLocation();
  const mobile = useMobile();
  const address = useAddress();
  const scope: Address = Object.fromEntries(scopeNames.map((name) => [name, address[name]]));
  const name = session ? `${session.profileName}${session.limited ? ' (Limited Access)' : ''}` : '';
  const content = (Glyph: Icon, label: string) => (
    <>
      <Glyph size={20} stroke={1.75} aria-hidden />
      {collapsed ? <VisuallyHidden>{label}</VisuallyHidden> : label}
    </>
  );
  return (
    <nav className={classes.menu} aria-label="Main">
      {withBrand && <MenuBrand collapsed={collapsed} />}
      {collapsed ? (
        <VisuallyHidden>{name}</VisuallyHidden>
      ) : (
        <Text className={classes.profile ?? ''} c="dimmed">
          {name}
        </Text>
      )}
      <div style={collapsed ? { marginTop: 20 } : undefined}>
        <ul className={classes.entries}>
          {displayedEntries(menuEntries, mobile).map(({ path, label, icon }) => (
            <Entry key={label} label={label} collapsed={collapsed}>
              {path === null ? (
                <UnstyledButton className={classes.entry ?? ''} aria-disabled="true">
                  {content(icon, label)}
                </UnstyledButton>
              ) : (
                <Link
                  to={path}
                  search={scope as never}
                  className={classes.entry ?? ''}
                  aria-current={pathname === path || pathname.startsWith(`${path}/`) ? 'page' : undefined}
                  onClick={() => onLeave?.()}
                >
                  {content(icon, label)}
                </Link>
              )}
            </Entry>
          ))}
          <Entry label="Logout" collapsed={collapsed}>
            <UnstyledButton
              className={classes.entry ?? ''}
              onClick={() => {
                onLeave?.();
                confirmLogout(() => void navigate({ to: paths.logout }));
              }}
            >
              {content(IconLogout, 'Logout')}
            </UnstyledButton>
          </Entry>
        </ul>
      </div>
      <div className={classes.foot}>
        <div className={classes.scheme}>
          <ColourScheme collapsed={collapsed} />
        </div>
        <ul className={classes.entries}>
          <Entry label="Keyboard" collapsed={collapsed}>
            <UnstyledButton className={classes.entry ?? ''} onClick={onKeyHelp} aria-keyshortcuts="?">
              {content(IconKeyboard, 'Keyboard')}
            </UnstyledButton>
          </Entry>
          {onCollapse && (
            <Entry label={collapsed ? 'Expand Menu' : 'Collapse Menu'} collapsed={collapsed}>
              <UnstyledButton className={classes.entry ?? ''} onClick={onCollapse} aria-expanded={!collapsed}>
                {content(
                  collapsed ? IconLayoutSidebarLeftExpand : IconLayoutSidebarLeftCollapse,
                  collapsed ? 'Expand Menu' : 'Collapse Menu',
                )}
              </UnstyledButton>
            </Entry>
          )}
        </ul>
      </div>
    </nav>
  );
}

/** The product's mark and name. */
export function MenuBrand({ collapsed = false }: { collapsed?: boolean }) {
  return (
    <div className={classes.brand}>
      <BrandMark />
      {collapsed ? <VisuallyHidden>{brandName()}</VisuallyHidden> : brandName()}
    </div>
  );
}

/** One line of the menu; collapsed, its words come up beside it. */
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
