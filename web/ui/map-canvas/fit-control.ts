import type { IControl } from 'maplibre-gl';
import { svgElement } from './office-marker.ts';

export class FitControl implements IControl {
  readonly #element = document.createElement('div');

  constructor(onPress: () => void) {
    this.#element.className = 'maplibregl-ctrl maplibregl-ctrl-group';
    const button = document.createElement('button');
    button.type = 'button';
    button.title = 'Show everything';
    button.setAttribute('aria-label', 'Show everything');
    const corners =
      'M4 9V5a1 1 0 0 1 1-1h4M15 4h4a1 1 0 0 1 1 1v4M20 15v4a1 1 0 0 1-1 1h-4M9 20H5a1 1 0 0 1-1-1v-4';
    const icon = svgElement('svg', {
      viewBox: '0 0 24 24',
      width: '18',
      height: '18',
      'aria-hidden': 'true',
    });
    icon.append(
      svgElement('path', { d: corners, fill: 'none', stroke: 'currentColor', 'stroke-width': '2' }),
    );
    button.append(icon);
    button.addEventListener('click', onPress);
    this.#element.append(button);
  }

  onAdd(): HTMLElement {
    return this.#element;
  }

  onRemove(): void {
    this.#element.remove();
  }
}
