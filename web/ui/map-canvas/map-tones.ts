/** Muted in both schemes, so that shapes stand out. Literals, because a canvas cannot read CSS variables. */
export const tones = {
  light: {
    sea: '#d9e4ec',
    land: '#f7f7f4',
    green: '#e9eee2',
    road: '#ffffff',
    motorway: '#f3e3bf',
    roadEdge: '#d3d5d8',
    border: '#a9b0bc',
    county: '#dddfe0',
    region: '#6b7280',
    town: '#3f4552',
    dot: '#6b7280',
  },
  dark: {
    sea: '#14181d',
    land: '#25282d',
    green: '#272d2a',
    road: '#3f444c',
    motorway: '#57513f',
    roadEdge: '#1b1e22',
    border: '#5c626d',
    county: '#383c43',
    region: '#9aa0ab',
    town: '#d3d6dc',
    dot: '#9aa0ab',
  },
} as const;

export type Scheme = keyof typeof tones;
export type Tone = (typeof tones)[Scheme];

/** MapLibre uses local fonts if a style has no `glyphs` URL. */
export const font = ['Inter', 'system-ui', 'sans-serif'];
/** MapLibre reads the weight from the first name, a font that does not exist, and uses the second font. */
export const boldFont = ['Inter semibold', ...font];
