import { UnstyledButton } from '@mantine/core';
import { IconPhoto, IconPhotoOff, IconZoomIn } from '@tabler/icons-react';
import { useState } from 'react';
import { imageAddress } from './api.ts';
import classes from './mailing-face.module.css';

function FacePlaceholder({ failed, label }: { failed: boolean; label: string }) {
  const Mark = failed ? IconPhotoOff : IconPhoto;
  return (
    <div className={classes.placeholder} role="img" aria-label={label}>
      <Mark size={32} stroke={1.25} aria-hidden />
      <span aria-hidden>{failed ? 'This image could not be loaded' : 'No design'}</span>
    </div>
  );
}

/** A face of a mailing; with `enlarge` it is a button. If its image fails, it is a gray placeholder and no button. */
export function MailingFace({
  path,
  name,
  eager = false,
  placeholder = null,
  enlarge,
}: {
  /** Image path below the data service; null without a design. */
  path: string | null;
  /** Accessible name: 'Front of MC-1001'. */
  name: string;
  eager?: boolean;
  /** Path of a smaller image shown until this one loads; null without one. */
  placeholder?: string | null;
  enlarge?: { label: string; onEnlarge: () => void };
}) {
  // a URL instead of a flag, so that a renewed URL loads
  const [failed, setFailed] = useState<string | null>(null);
  const [loaded, setLoaded] = useState<string | null>(null);
  const address = imageAddress(path);
  const small = imageAddress(placeholder);
  if (address === null) return <FacePlaceholder failed={false} label={`${name}: no design`} />;
  if (failed === address) return <FacePlaceholder failed label={`${name}: this image could not be loaded`} />;
  const image = (
    <img
      className={classes.image}
      src={address}
      alt={name}
      loading={eager ? 'eager' : 'lazy'}
      decoding="async"
      onError={() => setFailed(address)}
      onLoad={() => setLoaded(address)}
      style={loaded === address || small === null ? {} : { backgroundImage: `url("${small}")` }}
    />
  );
  if (!enlarge) return image;
  return (
    <UnstyledButton className={classes.open} aria-label={enlarge.label} onClick={enlarge.onEnlarge}>
      {image}
      <span className={classes.zoom} aria-hidden>
        <IconZoomIn size={20} stroke={1.75} />
      </span>
    </UnstyledButton>
  );
}
