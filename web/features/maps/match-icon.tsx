import type { MatchClass } from '@mailcall/contract/rules/patient-match.ts';
import { useEffect, useRef } from 'react';
import { householdImage } from './map-images.ts';

export function MatchIcon({ match }: { match: MatchClass }) {
  const canvas = useRef<HTMLCanvasElement>(null);
  useEffect(() => {
    const image = householdImage(match);
    if (image) canvas.current?.getContext('2d')?.putImageData(image, 0, 0);
  }, [match]);
  return (
    <canvas ref={canvas} width={44} height={44} style={{ width: 22, height: 22, flex: 'none' }} aria-hidden />
  );
}
