// @vitest-environment jsdom
import { MantineProvider } from '@mantine/core';
import { renderToStaticMarkup } from 'react-dom/server';
import { afterEach, expect, test, vi } from 'vitest';
import { loadConfig } from '../../platform/config.ts';
import { VideoLink } from './video-link.tsx';

afterEach(() => vi.unstubAllGlobals());

async function linkWith(provider: object): Promise<HTMLAnchorElement | null> {
  vi.stubGlobal('fetch', async () => Response.json({ provider }));
  await loadConfig();
  const page = document.createElement('div');
  page.innerHTML = renderToStaticMarkup(
    <MantineProvider>
      <VideoLink />
    </MantineProvider>,
  );
  return page.querySelector('a');
}

test('offers the provider’s video in a tab of its own, and nothing without one', async () => {
  const link = await linkWith({ conceptVideo: 'https://provider.example/video' });
  expect(link?.textContent).toBe('Watch the video (opens in a new tab)');
  expect([link?.href, link?.target, link?.rel]).toEqual([
    'https://provider.example/video',
    '_blank',
    'noreferrer',
  ]);
  expect(await linkWith({ conceptVideo: null })).toBeNull();
});
