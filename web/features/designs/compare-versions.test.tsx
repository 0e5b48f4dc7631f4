// @vitest-environment jsdom
import type { DesignVersion } from '@mailcall/contract/designs.ts';
import { MantineProvider } from '@mantine/core';
import { renderToStaticMarkup } from 'react-dom/server';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { loadConfig } from '../../platform/config.ts';
import { CompareVersions } from './compare-versions.tsx';
import type { Comparison } from './review-address.ts';
import { type FaceViewState } from './use-face-view.ts';

beforeAll(async () => {
  vi.stubGlobal('fetch', async () =>
    Response.json({
      services: { identity: '/api/identity', data: '/api/data', maps: '/api/maps' },
      provider: {},
      map: { style: null },
      signIn: { issuer: '/api/identity', clientId: 'mailcall-web', audience: 'mailcall', idleTime: 1800 },
    }),
  );
  await loadConfig();
});
afterAll(() => vi.unstubAllGlobals());

const version = (number: number, width: number, height: number) =>
  ({
    id: `V${number}`,
    version: number,
    front: { url: `/front-${number}.webp`, width, height },
    back: null,
  }) as unknown as DesignVersion;

const view = {
  ref: () => {},
  view: { zoom: 1, x: 0.5, y: 0.5 },
  box: { left: 16, top: 16, width: 600, height: 400 },
  gestures: {},
} as unknown as FaceViewState;

function styleOf(comparison: Comparison, picture: string): string | null | undefined {
  const page = document.createElement('div');
  page.innerHTML = renderToStaticMarkup(
    <MantineProvider>
      <CompareVersions
        comparison={comparison}
        before={version(1, 400, 600)}
        after={version(2, 600, 400)}
        side="front"
        view={view}
      />
    </MantineProvider>,
  );
  const image = page.querySelector(`img[alt="${picture}"]`);
  return image?.parentElement?.getAttribute('style')?.replaceAll(/(\.\d{3})\d+/g, '$1');
}

describe.each(['side-by-side', 'swipe', 'difference'] as const)('versions compared by %s', (comparison) => {
  test('keep their shapes', () => {
    expect(styleOf(comparison, 'Front of version 1')).toMatch(
      /left:27\.777%;top:0%;width:44\.444%;height:100%/,
    );
    expect(styleOf(comparison, 'Front of version 2')).toMatch(/left:0%;top:0%;width:100%;height:100%/);
  });
});
