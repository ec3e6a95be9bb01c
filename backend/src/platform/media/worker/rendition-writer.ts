import { readFile, stat } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { Encoder, FilterAPI, Muxer } from 'node-av/api';
import { FF_ENCODER_LIBX264 } from 'node-av/constants';
import type { Frame, Packet } from 'node-av/lib';
import { type EncodedRendition, MEDIA_URI } from '../media-task.js';
import { type FrameRate, toFramesPerSecond } from './properties.js';
import { maxVideoRate, peakBitrate } from './ladder.js';

const SEGMENT_SEC = 4;

interface Options {
  folder: string;
  width: number;
  height: number;
  frameRate: FrameRate;
  /** undefined without sound */
  audio: Encoder | undefined;
}

/** Scales, encodes and writes one rendition: a playlist and one media file of fragments. */
export class RenditionWriter {
  private readonly options: Options;
  private readonly playlistPath: string;
  private readonly scale: FilterAPI;
  private readonly encoder: Encoder;
  private readonly muxer: Muxer;
  private readonly videoIndex: number;
  private readonly audioIndex: number | undefined;

  private constructor(options: Options, parts: { scale: FilterAPI; encoder: Encoder; muxer: Muxer; path: string }) {
    this.options = options;
    this.playlistPath = parts.path;
    this.scale = parts.scale;
    this.encoder = parts.encoder;
    this.muxer = parts.muxer;
    this.videoIndex = this.muxer.addStream(this.encoder);
    this.audioIndex = options.audio && this.muxer.addStream(options.audio);
  }

  static async open(options: Options): Promise<RenditionWriter> {
    const { folder, width, height, frameRate } = options;
    const scale = FilterAPI.create(`scale=${width}:${height}:flags=bicubic:out_range=tv,setsar=1,format=yuv420p`, {
      framerate: frameRate,
    });
    const maxRate = maxVideoRate(options);
    const encoder = await Encoder.create(FF_ENCODER_LIBX264, {
      maxRate,
      bufSize: 2 * maxRate,
      filter: scale,
      // A key frame begins each segment, at the same time in all renditions, so that players can switch between them.
      gopSize: Math.ceil(toFramesPerSecond(frameRate) * SEGMENT_SEC),
      options: { preset: 'veryfast', crf: 23, profile: 'high', sc_threshold: 0 },
    });
    const path = join(folder, `${height}.m3u8`);
    const muxer = await Muxer.open(path, {
      format: 'hls',
      useAsyncWrite: false,
      options: {
        hls_time: String(SEGMENT_SEC),
        hls_playlist_type: 'vod',
        hls_segment_type: 'fmp4',
        hls_flags: 'single_file+independent_segments',
      },
    });
    return new RenditionWriter(options, { scale, encoder, muxer, path });
  }

  /** @param source upright frame in the size of the source */
  async writeFrame(source: Frame): Promise<void> {
    for (const scaled of await this.scale.processAll(source)) {
      using frame = scaled;
      await this.write(await this.encoder.encodeAll(frame));
    }
  }

  /** @param packet stays the caller's */
  async writeAudio(packet: Packet): Promise<void> {
    if (this.audioIndex === undefined) return;
    using copy = packet.clone();
    await this.muxer.writePacket(copy, this.audioIndex);
  }

  /** Writes what is buffered and closes the files. */
  async finish(): Promise<EncodedRendition> {
    await this.write(await this.encoder.encodeAll(null));
    const codecs = this.muxer.streams.map(({ codecpar }) => codecpar.getCodecString()).filter(Boolean);
    await this.muxer.close();
    this[Symbol.dispose]();
    const media = join(this.options.folder, `${this.options.height}.m4s`);
    const written = await readFile(this.playlistPath, 'utf8');
    const playlist = written.replaceAll(basename(media), MEDIA_URI);
    const { width, height } = this.options;
    const bitrate = peakBitrate(playlist) || (await stat(media)).size;
    return { width, height, codecs: codecs.join(','), path: media, playlist, bitrate };
  }

  [Symbol.dispose](): void {
    this.scale.close();
    this.encoder.close();
  }

  private async write(packets: Packet[]): Promise<void> {
    for (const encoded of packets) {
      using packet = encoded;
      await this.muxer.writePacket(packet, this.videoIndex);
    }
  }
}
