/*
 * Destinations in the template languages of static site generators. Without them Markdown sees no link at all in
 * `[page]({{< ref "page.md" >}})`.
 */

const TEMPLATES = [
  // Hugo: {{< ref "page.md#part" >}}, {{% relref page %}}
  /\{\{[<%]\s{0,9}(?:rel)?ref\s{1,9}["'`]?([^\s"'`<>%]{1,500})["'`]?\s{0,9}[>%]\}\}/y,
  // Jekyll: {% link _docs/page.md %}, {% post_url 2024-01-01-news %}, after the address of the site or without it
  /(?:\{\{\s{0,9}site\.[a-z_]{1,30}\s{0,9}\}\})?\{%-?\s{0,9}(?:link|post_url)\s{1,9}([^\s%]{1,500})\s{0,9}-?%\}/y,
  // Liquid and Nunjucks: {{ '/page/' | relative_url }}
  /\{\{-?\s{0,9}["']([^"'{}]{1,500})["']\s{0,9}\|\s{0,9}(?:relative_url|absolute_url|url)\s{0,9}-?\}\}/y,
  // {{ site.baseurl }}/page/
  /\{\{\s{0,9}site\.(?:baseurl|url)\s{0,9}\}\}(?=\/)/y,
];
/** What may follow within the same destination. */
const REST = /[^\s()<>]{0,500}/y;

/** Parses a destination as the Markdown parser's own helper does. @returns undefined for one without a template */
export function parseTemplateLink(
  source: string,
  start: number,
  max: number,
): { ok: boolean; pos: number; str: string } | undefined {
  if (source[start] !== '{') return undefined;
  for (const template of TEMPLATES) {
    template.lastIndex = start;
    const found = template.exec(source);
    if (!found) continue;
    REST.lastIndex = template.lastIndex;
    const rest = REST.exec(source)?.[0] ?? '';
    const pos = template.lastIndex + rest.length;
    if (pos <= max) return { ok: true, pos, str: (found[1] ?? '') + rest };
  }
  return undefined;
}
