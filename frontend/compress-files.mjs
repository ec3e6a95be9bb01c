import { constants } from 'node:zlib';
import { compression, defineAlgorithm } from 'vite-plugin-compression2';

/** The server sends these files as they are and never compresses static files itself. */
export const compressFiles = () =>
  compression({
    include: ['**/*.js', '**/*.css', '**/*.svg'],
    skipIfLargerOrEqual: false,
    algorithms: [
      defineAlgorithm('gzip', { level: constants.Z_BEST_COMPRESSION }),
      defineAlgorithm('brotliCompress', {
        params: { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY },
      }),
    ],
  });
