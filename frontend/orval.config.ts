import { defineConfig } from 'orval';

interface Document {
  paths?: Record<string, Record<string, Operation>>;
}

interface Operation {
  operationId?: string;
  tags?: string[];
  requestBody?: { content?: Record<string, unknown> };
}

/** What the first page of every reader requests, in one file, because scripts are loaded by whole files. */
const FOR_READERS = [
  'getMe',
  'listDocuments',
  'getDocument',
  'listCategories',
  'getNeighbours',
  'listComments',
  'listCommentThreads',
];

/** Readers' pages load what writes here with the parts for members only. */
const TAGS_WITH_WRITING: readonly string[] = ['documents', 'videos', 'forum'];

/** Sent by pages that are read. */
const WITH_READING = ['markThreadRead'];

/** What only forms and dialogs request. */
const FOR_WRITERS = ['getForumCategoryAccess', 'listPostEdits', 'listSimilarItems'];

/** The tus client sends these. */
const WITHOUT_FUNCTIONS = 'uploads';

/**
 * Where a body may be JSON or a form, the generated functions send JSON; forms with files go through `api/files.ts`.
 */
function prepare<T extends object>(document: T): T {
  const { paths = {} } = document as Document;
  for (const [path, operations] of Object.entries(paths))
    if (Object.values(operations).some(({ tags }) => tags?.includes(WITHOUT_FUNCTIONS))) delete paths[path];
  for (const [method, operation] of Object.values(paths).flatMap((path) => Object.entries(path))) {
    const content = operation.requestBody?.content;
    if (content?.['application/json']) delete content['multipart/form-data'];
    const { operationId = '', tags: [tag = ''] = [] } = operation;
    const isWriting = method === 'get' ? FOR_WRITERS.includes(operationId) : !WITH_READING.includes(operationId);
    if (FOR_READERS.includes(operationId)) operation.tags = ['reading'];
    else if (isWriting && TAGS_WITH_WRITING.includes(tag)) operation.tags = [`${tag}-writing`];
  }
  return document;
}

export default defineConfig({
  hub: {
    input: { target: '../openapi.yaml', override: { transformer: prepare } },
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
