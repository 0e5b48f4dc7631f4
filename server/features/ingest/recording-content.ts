import type { Readable } from 'node:stream';
import { fileTypeFromBuffer } from 'file-type';
import { type IAudioMetadata, parseStream } from 'music-metadata';

export interface RecordingContent {
  mediaType: string;
  ending: string;
}

/** Formats that browsers play, by `file-type`'s media type. */
const formats: Readonly<Record<string, RecordingContent & { name: string; codecs?: RegExp }>> = {
  'audio/wav': {
    name: 'WAV',
    mediaType: 'audio/wav',
    ending: 'wav',
    // 3 is floating point; 65534 refers to an extended header, as 24-bit audio has
    codecs: /^(PCM|ALAW|MULAW|IEEE_FLOAT|non-PCM \((3|65534)\))$/,
  },
  'audio/mpeg': { name: 'MP3', mediaType: 'audio/mpeg', ending: 'mp3' },
  'audio/mp4': { name: 'MP4', mediaType: 'audio/mp4', ending: 'm4a' },
  'audio/ogg': { name: 'Ogg', mediaType: 'audio/ogg', ending: 'ogg', codecs: /^(Vorbis|Opus|FLAC)/ },
  'audio/aac': { name: 'AAC', mediaType: 'audio/aac', ending: 'aac' },
  'audio/flac': { name: 'FLAC', mediaType: 'audio/flac', ending: 'flac' },
  'audio/webm': { name: 'WebM', mediaType: 'audio/webm', ending: 'webm' },
};
const sameFormats: Readonly<Record<string, string>> = {
  'audio/x-m4a': 'audio/mp4',
  'video/mp4': 'audio/mp4',
  'video/ogg': 'audio/ogg',
  'application/ogg': 'audio/ogg',
  'video/webm': 'audio/webm',
};

/** The sound begins here. A streaming recorder omits the length. */
const webmCluster = Buffer.from('1f43b675', 'hex');

/** Enough to recognize a format. */
export const headBytes = 4100;

function textKind(head: Buffer): string {
  if (head.length === 0) return 'empty';
  // the last character may be cut
  const text = head
    .toString('utf8')
    .replace(/\uFFFD$/, '')
    .trimStart();
  if (/(?![\t\n\r\f])\p{Cc}|\uFFFD/u.test(text)) return 'of an unknown format';
  if (/^<(!doctype html|html|head|body)/i.test(text)) return 'HTML';
  return /^[{[]/.test(text) ? 'JSON' : 'text';
}

/** Says what would be right. */
export class UnusableRecording {
  readonly reason: string;
  constructor(what: string) {
    this.reason = `The file is ${what}. Send a recording as WAV, MP3, MP4, Ogg, AAC, FLAC or WebM.`;
  }
}

/** Null for damaged content. Throws only errors of the source. */
async function parse(
  open: () => Promise<Readable>,
  options: { size: number; mimeType: string },
): Promise<IAudioMetadata | null> {
  const source = await open();
  let failure: Error | undefined;
  source.on('error', (error) => (failure = error));
  try {
    return await parseStream(source, options, { duration: true, skipCovers: true });
  } catch {
    if (failure) throw failure;
    return null;
  } finally {
    source.destroy();
  }
}

/** Ignores name and sender. `head`: first {@link headBytes} bytes. `hasSamples`: unknown to a streaming recorder's header. */
export async function readRecordingContent(
  file: { bytes: number; open: () => Promise<Readable> },
  { head, hasSamples }: { head: Buffer; hasSamples: boolean },
): Promise<RecordingContent | UnusableRecording> {
  const found = await fileTypeFromBuffer(head).catch(() => undefined);
  if (!found) return new UnusableRecording(textKind(head));
  const [type = ''] = found.mime.split(';');
  const format = formats[sameFormats[type] ?? type];
  if (!format) return new UnusableRecording(`${found.ext.toUpperCase()}, which browsers do not play`);
  const { name, codecs, ...content } = format;
  const metadata = await parse(file.open, { size: file.bytes, mimeType: found.mime });
  if (!metadata) return new UnusableRecording(`damaged ${name}`);
  const { codec = 'unknown', duration = 0, hasAudio } = metadata.format;
  if (!hasAudio) return new UnusableRecording(`${name} without an audio track`);
  if (codecs && duration > 0 && !codecs.test(codec))
    return new UnusableRecording(`${name} with ${codec} audio, which browsers do not play`);
  const isStreamed = hasSamples || (format === formats['audio/webm'] && head.includes(webmCluster));
  if (!(duration > 0) && !isStreamed) return new UnusableRecording(`${name} without any sound`);
  return content;
}
