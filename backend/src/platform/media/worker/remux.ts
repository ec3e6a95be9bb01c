import { Demuxer, Muxer, pipeline } from 'node-av/api';

/** Copies the streams of a fragmented file into an MP4 that plays while it loads: its index comes first. */
export async function remuxAsMp4(path: string, target: string): Promise<void> {
  await using input = await Demuxer.open(path, { options: { protocol_whitelist: 'file' } });
  await using output = await Muxer.open(target, { input, format: 'mp4', options: { movflags: '+faststart' } });
  await pipeline(input, output).completion;
}
