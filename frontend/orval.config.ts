import { defineConfig } from 'orval';

export default defineConfig({
  hub: {
    input: { target: '../openapi.yaml' },
    output: {
      mode: 'tags-split',
      target: 'src/api/generated',
      schemas: 'src/api/generated/model',
      client: 'react-query',
      httpClient: 'fetch',
      clean: true,
      indexFiles: false,
      // Ids and slugs come from the address bar.
      urlEncodeParameters: true,
      override: {
        mutator: { path: 'src/api/client.ts', name: 'request' },
        // ['documents', id] rather than ['/documents/id'], so that one prefix invalidates a whole resource.
        query: { signal: true, shouldSplitQueryKey: true },
        fetch: { includeHttpResponseReturnType: false },
      },
    },
  },
});
