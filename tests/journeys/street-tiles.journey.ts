import { expect, test } from '@playwright/test';
import { serveStreetTiles } from '../support/street-tiles.ts';
import { freeAddress, type PortalProgram, startPortal } from './portal-program.ts';
import { signInAnew } from './person.ts';

const asheville: [number, number] = [-82.554, 35.5951];

test('I see the streets and rivers of the map that my provider chose, and who made it', {
  tag: '@webgl',
}, async ({ page }) => {
  const map = await serveStreetTiles(asheville);
  const url = await freeAddress();
  let portal: PortalProgram | null = null;
  try {
    portal = await startPortal(url, {
      DATA_DIR: process.env['MAILCALL_JOURNEYS_DATA'] ?? '',
      ROLE: 'web',
      MAP_TILES: map.tiles,
      MAP_ATTRIBUTION: '<a href="https://streets.example">© Street Makers</a>',
    });
    const complaints: string[] = [];
    page.on('console', (message) => {
      if (message.type() === 'error') complaints.push(message.text());
    });
    await signInAnew(page, 'frontdesk', `${url}/maps?range=all`, 'Map IQ');
    const figure = page.getByRole('figure', { name: /^Map of / });
    await expect(figure).toHaveAttribute('aria-busy', 'false');
    expect(map.asked.length).toBeGreaterThan(0);
    const drawn = (layer: string) =>
      figure.locator('.maplibregl-map').evaluate((element, name) => {
        const { map: canvas } = element as HTMLElement & {
          map: {
            queryRenderedFeatures: (options: { layers: string[] }) => { properties: { name?: string } }[];
          };
        };
        return canvas.queryRenderedFeatures({ layers: [name] }).map(({ properties }) => properties.name);
      }, layer);
    expect(await drawn('motorways')).toContain('Blue Ridge Freeway');
    expect((await drawn('rivers')).length).toBeGreaterThan(0);
    expect((await drawn('water')).length).toBeGreaterThan(0);
    expect(await drawn('names')).toEqual(expect.arrayContaining(['Haw Creek', 'Montford']));
    await expect(figure.getByRole('link', { name: '© Street Makers' })).toHaveAttribute(
      'href',
      'https://streets.example',
    );
    expect(complaints).toEqual([]);
  } finally {
    await portal?.stop();
    await map.close();
  }
});
