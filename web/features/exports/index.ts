export { Consents } from './consents.tsx';
export { DownloadButton } from './download-button.tsx';
export type { DownloadFact } from './download-dialog.tsx';
export { MyExports } from './my-exports.tsx';
