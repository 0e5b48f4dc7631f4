import { Button, Modal, Skeleton, VisuallyHidden } from '@mantine/core';
import { type ProTip, proTipPdf, proTips } from '@mailcall/contract/pro-tips.ts';
import { proTipText } from '@mailcall/contract/rules/pro-tip-pages.ts';
import { IconDownload } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { callForFile } from '../../platform/api.ts';
import { saveFile } from '../../platform/downloads.ts';
import { Failed } from '../../ui/answer.tsx';
import { useIsDisplayed } from '../../ui/keep-mounted.tsx';
import { ReportsOwnFailures } from '../../ui/page-failures.tsx';
import { gradeMode } from './figure-texts.ts';
import { useOverlay } from './front-desk-address.ts';
import { proTipTitles } from './kpi-cards.ts';
import { proTipImageUrl } from './pro-tip-image.ts';
import classes from './pro-tip.module.css';

export function ProTipTraining() {
  const { open, close } = useOverlay('proTip');
  const proTip = proTips.find((known) => known === open) ?? null;
  if (!useIsDisplayed()) return null;
  return (
    <Modal
      opened={proTip !== null}
      onClose={close}
      fullScreen
      title={proTip ? `Pro Tip Training: ${proTipTitles[proTip]}` : ''}
      classNames={{
        content: classes.content,
        header: classes.header,
        title: classes.title,
        body: classes.body,
      }}
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      <ReportsOwnFailures>{proTip && <Page key={proTip} proTip={proTip} />}</ReportsOwnFailures>
    </Modal>
  );
}

function Page({ proTip }: { proTip: ProTip }) {
  const [state, setState] = useState<'loading' | 'loaded' | 'failed'>('loading');
  const title = `Pro Tip Training: ${proTipTitles[proTip]}`;
  const download = useMutation({
    mutationFn: () => callForFile(proTipPdf, { params: { proTip } }),
    onSuccess: (file) => saveFile(file, `pro-tip-${proTip}.pdf`),
  });
  return (
    <>
      <div className={classes.actions}>
        <Button
          leftSection={<IconDownload size={18} aria-hidden />}
          loading={download.isPending}
          onClick={() => download.mutate()}
          className={classes.download}
        >
          DOWNLOAD
        </Button>
      </div>
      {download.isError && <Failed error={download.error} onRetry={() => download.mutate()} />}
      {state === 'failed' ? (
        <Failed
          error={new Error('The page could not be loaded. Check your connection and try again.')}
          onRetry={() => setState('loading')}
        />
      ) : (
        <div className={classes.page} aria-busy={state === 'loading'}>
          {state === 'loading' && <Skeleton className={classes.waiting} />}
          <img
            className={classes.image}
            data-loaded={state === 'loaded' || undefined}
            src={proTipImageUrl(proTip)}
            alt={title}
            onLoad={() => setState('loaded')}
            onError={() => setState('failed')}
          />
          <VisuallyHidden component="p">{proTipText(proTip, gradeMode())}</VisuallyHidden>
        </div>
      )}
    </>
  );
}
