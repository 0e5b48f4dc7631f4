import { maxLogoSize } from '@mailcall/contract/brands.ts';
import { Button, FileButton, Input } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useRef } from 'react';
import { explanationOf } from '../../platform/api.ts';
import { sendLogo } from './api.ts';
import classes from './branding.module.css';

export function LogoField({
  logoId,
  shown,
  problem,
  onChange,
}: {
  logoId: string | null;
  /** Address of the picture; null where the name alone is shown. */
  shown: string | null;
  problem: string | null;
  onChange: (logoId: string | null) => void;
}) {
  const resetInput = useRef<() => void>(null);
  const upload = useMutation({
    mutationFn: async (file: File) => {
      if (file.size > maxLogoSize)
        throw new Error(`${file.name} is larger than 2 MB. Use a smaller picture.`);
      return sendLogo(file);
    },
    onSuccess: onChange,
    // lets the person choose a corrected file of the same name
    onSettled: () => resetInput.current?.(),
  });
  const failure = upload.isError ? explanationOf(upload.error, upload.error.message) : problem;
  return (
    <Input.Wrapper
      label="Logo"
      labelElement="div"
      description="A PNG, JPEG or WebP picture, best without a background. It is shown beside the name, up to 36 pixels high."
      error={failure}
    >
      <div className={classes.logo}>
        {shown !== null && (
          <span className={classes.logoFrame}>
            <img src={shown} alt="The logo" />
          </span>
        )}
        <FileButton
          resetRef={resetInput}
          accept="image/png,image/jpeg,image/webp"
          onChange={(file) => {
            if (file) upload.mutate(file);
          }}
        >
          {(props) => (
            <Button {...props} variant="default" h={44} loading={upload.isPending}>
              {logoId === null ? 'Choose a picture' : 'Replace'}
            </Button>
          )}
        </FileButton>
        {logoId !== null && (
          <Button variant="default" h={44} onClick={() => onChange(null)}>
            Remove logo
          </Button>
        )}
      </div>
    </Input.Wrapper>
  );
}
