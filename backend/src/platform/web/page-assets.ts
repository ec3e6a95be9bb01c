import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** A file of the build in Vite's manifest. */
interface Chunk {
  file: string;
  css?: string[];
  imports?: string[];
}

/** The files that a rendered page needs in addition to those of every page. */
export interface Assets {
  styles: string[];
  scripts: string[];
}

const CLASS_NAME = /\.(-?[_a-z][\w-]*)/gi;
const CLASS_ATTRIBUTE = / class="([^"]*)"/g;
/** Of the module with the screen of a route, for example src/routes/docs/$id/index.tsx?tsr-split=component */
const ROUTE_KEY = /^src\/routes(\/.*)\.tsx\?tsr-split=component/;

/** Finds the files of pages, which the browser would otherwise request only after its first scripts have run. */
export class PageAssets {
  private readonly manifest: Record<string, Chunk>;
  /** keys of the manifest by routes, without a slash at their end */
  private readonly keys = new Map<string, string>();
  /** style sheets by the names of their classes, which contain hashes */
  private readonly styles = new Map<string, string>();

  /** @param folder of the built frontend, which has the files of all languages, and a folder for each of them */
  constructor(folder: string, language: string) {
    const manifest = readFileSync(join(folder, language, '.vite/manifest.json'), 'utf8');
    this.manifest = JSON.parse(manifest) as Record<string, Chunk>;
    const index = readFileSync(join(folder, language, 'index.html'), 'utf8');
    for (const [key, { file, css = [] }] of Object.entries(this.manifest)) {
      const route = ROUTE_KEY.exec(key)?.[1];
      if (route !== undefined) this.keys.set(route.replace(/\/index$/, ''), key);
      if (index.includes(file)) this.manifest[key] = { file: '' };
      for (const sheet of css.filter((name) => !index.includes(name)))
        for (const [, name = ''] of readFileSync(join(folder, sheet), 'utf8').matchAll(CLASS_NAME))
          this.styles.set(name, `/${sheet}`);
    }
  }

  /** @param routes ids of the frontend's routes */
  find(html: string, routes: readonly string[]): Assets {
    return { styles: this.findStyles(html), scripts: this.findScripts(routes) };
  }

  private findStyles(html: string): string[] {
    const attributes = new Set([...html.matchAll(CLASS_ATTRIBUTE)].map(([, names = '']) => names));
    const sheets = [...attributes].flatMap((names) => names.split(' ').map((name) => this.styles.get(name)));
    return [...new Set(sheets)].filter((sheet) => sheet !== undefined).toSorted();
  }

  private findScripts(routes: readonly string[]): string[] {
    const found = new Set<string>();
    const visited = new Set<string>();
    const visit = (key: string) => {
      const chunk = this.manifest[key];
      if (!chunk || visited.has(key)) return;
      visited.add(key);
      if (chunk.file) found.add(`/${chunk.file}`);
      chunk.imports?.forEach(visit);
    };
    for (const route of routes) visit(this.keys.get(route.replace(/\/$/, '')) ?? '');
    return [...found];
  }
}
