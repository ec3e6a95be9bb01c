import { expect, test } from '@jest/globals';
import { convertHtml } from './html-to-markdown';
import { parseTabSeparated } from './paste';

const toMarkdown = (html: string): string | undefined => convertHtml(html, '')?.markdown;

const word = `<html><head><meta name=Generator content="Microsoft Word 15">
<style><!-- p.MsoNormal {margin:0cm} --></style></head><body lang=DE><!--StartFragment-->
<h1>Quarterly <span style='mso-fareast-language:EN'>report</span><o:p></o:p></h1>
<p class=MsoNormal>Sales were <b><span lang=EN>good</span></b>, see <a href="https://example.org/a_b">the figures</a>.<o:p></o:p></p>
<p class=MsoNormal><o:p>&nbsp;</o:p></p>
<p class=MsoListParagraphCxSpFirst style='text-indent:-18.0pt;mso-list:l0 level1 lfo1'><![if !supportLists]><span
style='font-family:Symbol'><span style='mso-list:Ignore'>·<span style='font:7.0pt "Times New Roman"'>&nbsp;&nbsp;
</span></span></span><![endif]>First<o:p></o:p></p>
<p class=MsoListParagraphCxSpMiddle style='mso-list:l0 level2 lfo1'><![if !supportLists]><span
style='mso-list:Ignore'>o<span>&nbsp;&nbsp;</span></span><![endif]>Inner<o:p></o:p></p>
<p class=MsoListParagraphCxSpLast style='mso-list:l0 level1 lfo1'><span
 style='mso-list:Ignore'>·</span>Second<o:p></o:p></p>
<p class=MsoListParagraph style='mso-list:l1 level1 lfo2'><span
 style='mso-list:Ignore'>3.<span>&nbsp;</span></span>Third step</p>
<!--EndFragment--></body></html>`;

const googleDocs = `<meta charset='utf-8'><b style="font-weight:normal;" id="docs-internal-guid-1"><h2 dir="ltr"><span
style="font-weight:400">Plan</span></h2><p dir="ltr"><span style="font-weight:400">We </span><span
style="font-weight:700">must</span><span style="font-weight:400"> read </span><a
href="https://www.google.com/url?q=https://example.org/page&amp;sa=D&amp;usg=x"><span>this</span></a><span
style="font-style:italic"> now</span></p><ul><li dir="ltr"><p dir="ltr"><span>One</span></p></li><li dir="ltr"><p
dir="ltr"><span>Two</span></p></li></ul></b><br class="Apple-interchange-newline">`;

const libreOffice = `<!DOCTYPE html><html><head><title></title>
<style type="text/css">p { line-height: 115% }</style></head>
<body lang="de-DE" dir="ltr"><p style="margin-bottom: 0cm"><font face="Liberation Serif">
<b>Wichtig</b>: <i>bald</i></font></p>
<ol><li><p>eins</p></li><li><p>zwei</p></li></ol></body></html>`;

const excel = `<html xmlns:x="urn:schemas-microsoft-com:office:excel"><head><style>td {color:black}</style></head><body>
<table border=0 cellpadding=0 width=128><col width=64><!--StartFragment--><tr height=20><td class=xl65>Name</td>
<td>a|b</td></tr><tr><td>Ada</td><td align=right>1</td></tr><!--EndFragment--></table></body></html>`;

const gitHub = `<h2 class="heading-element">Use</h2><a class="anchor" href="https://github.com/o/r#use"><svg><path d=""/></svg></a>
<ul class="contains-task-list"><li class="task-list-item"><input type="checkbox" disabled checked> done</li>
<li class="task-list-item"><input type="checkbox" disabled> open</li></ul>
<div class="highlight highlight-source-js"><pre><span class="pl-k">const</span> a_b = 1;</pre></div>`;

test.each([
  [
    'Word',
    word,
    '# Quarterly report\n\nSales were **good**, see [the figures](https://example.org/a_b).\n\n- First\n  - Inner\n- Second\n\n3. Third step',
  ],
  ['Google Docs', googleDocs, '## Plan\n\nWe **must** read [this](https://example.org/page) _now_\n\n- One\n- Two'],
  ['LibreOffice', libreOffice, '**Wichtig**: _bald_\n\n1. eins\n2. zwei'],
  ['Excel', excel, '| Name | a\\|b |\n| - | - |\n| Ada | 1 |'],
  ['GitHub', gitHub, '## Use\n\n- [x] done\n- [ ] open\n\n```js\nconst a_b = 1;\n```'],
])('a page of %s becomes Markdown', (_program, html, markdown) => {
  expect(toMarkdown(html)).toBe(markdown);
});

test('nothing of a hostile page remains', () => {
  const html = `<p>Hi<script>alert(1)</script><img src=x onerror=alert(1)><a href="javascript:alert(1)">one</a>
    <a href=" JaVaScRiPt:alert(1)">two</a><a href="data:text/html,x">three</a><iframe src="https://example.org"></iframe>
    <svg onload=alert(1)></svg><style>p{}</style><span style="display:none">hidden</span> &lt;script&gt;</p>`;
  expect(toMarkdown(html)).toBe('Hione twothree \\<script>');
});

test('images of the page are uploaded, those of other hosts become links', () => {
  const html = `<p>See</p><img alt="A_b" src="data:image/png;base64,AAAA"><img src="file:///C:/clip_image001.png">
    <p><img alt="Logo" src="https://example.org/logo.png"></p><img src="${window.location.origin}/api/files/1/ab">`;
  const result = convertHtml(html, 'before', [new File(['x'], 'clip.jpg', { type: 'image/jpeg' })]);
  expect([...(result?.images.values() ?? [])].map(({ name }) => name)).toEqual(['A b.png', 'clip.jpg']);
  for (const placeholder of result?.images.keys() ?? []) expect(result?.markdown).toContain(placeholder);
  expect(result?.markdown).toContain('[Logo](https://example.org/logo.png)');
  expect(result?.markdown).toContain('![](/api/files/1/ab)');
});

test('a paragraph can be inserted in a line; a page that is too large is not converted', () => {
  expect(convertHtml('<b>bold</b> and text', '')).toMatchObject({ markdown: '**bold** and text', isInline: true });
  expect(convertHtml('<p>a</p><p>b</p>', '')).toMatchObject({ isInline: false });
  expect(convertHtml('<p>many words</p>'.repeat(100_000), '')).toBeUndefined();
});

test('cells of a spreadsheet are told from other texts with tabs', () => {
  expect(parseTabSeparated('a\tb\r\nc\td\r\n')).toEqual([
    ['a', 'b'],
    ['c', 'd'],
  ]);
  for (const text of ['a\tb', 'a\nb', '\tcode\nb', 'a\tb\nc']) expect(parseTabSeparated(text)).toBeUndefined();
});
