import type { PublicProvider } from '@mailcall/contract/provider.ts';
import { layOut } from '@mailcall/contract/rules/mail-layout.ts';
import { Button, MantineProvider, Text } from '@mantine/core';
import { IconLayoutDashboard, IconMail, IconPhone } from '@tabler/icons-react';
import { type ReactNode, Suspense, useDeferredValue, useId, useMemo } from 'react';
import { BrandMark } from '../../ui/brand.tsx';
import { themeOf } from '../../ui/theme.ts';
import { LoginPreview } from '../session/index.ts';
import classes from './branding.module.css';

/** The login, a mail and a screen, made by the parts that make the real ones. */
export function BrandPreview({ provider, sender }: { provider: PublicProvider; sender: string }) {
  // typing does not wait for it
  const shown = useDeferredValue(provider);
  return (
    <div className={classes.previews}>
      <Preview title="Login">
        <div className={classes.login} inert>
          <Suspense>
            <LoginPreview provider={shown} />
          </Suspense>
        </div>
      </Preview>
      <Preview title="Mail">
        <Text size="sm" className={classes.sender ?? ''}>
          From: {sender}
        </Text>
        <MailFrame provider={shown} />
      </Preview>
      <Preview title="Screen">
        <div className={classes.screens} inert>
          <Screen provider={shown} scheme="light" />
          <Screen provider={shown} scheme="dark" />
        </div>
      </Preview>
    </div>
  );
}

function Preview({ title, children }: { title: string; children: ReactNode }) {
  const id = useId();
  return (
    <section className={classes.preview} aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      {children}
    </section>
  );
}

function MailFrame({ provider }: { provider: PublicProvider }) {
  const { html } = useMemo(
    () =>
      layOut(
        { provider, publicUrl: '' },
        {
          subject: 'Spring Postcard was approved',
          paragraphs: [
            'Nora Quill approved the mailing Spring Postcard of Quill Dental. It goes on to print now.',
            'If this was a mistake, write to us at once.',
          ],
          button: { label: 'View the mailing', url: '' },
        },
      ),
    [provider],
  );
  // without any rights: neither scripts nor links of it work here
  return <iframe title="Mail" sandbox="" srcDoc={html} tabIndex={-1} className={classes.mail} />;
}

function Screen({ provider, scheme }: { provider: PublicProvider; scheme: 'light' | 'dark' }) {
  const area = `screen-preview-${scheme}`;
  const { name, logo, colors } = provider;
  const theme = useMemo(() => themeOf(colors.primary), [colors.primary]);
  return (
    <div id={area} className={classes.screen} data-mantine-color-scheme={scheme}>
      <MantineProvider
        theme={theme}
        forceColorScheme={scheme}
        cssVariablesSelector={`#${area}`}
        getRootElement={() => document.getElementById(area) ?? undefined}
      >
        <div className={classes.menu}>
          <p className={classes.brand}>
            <BrandMark logo={logo} />
            {name}
          </p>
          <p className={classes.entry} data-current>
            <IconLayoutDashboard size={20} stroke={1.75} aria-hidden />
            Scoreboard
          </p>
          <p className={classes.entry}>
            <IconMail size={20} stroke={1.75} aria-hidden />
            Campaigns
          </p>
          <p className={classes.entry}>
            <IconPhone size={20} stroke={1.75} aria-hidden />
            Callbacks
          </p>
        </div>
        <div className={classes.content}>
          <p className={classes.figureTitle}>Missed calls</p>
          <p className={classes.figure}>12</p>
          <span className={classes.more}>See calls</span>
          <Button size="compact-sm">Approve</Button>
        </div>
      </MantineProvider>
    </div>
  );
}
