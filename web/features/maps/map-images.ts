import type { MatchClass } from '@mailcall/contract/rules/patient-match.ts';

/** Drawn at twice the size, to be sharp on dense screens. */
const pixelRatio = 2;

export const imageNames = {
  office: (color: string) => `office:${color}`,
  household: (match: MatchClass) => `household:${match}`,
  cluster: (count: string) => `cluster:${count}`,
};

function draw(
  width: number,
  height: number,
  paint: (context: OffscreenCanvasRenderingContext2D) => void,
): ImageData | null {
  const canvas = new OffscreenCanvas(width * pixelRatio, height * pixelRatio);
  const context = canvas.getContext('2d');
  if (!context) return null;
  context.scale(pixelRatio, pixelRatio);
  paint(context);
  return context.getImageData(0, 0, canvas.width, canvas.height);
}

function disc(
  context: OffscreenCanvasRenderingContext2D,
  { center, radius, fill, ring }: { center: number; radius: number; fill: string; ring: string },
): void {
  context.beginPath();
  context.arc(center, center, radius, 0, 2 * Math.PI);
  context.fillStyle = fill;
  context.fill();
  context.lineWidth = 2;
  context.strokeStyle = ring;
  context.stroke();
}

/** A house on the office's color, 24 × 24 pixels, with a ring so that it is visible on any map. */
const office = (color: string) =>
  draw(24, 24, (context) => {
    disc(context, { center: 12, radius: 11, fill: color, ring: '#ffffff' });
    context.fillStyle = '#ffffff';
    const house = new Path2D('M12 6.2 5.8 11.6h1.7v5.2h3.2v-3.4h2.6v3.4h3.2v-5.2h1.7Z');
    // oxlint-disable-next-line unicorn/no-array-fill-with-reference-type -- a path is filled, not an array
    context.fill(house);
  });

const householdPaints: Record<MatchClass, (context: OffscreenCanvasRenderingContext2D) => void> = {
  strong: (context) => {
    disc(context, { center: 11, radius: 9.5, fill: '#1b6a3b', ring: '#ffffff' });
    context.lineWidth = 2.4;
    context.lineCap = 'round';
    context.lineJoin = 'round';
    context.strokeStyle = '#ffffff';
    context.stroke(new Path2D('M6.8 11.3 9.8 14.3 15.4 8.2'));
  },
  weak: (context) => {
    disc(context, { center: 11, radius: 9.5, fill: '#ffd9ad', ring: '#8a4300' });
    context.lineWidth = 2.2;
    context.lineCap = 'round';
    context.strokeStyle = '#6e3500';
    context.stroke(new Path2D('M6.2 12.4C7.6 9.4 9.6 9.6 11 11S14.4 12.6 15.8 9.6'));
  },
  none: (context) => {
    disc(context, { center: 11, radius: 5.5, fill: '#ffffff', ring: '#5f6370' });
  },
};

export const householdImage = (match: MatchClass) => draw(22, 22, householdPaints[match]);

function cluster(count: string): ImageData | null {
  const radius = 13 + 2.4 * Math.min(5, count.length);
  const size = 2 * radius + 6;
  return draw(size, size, (context) => {
    context.globalAlpha = 0.28;
    disc(context, { center: size / 2, radius: radius + 2, fill: '#353a47', ring: '#353a47' });
    context.globalAlpha = 1;
    disc(context, { center: size / 2, radius: radius - 2, fill: '#353a47', ring: '#ffffff' });
    context.fillStyle = '#ffffff';
    context.font = '600 12px Inter, system-ui, sans-serif';
    context.textAlign = 'center';
    context.textBaseline = 'middle';
    context.fillText(count, size / 2, size / 2 + 0.5);
  });
}

export function imageOf(name: string): { image: ImageData; pixelRatio: number } | null {
  const at = name.indexOf(':');
  const value = name.slice(at + 1);
  const kind = name.slice(0, at);
  const image =
    kind === 'office'
      ? office(value)
      : kind === 'cluster'
        ? cluster(value)
        : kind === 'household' && (value === 'strong' || value === 'weak' || value === 'none')
          ? householdImage(value)
          : null;
  return image && { image, pixelRatio };
}
