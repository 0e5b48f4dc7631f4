import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Random } from './random.ts';

/** As on a phone line. */
const sampleRate = 8000;

export type RecordingKind = 'conversation' | 'voicemail' | 'menu';

export interface Recording {
  path: string;
  kind: RecordingKind;
  seconds: number;
}

const lengths: Record<RecordingKind, readonly number[]> = {
  conversation: [24, 28, 31, 34, 38, 41, 45, 48, 52, 56, 61, 66, 72, 78, 84],
  voicemail: [20, 22, 25, 29, 33, 37],
  menu: [20, 23, 27],
};

export const recordings: Record<RecordingKind, readonly Recording[]> = {
  conversation: recordingsOf('conversation'),
  voicemail: recordingsOf('voicemail'),
  menu: recordingsOf('menu'),
};

function recordingsOf(kind: RecordingKind): Recording[] {
  return lengths[kind].map((seconds, at) => ({
    path: `recordings/${kind}-${String(at + 1).padStart(2, '0')}.wav`,
    kind,
    seconds,
  }));
}

const tableSize = 512;

/** One period per vowel, made of harmonics of the pitch that are louder near the vowel's two formants. */
interface Voice {
  pitch: number;
  vowels: readonly Float32Array[];
}

const formants = [
  [730, 1090],
  [530, 1840],
  [390, 1990],
  [570, 840],
  [440, 1020],
  [640, 1190],
] as const;

function voiceOf(pitch: number, size: number): Voice {
  const vowels = formants.map(([first, second]) => {
    const table = new Float32Array(tableSize);
    for (let harmonic = 1; harmonic * pitch < 3200; harmonic += 1) {
      const hertz = harmonic * pitch;
      const near = (formant: number, width: number) => Math.exp(-(((hertz - formant * size) / width) ** 2));
      const loudness = (near(first, 160) + 0.45 * near(second, 240) + 0.05) / Math.sqrt(harmonic);
      const shift = harmonic * harmonic * 0.7;
      for (let at = 0; at < tableSize; at += 1) {
        table[at] =
          (table[at] as number) + loudness * Math.sin((2 * Math.PI * harmonic * at) / tableSize + shift);
      }
    }
    const peak = table.reduce((max, value) => Math.max(max, Math.abs(value)), 0);
    return table.map((value) => value / peak);
  });
  return { pitch, vowels };
}

class Track {
  readonly samples: Float32Array;
  at = 0;
  readonly #random: Random;

  constructor(seconds: number, random: Random) {
    this.samples = new Float32Array(seconds * sampleRate);
    this.#random = random;
    for (let at = 0; at < this.samples.length; at += 1) this.samples[at] = (random.next() - 0.5) * 0.012;
  }

  get secondsLeft(): number {
    return (this.samples.length - this.at) / sampleRate;
  }

  pause(seconds: number): void {
    this.at = Math.min(this.samples.length, this.at + Math.round(seconds * sampleRate));
  }

  #add(at: number, value: number): void {
    if (at < this.samples.length) this.samples[at] = (this.samples[at] as number) + value;
  }

  tone(seconds: number, loudness: number, ...hertz: number[]): void {
    const length = Math.round(seconds * sampleRate);
    for (let at = 0; at < length; at += 1) {
      const edge = Math.min(1, at / 120, (length - at) / 120);
      for (const frequency of hertz)
        this.#add(
          this.at + at,
          (Math.sin((2 * Math.PI * frequency * at) / sampleRate) * loudness * edge) / hertz.length,
        );
    }
    this.pause(seconds);
  }

  sentence(voice: Voice, seconds: number): void {
    const random = this.#random;
    const end = this.at + Math.round(Math.min(seconds, this.secondsLeft) * sampleRate);
    const start = this.at;
    const lift = random.between(0.96, 1.08);
    while (this.at < end) {
      if (random.chance(0.55)) {
        const breath = Math.round(random.between(0.025, 0.07) * sampleRate);
        let low = 0;
        for (let at = 0; at < breath && this.at + at < end; at += 1) {
          low = low * 0.35 + (random.next() - 0.5) * 0.65;
          this.#add(this.at + at, low * 0.22 * Math.sin((Math.PI * at) / breath));
        }
        this.at += Math.round(breath * 0.8);
      }
      const length = Math.round(random.between(0.09, 0.21) * sampleRate);
      const table = random.pick(voice.vowels);
      const fall = 1 - 0.16 * ((this.at - start) / Math.max(1, end - start));
      const pitch = voice.pitch * lift * fall * random.between(0.94, 1.07);
      const glide = random.between(-0.08, 0.06) / length;
      const loudness = random.between(0.3, 0.52);
      let phase = 0;
      for (let at = 0; at < length && this.at + at < end; at += 1) {
        phase += (pitch * (1 + glide * at) * tableSize) / sampleRate;
        const swell = Math.min(1, at / 160) * Math.min(1, (length - at) / 300);
        this.#add(this.at + at, (table[Math.floor(phase) % tableSize] as number) * swell * loudness);
      }
      this.at += length;
      if (random.chance(0.22)) this.pause(random.between(0.03, 0.12));
    }
    this.at = Math.min(this.samples.length, end);
  }

  ring(times: number): void {
    for (let time = 0; time < times; time += 1) {
      this.tone(1.1, 0.2, 440, 480);
      this.pause(0.9);
    }
  }

  talk(first: Voice, second: Voice): void {
    let speaker = first;
    let listener = second;
    while (this.secondsLeft > 1.6) {
      const turns = this.#random.integer(1, 3);
      for (let turn = 0; turn < turns && this.secondsLeft > 1.6; turn += 1) {
        this.sentence(speaker, Math.min(this.#random.between(0.7, 3.4), this.secondsLeft - 1));
        this.pause(this.#random.between(0.15, 0.45));
      }
      this.pause(this.#random.between(0.2, 0.7));
      [speaker, listener] = [listener, speaker];
    }
  }
}

function soundOf(recording: Recording, random: Random): Float32Array {
  const track = new Track(recording.seconds, random);
  const office = voiceOf(random.between(185, 225), 1.12);
  const caller = random.chance(0.5)
    ? voiceOf(random.between(100, 130), 1)
    : voiceOf(random.between(170, 200), 1.08);
  track.pause(0.2);
  if (recording.kind === 'conversation') {
    track.ring(random.integer(1, 2));
    track.talk(office, caller);
  } else if (recording.kind === 'voicemail') {
    track.ring(2);
    track.sentence(office, 2.6);
    track.pause(0.3);
    track.sentence(office, 2.2);
    track.pause(0.4);
    track.tone(0.35, 0.25, 1000);
    track.pause(0.6);
    while (track.secondsLeft > 1.4) {
      track.sentence(caller, Math.min(random.between(1, 3.2), track.secondsLeft - 0.8));
      track.pause(random.between(0.25, 0.6));
    }
  } else {
    track.ring(1);
    while (track.secondsLeft > 4) {
      track.sentence(office, random.between(1.6, 2.8));
      track.pause(random.between(0.3, 0.6));
    }
    track.tone(0.2, 0.25, 770, 1336);
  }
  return track.samples;
}

/** 8-bit mono, which every browser can play. */
function wavOf(samples: Float32Array): Buffer {
  const file = Buffer.alloc(44 + samples.length);
  file.write('RIFF', 0, 'latin1');
  file.writeUInt32LE(36 + samples.length, 4);
  file.write('WAVEfmt ', 8, 'latin1');
  file.writeUInt32LE(16, 16);
  file.writeUInt16LE(1, 20);
  file.writeUInt16LE(1, 22);
  file.writeUInt32LE(sampleRate, 24);
  file.writeUInt32LE(sampleRate, 28);
  file.writeUInt16LE(1, 32);
  file.writeUInt16LE(8, 34);
  file.write('data', 36, 'latin1');
  file.writeUInt32LE(samples.length, 40);
  for (let at = 0; at < samples.length; at += 1) {
    const level = Math.max(-1, Math.min(1, samples[at] as number));
    file[44 + at] = Math.round(128 + level * 127);
  }
  return file;
}

export async function writeRecordings(folder: string): Promise<{ files: number; bytes: number }> {
  await mkdir(join(folder, 'recordings'), { recursive: true });
  let bytes = 0;
  let files = 0;
  for (const recording of Object.values(recordings).flat()) {
    const file = wavOf(soundOf(recording, new Random(`recording/${recording.path}`)));
    await writeFile(join(folder, recording.path), file);
    bytes += file.length;
    files += 1;
  }
  return { files, bytes };
}
