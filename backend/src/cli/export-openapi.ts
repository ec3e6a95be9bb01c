import { writeFile } from 'node:fs/promises';
import { createApp } from '../app.js';
import { createOpenApi, openApiYaml } from '../platform/http/openapi/openapi.js';
import { loadConfig } from '../platform/config/config.js';
import { createLogger } from '../platform/logging/logger.js';
import { apiTags } from '../api-tags.js';

// Writes openapi.yaml. Needs no database: nothing connects before init().
const target = process.argv[2] ?? '../openapi.yaml';
const config = loadConfig({ DATABASE_URL: 'postgresql://unused@127.0.0.1:1/none' });
const app = await createApp(config, createLogger('silent'), null);
await writeFile(target, openApiYaml(createOpenApi(app, apiTags)));
process.exit(0);
