import { Decoder, Encoder, FilterAPI } from 'node-av/api';
import { FF_ENCODER_AAC } from 'node-av/constants';
import type { Packet, Stream } from 'node-av/lib';

/** Gaps become silence, so that picture and sound stay together; more than two channels are mixed down. */
const FILTERS =
  'aresample=async=1:first_pts=0,aformat=sample_fmts=fltp:sample_rates=48000|44100:channel_layouts=stereo|mono';

/** Encodes the sound once for all renditions. */
export class AudioEncoding implements Disposable {
  readonly encoder: Encoder;
  private readonly decoder: Decoder;
  private readonly filter: FilterAPI;

  private constructor(decoder: Decoder, filter: FilterAPI, encoder: Encoder) {
    this.decoder = decoder;
    this.filter = filter;
    this.encoder = encoder;
  }

  static async create(stream: Stream, startSec: number): Promise<AudioEncoding> {
    const decoder = await Decoder.create(stream, { exitOnError: false });
    const filter = FilterAPI.create(`asetpts=PTS-${startSec}/TB,${FILTERS}`);
    return new AudioEncoding(decoder, filter, await Encoder.create(FF_ENCODER_AAC, { bitrate: 128_000 }));
  }

  /** @param packet of the source; null at its end */
  async *encode(packet: Packet | null): AsyncGenerator<Packet> {
    for (const decoded of await this.decoder.decodeAll(packet)) {
      using frame = decoded;
      for (const filtered of await this.filter.processAll(frame)) {
        using resampled = filtered;
        yield* await this.encoder.encodeAll(resampled);
      }
    }
    if (packet) return;
    for await (const filtered of this.filter.flushFrames()) {
      using resampled = filtered;
      yield* await this.encoder.encodeAll(resampled);
    }
    yield* await this.encoder.encodeAll(null);
  }

  [Symbol.dispose](): void {
    for (const part of [this.encoder, this.filter, this.decoder]) part.close();
  }
}
