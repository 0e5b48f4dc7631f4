export const peakCount = 200;

const pcm = 1;
const muLaw = 7;
const extensible = 0xfffe;
/** Larger headers belong to no phone recording; reading on would hold the file in memory. */
const maxHeaderSize = 256 * 1024;

interface WaveLayout {
  dataStart: number;
  samples: number;
  bytesPerSample: 1 | 2;
  /** 0 to 32768. */
  amplitudeAt(chunk: Buffer, offset: number): number;
}

const muLawAmplitudes = Int32Array.from({ length: 256 }, (_, code) => {
  const bits = ~code & 0xff;
  return ((((bits & 0x0f) << 3) + 0x84) << ((bits >> 4) & 0x07)) - 0x84;
});

/** A chunk begins there instead of samples. */
const isChunk = (head: Buffer, at: number): boolean =>
  /^(LIST|INFO|fact|cue |id3 |ID3 |bext|JUNK|PEAK|smpl)$/.test(head.toString('latin1', at, at + 4));

/** Reads the first bytes: 'more' if they do not suffice, null without a readable waveform. */
function layoutOf(head: Buffer, fileBytes: number): WaveLayout | 'more' | null {
  if (head.length < 12) return fileBytes < 12 ? null : 'more';
  if (head.toString('latin1', 0, 4) !== 'RIFF' || head.toString('latin1', 8, 12) !== 'WAVE') return null;
  let format: { code: number; bits: number } | undefined;
  for (let at = 12; ; ) {
    if (at + 8 > fileBytes || at > maxHeaderSize) return null;
    if (at + 8 > head.length) return 'more';
    const name = head.toString('latin1', at, at + 4);
    const size = head.readUInt32LE(at + 4);
    const body = at + 8;
    if (name === 'data') {
      if (!format) return null;
      if (size === 0 && head.length < Math.min(body + 4, fileBytes)) return 'more';
      const { code, bits } = format;
      if (!(code === pcm && (bits === 8 || bits === 16)) && !(code === muLaw && bits === 8)) return null;
      const bytesPerSample = bits === 16 ? 2 : 1;
      // a streaming recorder writes 0 or the greatest number as the size: the data continues to the end
      const rest = Math.max(0, fileBytes - body);
      if (size === 0 && isChunk(head, body)) return null;
      const dataBytes = size === 0 || size > rest ? rest : size;
      const amplitudeAt =
        code === muLaw
          ? (chunk: Buffer, offset: number) => muLawAmplitudes[chunk[offset] as number] as number
          : bits === 16
            ? (chunk: Buffer, offset: number) => Math.abs(chunk.readInt16LE(offset))
            : (chunk: Buffer, offset: number) => Math.abs((chunk[offset] as number) - 128) * 256;
      return {
        dataStart: body,
        samples: Math.floor(dataBytes / bytesPerSample),
        bytesPerSample,
        amplitudeAt,
      };
    }
    if (name === 'fmt ') {
      if (size < 16) return null;
      if (body + Math.min(size, 26) > head.length) return body + 26 > fileBytes ? null : 'more';
      const code = head.readUInt16LE(body);
      format = {
        code: code === extensible && size >= 26 ? head.readUInt16LE(body + 24) : code,
        bits: head.readUInt16LE(body + 14),
      };
    }
    // chunks begin at even offsets
    at = body + size + (size % 2);
  }
}

export interface WaveformReader {
  take(chunk: Buffer): void;
  /** 200 peaks, 0 to 100 of full scale; null unless the file is WAV with 8 or 16 bit PCM or mu-law samples. */
  peaks(): number[] | null;
}

/** `fileBytes` long; buffers only the header. */
export function readWaveform(fileBytes: number): WaveformReader {
  const highest = new Float64Array(peakCount);
  let head: Buffer = Buffer.alloc(0);
  let layout: WaveLayout | 'more' | null = 'more';
  let oddByte: Buffer = Buffer.alloc(0);
  let sample = 0;

  const measure = (wave: WaveLayout, bytes: Buffer) => {
    const data = oddByte.length > 0 ? Buffer.concat([oddByte, bytes]) : bytes;
    const whole = Math.min(Math.floor(data.length / wave.bytesPerSample), wave.samples - sample);
    for (let index = 0; index < whole; index += 1, sample += 1) {
      const bucket = Math.floor((sample * peakCount) / wave.samples);
      const amplitude = wave.amplitudeAt(data, index * wave.bytesPerSample);
      if (amplitude > (highest[bucket] as number)) highest[bucket] = amplitude;
    }
    oddByte = Buffer.from(
      data.subarray(whole * wave.bytesPerSample, whole * wave.bytesPerSample + wave.bytesPerSample - 1),
    );
  };

  return {
    take(chunk) {
      if (layout === null) return;
      if (layout !== 'more') return measure(layout, chunk);
      head = Buffer.concat([head, chunk]);
      layout = layoutOf(head, fileBytes);
      if (layout !== 'more' && layout !== null) measure(layout, head.subarray(layout.dataStart));
      if (layout !== 'more') head = Buffer.alloc(0);
    },
    peaks() {
      if (layout === 'more' || layout === null || layout.samples === 0) return null;
      return Array.from(highest, (amplitude) => Math.min(100, Math.round((amplitude * 100) / 32768)));
    },
  };
}
