import { transformed, text } from './drawing.ts';
import type { Scene } from './scene-places.ts';

const ground = (color: string, dots: string) =>
  `<rect width="1000" height="1000" fill="${color}"/><g fill="${dots}" opacity=".22">${Array.from({ length: 60 }, (_, at) => `<circle cx="${(at % 8) * 140 + (Math.floor(at / 8) % 2) * 70}" cy="${Math.floor(at / 8) * 130 + 60}" r="12"/>`).join('')}</g>`;
const shadow = (y: number, width: number) =>
  `<ellipse cx="500" cy="${y}" rx="${width}" ry="34" fill="#000000" opacity=".14"/>`;

const calendar: Scene = ({ main, accent, ink, tint }) =>
  [
    ground(tint, main),
    shadow(910, 330),
    `<rect x="210" y="420" width="580" height="480" rx="36" fill="#ffffff"/><path d="M210 456a36 36 0 0 1 36-36h508a36 36 0 0 1 36 36v84H210z" fill="${accent}"/>`,
    `<g fill="${ink}"><rect x="330" y="376" width="34" height="96" rx="17"/><rect x="636" y="376" width="34" height="96" rx="17"/></g>`,
    text('DECEMBER', {
      x: 500,
      y: 514,
      size: 46,
      face: 'strong',
      spacing: 0.14,
      fill: '#ffffff',
      anchor: 'middle',
    }),
    text('31', { x: 500, y: 790, size: 250, face: 'display', fill: ink, anchor: 'middle' }),
    `<path d="M600 850l60 60 150-170" fill="none" stroke="${main}" stroke-width="44" stroke-linecap="round" stroke-linejoin="round"/>`,
  ].join('');

const clock: Scene = ({ main, accent, ink, tint, sun }) =>
  [
    ground(main, tint),
    shadow(940, 280),
    `<circle cx="500" cy="640" r="290" fill="${sun}"/><circle cx="500" cy="640" r="244" fill="#ffffff"/>`,
    `<g stroke="${ink}" stroke-width="16" stroke-linecap="round">${Array.from({ length: 12 }, (_, at) => `<path d="M500 430v${at % 3 === 0 ? 34 : 16}" transform="rotate(${at * 30} 500 640)"/>`).join('')}</g>`,
    `<g stroke="${ink}" stroke-width="26" stroke-linecap="round"><path d="M500 640V490"/><path d="M500 640l96 62" stroke="${accent}"/></g><circle cx="500" cy="640" r="26" fill="${ink}"/>`,
    transformed(
      760,
      470,
      1,
      `<circle r="112" fill="${accent}"/><path d="M-22-66h44v44h44v44h-44v44h-44v-44h-44v-44h44z" fill="#ffffff"/>`,
    ),
  ].join('');

const school: Scene = ({ main, accent, tint, sun, ink }) =>
  [
    ground(sun, '#ffffff'),
    shadow(930, 360),
    `<path d="M330 930c-40 0-60-24-60-60V620c0-130 90-220 230-220s230 90 230 220v250c0 36-20 60-60 60z" fill="${main}"/>`,
    `<path d="M420 420c0-90 160-90 160 0" fill="none" stroke="${ink}" stroke-width="26"/>`,
    `<rect x="330" y="690" width="340" height="200" rx="40" fill="${tint}"/><path d="M330 748h340" stroke="${main}" stroke-width="14"/><rect x="478" y="732" width="44" height="60" rx="12" fill="${accent}"/>`,
    `<path d="M370 560h260" stroke="#ffffff" stroke-width="16" stroke-linecap="round" stroke-dasharray="30 26" opacity=".6"/>`,
    transformed(
      820,
      700,
      1,
      `<g transform="rotate(14)"><rect x="-32" y="-250" width="64" height="400" fill="${accent}"/><path d="M-32 150h64l-32 84z" fill="#ffe2b8"/><path d="M-11 204h22l-11 30z" fill="${ink}"/><rect x="-32" y="-290" width="64" height="50" fill="#c9d2dc"/><rect x="-32" y="-340" width="64" height="54" rx="16" fill="#f08a86"/></g>`,
    ),
    transformed(
      150,
      850,
      1,
      `<path d="M0-70c40-40 110-20 110 50c0 70-50 120-110 96c-60 24-110-26-110-96c0-70 70-90 110-50z" fill="#d63b3b"/><path d="M0-64c0-30 8-50 26-66" fill="none" stroke="${ink}" stroke-width="12" stroke-linecap="round"/><path d="M14-92c20-30 56-34 80-20c-20 30-50 36-80 20z" fill="#3f9a4c"/>`,
    ),
  ].join('');

const holiday: Scene = ({ main, accent, tint, sun }) =>
  [
    `<rect width="1000" height="1000" fill="${main}"/>`,
    `<g fill="#ffffff">${Array.from({ length: 46 }, (_, at) => `<circle cx="${(at * 173) % 1000}" cy="${300 + ((at * 263) % 700)}" r="${5 + (at % 4) * 3}" opacity="${0.4 + (at % 3) * 0.2}"/>`).join('')}</g>`,
    `<path d="M0 900c260-60 620-60 1000 0v100H0z" fill="#ffffff"/>`,
    `<rect x="250" y="560" width="500" height="370" rx="20" fill="${tint}"/><rect x="220" y="500" width="560" height="110" rx="20" fill="#ffffff"/><rect x="450" y="500" width="100" height="430" fill="${accent}"/>`,
    `<path d="M500 500c-60-140-220-140-220-40c0 70 130 60 220 40c90 20 220 30 220-40c0-100-160-100-220 40z" fill="${accent}"/><circle cx="500" cy="490" r="38" fill="${sun}"/>`,
  ].join('');

const plan: Scene = ({ main, accent, tint, sun, ink }) => {
  const coins = (x: number, count: number) =>
    Array.from({ length: count }, (_, at) => {
      const y = 870 - at * 56;
      return `<path d="M${x - 92} ${y}v34a92 30 0 0 0 184 0v-34z" fill="${accent}"/><ellipse cx="${x}" cy="${y}" rx="92" ry="30" fill="${sun}"/>`;
    }).join('');
  return [
    ground(tint, main),
    shadow(915, 400),
    coins(250, 2),
    coins(500, 4),
    coins(750, 7),
    `<path d="M200 700c160-30 320-110 520-330" fill="none" stroke="${main}" stroke-width="26" stroke-linecap="round"/><path d="M640 356l110-22-8 112z" fill="${main}"/>`,
    transformed(
      250,
      520,
      1,
      `<circle r="96" fill="#ffffff"/><path d="M-44 6l30 32 60-70" fill="none" stroke="${ink}" stroke-width="22" stroke-linecap="round" stroke-linejoin="round"/>`,
    ),
  ].join('');
};

const heater: Scene = ({ main, accent, tint, sun, ink }) =>
  [
    ground(tint, main),
    shadow(950, 250),
    `<path d="M400 400v-120M600 400v-120" stroke="#b87333" stroke-width="34"/>`,
    `<rect x="320" y="380" width="360" height="560" rx="70" fill="#ffffff" stroke="${ink}" stroke-opacity=".15" stroke-width="8"/><rect x="320" y="470" width="360" height="30" fill="${main}"/><rect x="320" y="820" width="360" height="30" fill="${main}"/>`,
    transformed(
      500,
      680,
      1.5,
      `<path d="M0-92c40 44 62 70 62 104a62 62 0 0 1-124 0c0-30 20-46 30-70c12 10 16 22 18 34c14-20 20-40 14-68z" fill="${accent}"/><path d="M0-6c18 22 28 34 28 52a28 28 0 0 1-56 0c0-18 14-28 28-52z" fill="${sun}"/>`,
    ),
    `<path d="M770 620c30-40-30-70 0-110M850 680c30-40-30-70 0-110M200 640c30-40-30-70 0-110" fill="none" stroke="${accent}" stroke-width="18" stroke-linecap="round" opacity=".6"/>`,
  ].join('');

const cooler: Scene = ({ main, accent, tint, sun, ink }) =>
  [
    ground(sun, '#ffffff'),
    `<path d="M0 860c300-50 640-50 1000 0v140H0z" fill="${main}"/>`,
    `<rect x="230" y="440" width="540" height="460" rx="34" fill="#f4f7fa"/><rect x="230" y="440" width="540" height="70" rx="34" fill="${ink}"/>`,
    `<circle cx="500" cy="700" r="170" fill="${tint}"/><g fill="${main}">${[0, 90, 180, 270].map((turn) => `<path d="M500 700c-60-60-60-130-10-160c50 20 60 90 10 160z" transform="rotate(${turn} 500 700)"/>`).join('')}</g><circle cx="500" cy="700" r="34" fill="${accent}"/>`,
    `<g fill="none" stroke="${ink}" stroke-width="10" opacity=".5"><circle cx="500" cy="700" r="170"/><circle cx="500" cy="700" r="110"/></g>`,
    `<g stroke="#ffffff" stroke-width="18" stroke-linecap="round"><path d="M120 600v120M68 630l104 60M172 630l-104 60M880 560v120M828 590l104 60M932 590l-104 60"/></g>`,
  ].join('');

const autumn: Scene = ({ main, accent, tint, sun, ink }) => {
  const leaf = (x: number, y: number, turn: number, size: number, color: string) =>
    `<g transform="translate(${x} ${y}) rotate(${turn}) scale(${size})"><path d="M0-90c60 40 70 110 0 180c-70-70-60-140 0-180z" fill="${color}"/><path d="M0-60v170" stroke="${ink}" stroke-width="6" opacity=".4"/></g>`;
  return [
    ground(tint, main),
    leaf(150, 500, -30, 1.1, accent),
    leaf(860, 470, 40, 1.3, sun),
    leaf(880, 820, 110, 1, accent),
    leaf(150, 850, -110, 1.2, sun),
    `<circle cx="500" cy="660" r="280" fill="#ffffff"/><circle cx="500" cy="660" r="230" fill="${main}"/>`,
    `<path d="M330 760a200 200 0 1 1 340 0" fill="none" stroke="${sun}" stroke-width="26" stroke-linecap="round"/>`,
    text('72°', { x: 516, y: 710, size: 180, face: 'display', fill: '#ffffff', anchor: 'middle' }),
    text('COMFORT', {
      x: 500,
      y: 788,
      size: 36,
      face: 'strong',
      spacing: 0.2,
      fill: '#ffffff',
      anchor: 'middle',
    }),
  ].join('');
};

const shield: Scene = ({ main, tint, sun, accent }) =>
  [
    ground(main, tint),
    `<path d="M500 370c90 60 180 80 270 84c10 240-80 400-270 490c-190-90-280-250-270-490c90-4 180-24 270-84z" fill="#ffffff"/><path d="M500 420c74 46 148 64 222 68c4 190-72 322-222 398c-150-76-226-208-222-398c74-4 148-22 222-68z" fill="${accent}"/>`,
    `<path d="M500 520l42 90 98 12-72 68 18 98-86-48-86 48 18-98-72-68 98-12z" fill="${sun}"/>`,
  ].join('');

export const objects = {
  calendar,
  clock,
  school,
  holiday,
  plan,
  heater,
  cooler,
  autumn,
  shield,
} satisfies Record<string, Scene>;
