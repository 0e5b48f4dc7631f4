import classes from './map-canvas.module.css';

export function svgElement(name: string, attributes: Record<string, string>): SVGElement {
  const element = document.createElementNS('http://www.w3.org/2000/svg', name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
  return element;
}

/** Marker of 24 × 24 pixels: a house on the office's color, with a ring so that it is visible on any map. */
export function officeMarker(name: string, color: string): HTMLElement {
  const marker = document.createElement('div');
  marker.className = classes.office ?? '';
  marker.setAttribute('role', 'img');
  marker.setAttribute('aria-label', name);
  marker.title = name;
  const picture = svgElement('svg', {
    viewBox: '0 0 24 24',
    width: '24',
    height: '24',
    'aria-hidden': 'true',
  });
  picture.append(
    svgElement('circle', {
      cx: '12',
      cy: '12',
      r: '11',
      fill: color,
      stroke: '#ffffff',
      'stroke-width': '2',
    }),
    svgElement('path', { d: 'M12 6.2 5.8 11.6h1.7v5.2h3.2v-3.4h2.6v3.4h3.2v-5.2h1.7Z', fill: '#ffffff' }),
  );
  marker.append(picture);
  return marker;
}
