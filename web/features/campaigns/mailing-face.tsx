import { UnstyledButton } from '@mantine/core';
import { IconPhoto, IconPhotoOff, IconZoomIn } from '@tabler/icons-react';
import { useState } from 'react';
import { imageAddress } from './api.ts';
import classes from './mailing-face.module.css';

/** The placeholder of a face of a mailing that cannot be displayed. */
function FacePlaceholder({ failed, label }: { failed: boolean; label: string }) {
  const Mark = failed ? IconPhotoOff : IconPhoto;
  return (
    <div className={classes.placeholder} role="img" aria-label={label}>
      <Mark size={32} stroke={1.25} aria-hidden />
      <span aria-hidden>{failed ? 'This image could not be loaded' : 'No design'}</span>
    </div>
  );
}

/**
 * A face of a mailing; with `enlarge` it is a button. If its image fails to load, it is a greyed placeholder and not a
 * button.
 */
export function MailingFace({
  path,
  name,
  eager = false,
  placeholder = null,
  enlarge,
}: {
  /** The image's address below the data service; null without a design. */
  path: string | null;
  /** The accessible name: 'Front of MC-1001'. */
  name: string;
  /** Loads the image immediately, not only when it is scrolled into view. */
  eager?: boolean;
  /** The path of a smaller image, displayed until this one is loaded; null without one. */
  placeholder?: string | null;
  /** Makes the face a button with this label that opens it in full screen. */
  enlarge?: { label: string; onEnlarge: () => void };
}) {
  // an address and not a flag: once an expired address is replaced, the new one is loaded
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
