import type { Brand } from './brands.ts';
import { transformed } from './drawing.ts';

export type Scene = (brand: Brand) => string;

const sky = (color: string) => `<rect width="1000" height="1000" fill="${color}"/>`;
const sun = (x: number, y: number, radius: number, color: string) =>
  `<circle cx="${x}" cy="${y}" r="${radius * 1.5}" fill="${color}" opacity=".25"/><circle cx="${x}" cy="${y}" r="${radius}" fill="${color}"/>`;
const cloud = (x: number, y: number, scale: number, color = '#ffffff') =>
  transformed(
    x,
    y,
    scale,
    `<path d="M-110 40a44 44 0 0 1 10-86a70 70 0 0 1 132-16a52 52 0 0 1 74 52a26 26 0 0 1 4 50z" fill="${color}"/>`,
  );
const pine = (x: number, y: number, scale: number, color: string) =>
  transformed(
    x,
    y,
    scale,
    `<rect x="-8" y="-20" width="16" height="40" fill="#5b4030"/><path d="M0-220L44-140H24L62-76H34L78-10H-78L-34-76H-62L-24-140H-44z" fill="${color}"/>`,
  );
const house = (x: number, y: number, scale: number, wall: string, roof: string, light: string) =>
  transformed(
    x,
    y,
    scale,
    `<rect x="-120" y="-150" width="240" height="150" fill="${wall}"/><path d="M-150-144L0-250L150-144z" fill="${roof}"/><rect x="62" y="-244" width="30" height="60" fill="${roof}"/>`,
    `<rect x="-28" y="-84" width="56" height="84" rx="4" fill="${roof}"/><circle cx="16" cy="-40" r="4" fill="${light}"/>`,
    `<g fill="${light}"><rect x="-98" y="-116" width="50" height="50" rx="4"/><rect x="48" y="-116" width="50" height="50" rx="4"/></g>`,
    `<g stroke="${wall}" stroke-width="4"><path d="M-73-116v50M-98-91h50M73-116v50M48-91h50"/></g>`,
  );

const ridge: Scene = ({ main, tint, sun: gold, ink, paper }) =>
  [
    sky(tint),
    sun(690, 420, 120, gold),
    cloud(250, 390, 0.9),
    cloud(860, 300, 0.6, paper),
    `<path d="M0 640c120-90 220-40 330-100s190-60 300 10s240-50 370 20v430H0z" fill="${main}" opacity=".32"/>`,
    `<path d="M0 720c140-80 250-10 400-60s260-70 380-10s160 10 220-20v370H0z" fill="${main}" opacity=".55"/>`,
    `<path d="M0 800c200-70 330 30 520-30s320-40 480 10v220H0z" fill="${main}"/>`,
    `<path d="M0 900c240-80 420 10 620-20s280-30 380 0v120H0z" fill="${ink}"/>`,
    pine(120, 900, 0.75, ink),
    pine(220, 915, 0.55, ink),
    pine(880, 905, 0.8, ink),
    house(560, 890, 0.5, paper, '#c65f3a', gold),
  ].join('');

const neighborhood: Scene = ({ main, accent, tint, sun: gold, ink, paper }) =>
  [
    sky(tint),
    sun(800, 390, 100, gold),
    cloud(300, 400, 1),
    `<path d="M0 700c260-110 520-60 1000-20v320H0z" fill="${main}" opacity=".45"/>`,
    `<path d="M0 830c300-60 640-50 1000 0v170H0z" fill="${main}"/>`,
    pine(90, 850, 0.9, ink),
    house(280, 850, 0.95, paper, accent, gold),
    pine(500, 850, 1.15, ink),
    house(690, 860, 1.1, '#ffffff', ink, gold),
    pine(920, 860, 0.95, ink),
    `<path d="M640 1000c10-60 20-100 34-138h40c16 40 60 90 110 138z" fill="${paper}"/>`,
  ].join('');

const kiteDay: Scene = ({ main, accent, tint, sun: gold, paper }) =>
  [
    sky(tint),
    sun(180, 440, 90, gold),
    cloud(780, 700, 1.2),
    cloud(330, 600, 0.8, paper),
    `<path d="M560 610c-60 120-160 90-210 190s40 110-20 200" fill="none" stroke="${paper}" stroke-width="7"/>`,
    transformed(
      640,
      470,
      2.9,
      `<path d="M8-52L46-8L-26 50L-34-18z" fill="${accent}"/><path d="M8-52L-34-18L5-12z" fill="${gold}"/><path d="M46-8L5-12L-26 50z" fill="${main}"/>`,
    ),
    `<g fill="${accent}"><path d="M540 660l-40-14 8 40zM540 660l34 22-36 18z"/><path d="M420 770l-42-4 16 38zM420 770l26 32-42 4z" fill="${main}"/></g>`,
    `<path d="M0 880c220-90 420-60 600-20s280 10 400-30v170H0z" fill="${main}"/>`,
    `<path d="M0 950c300-60 640-20 1000-30v80H0z" fill="${accent}" opacity=".8"/>`,
  ].join('');

const saguaro = (x: number, y: number, scale: number, color: string) =>
  transformed(
    x,
    y,
    scale,
    `<g fill="none" stroke="${color}" stroke-linecap="round"><path d="M0 0v-330" stroke-width="64"/><path d="M0-120h-84v-100M0-90h84v-130" stroke-width="42" stroke-linejoin="round"/></g><g stroke="#ffffff" stroke-width="4" opacity=".25"><path d="M-14-10v-320M0-10v-330M14-10v-320"/></g>`,
  );

const desert: Scene = ({ main, accent, sun: gold, ink, paper }) =>
  [
    sky('#ffdca8'),
    `<rect y="520" width="1000" height="300" fill="#ffc98a"/>`,
    sun(560, 500, 170, gold),
    `<path d="M0 720v-90h70l30-70h150l40 70h60v90zM620 720v-60h60l40-110h160l30 60h90v110z" fill="${accent}" opacity=".55"/>`,
    `<path d="M0 730c240-50 480 10 700-20s240-20 300 0v290H0z" fill="#e9a15b"/>`,
    `<path d="M0 850c260-60 520 20 760-20s180-10 240 0v170H0z" fill="${accent}" opacity=".75"/>`,
    saguaro(190, 930, 1.05, main),
    saguaro(860, 880, 0.7, ink),
    house(540, 880, 1.05, paper, ink, gold),
  ].join('');

const storm: Scene = ({ main, accent, sun: gold, ink, paper }) =>
  [
    sky('#3c4a63'),
    `<g stroke="#8fa6c9" stroke-width="7" stroke-linecap="round" opacity=".7">${Array.from({ length: 30 }, (_, at) => `<path d="M${(at * 137) % 1000} ${520 + ((at * 211) % 260)}l-16 56"/>`).join('')}</g>`,
    cloud(300, 470, 2, '#5b6b88'),
    cloud(720, 440, 2.3, '#6f809f'),
    `<path d="M610 480l-90 170h80l-50 150l150-200h-86l60-120z" fill="${gold}"/>`,
    `<path d="M0 850c300-50 640-50 1000 0v150H0z" fill="${main}"/>`,
    house(350, 880, 1.35, paper, accent, gold),
    saguaro(850, 910, 0.75, ink),
  ].join('');

export const places = { ridge, neighborhood, kiteDay, desert, storm } satisfies Record<string, Scene>;
