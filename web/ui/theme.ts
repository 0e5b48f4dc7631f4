import { defaultPrimaryColor } from '@mailcall/contract/provider.ts';
import { createTheme, type MantineColorsTuple, type MantineThemeOverride } from '@mantine/core';
import type { MouseEvent } from 'react';
import { loadedProvider } from '../platform/config.ts';
import { shadesOf } from './brand-shades.ts';

/** The brand's magenta, from near white to near black; shade 7 carries white text at 4.5:1 or better. */
const magenta: MantineColorsTuple = [
  '#fff0f7',
  '#fddcec',
  '#f8b3d4',
  '#f385bb',
  '#ec5aa3',
  '#e33b92',
  '#d01c7d',
  '#b8005c',
  '#960049',
  '#730038',
];

/** Cool grays of the dark scheme, from text to page, so that magenta is the only color. */
const dark: MantineColorsTuple = [
  '#e6e7eb',
  '#c9cbd2',
  '#a6a9b3',
  '#8b8f9a',
  '#45474f',
  '#34363c',
  '#2a2b30',
  '#1f2024',
  '#191a1d',
  '#111214',
];

/** Ignores a double click's second click. Capture is needed, because Mantine's handler is on the same element. */
const ignoreDoubleClick = {
  defaultProps: {
    onClickCapture: (event: MouseEvent) => {
      if (event.detail > 1) event.stopPropagation();
    },
  },
};

/** `base.css` animates layers. Mantine's transitions would draw them two frames later, with all content at once. */
const atOnce = { defaultProps: { transitionProps: { duration: 0 } } };

const closeButton = { defaultProps: { size: 44, iconSize: 20 } };

const defaultTheme: MantineThemeOverride = createTheme({
  primaryColor: 'magenta',
  primaryShade: { light: 7, dark: 6 },
  autoContrast: true,
  luminanceThreshold: 0.4,
  colors: { magenta, dark },
  defaultRadius: 'md',
  fontFamily: 'Inter, "Inter by Arial", "Inter by Roboto", system-ui, -apple-system, "Segoe UI", sans-serif',
  headings: { fontWeight: '600' },
  cursorType: 'pointer',
  components: {
    // else it cuts what shows the focus of buttons in it
    Alert: { styles: { message: { overflow: 'visible' } } },
    Drawer: atOnce,
    DrawerRoot: atOnce,
    Menu: atOnce,
    Popover: atOnce,
    Modal: {
      ...atOnce,
      styles: { title: { fontWeight: 600, fontSize: 'var(--mantine-font-size-lg)', lineHeight: 1.3 } },
    },
    ModalCloseButton: closeButton,
    DrawerCloseButton: closeButton,
    ModalOverlay: ignoreDoubleClick,
    DrawerOverlay: ignoreDoubleClick,
  },
  respectReducedMotion: true,
});

/** @param color `#rrggbb` */
export function themeOf(color: string): MantineThemeOverride {
  const primary = color.toLowerCase();
  if (primary === defaultPrimaryColor) return defaultTheme;
  return { ...defaultTheme, colors: { ...defaultTheme.colors, magenta: shadesOf(primary) } };
}

let cachedTheme: { primary: string; theme: MantineThemeOverride } | null = null;

export function providerTheme(): MantineThemeOverride {
  const primary = loadedProvider()?.colors.primary ?? defaultPrimaryColor;
  if (cachedTheme?.primary !== primary) cachedTheme = { primary, theme: themeOf(primary) };
  return cachedTheme.theme;
}
