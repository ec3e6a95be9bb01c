import { describe, expect, it } from '@jest/globals';
import { composeMail, escapeHtml } from './compose-mail.js';

const content = {
  siteName: 'Hub & Co',
  heading: 'Reset <your> password',
  paragraphs: ['Hello "Ann",', "it's <script>alert(1)</script>"],
  button: { label: 'Go', url: 'https://hub.example.org/r?a=1&b=2' },
};

describe('composeMail', () => {
  it('says the same as text', () => {
    expect(composeMail(content).text).toBe(
      'Reset <your> password\n\nHello "Ann",\n\nit\'s <script>alert(1)</script>\n\nGo: https://hub.example.org/r?a=1&b=2\n\n-- \nHub & Co',
    );
  });

  it('escapes everything in HTML', () => {
    const { html } = composeMail(content);
    expect(html).not.toContain('<script>');
    expect(html).toContain('<h1>Reset &lt;your&gt; password</h1>');
    expect(html).toContain('<p>Hello &quot;Ann&quot;,</p>');
    expect(html).toContain('href="https://hub.example.org/r?a=1&amp;b=2"');
    expect(html).toContain('Hub &amp; Co');
  });

  it('loads nothing from anywhere', () => {
    expect(composeMail(content).html).not.toMatch(/<(img|link|script|iframe)|src=|url\(|@import/);
  });

  it('needs no button, and takes none that is no web address', () => {
    const { button: _button, ...plain } = content;
    expect(composeMail(plain).html).not.toContain('<a ');
    expect(() => composeMail({ ...content, button: { label: 'Go', url: 'javascript:alert(1)' } })).toThrow('http');
  });
});

it('escapes the five characters', () => {
  expect(escapeHtml(`<a href="x">'&'</a>`)).toBe('&lt;a href=&quot;x&quot;&gt;&#39;&amp;&#39;&lt;/a&gt;');
});
