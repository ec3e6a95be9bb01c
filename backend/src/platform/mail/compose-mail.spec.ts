import { describe, expect, it } from '@jest/globals';
import { composeMail } from './compose-mail.js';

const content = {
  language: 'en' as const,
  siteName: 'Hub & Co',
  heading: 'Reset <your> password',
  paragraphs: ['Hello "Ann",', "it's <script>alert(1)</script>"],
  button: { label: 'Go', url: 'https://hub.example.org/r?a=1&b=2' },
};

describe('composeMail', () => {
  it('has the same content as text', () => {
    expect(composeMail(content).text).toBe(
      'Reset <your> password\n\nHello "Ann",\n\nit\'s <script>alert(1)</script>\n\n' +
        'Go: https://hub.example.org/r?a=1&b=2\n\n-- \nHub & Co',
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

  it('ends with the unsubscribe link', () => {
    const footer = { text: 'You get <these> mails.', label: 'Turn them off', url: 'https://hub.example.org/u?t=1&x=2' };
    const { text, html } = composeMail({ ...content, footer });
    expect(text).toMatch(
      /-- \nHub & Co\nYou get <these> mails\.\nTurn them off: https:\/\/hub\.example\.org\/u\?t=1&x=2$/,
    );
    expect(html).toContain(
      'You get &lt;these&gt; mails. <a href="https://hub.example.org/u?t=1&amp;x=2">Turn them off</a>',
    );
    expect(() => composeMail({ ...content, footer: { ...footer, url: 'javascript:alert(1)' } })).toThrow('http');
  });

  it('lists links below headings', () => {
    const links = [
      { label: 'A <b>title</b>', text: 'its text', url: 'https://hub.example.org/docs/a?x=1&y=2' },
      { label: 'Without text', text: '', url: 'https://hub.example.org/docs/b' },
    ];
    const { text, html } = composeMail({ ...content, sections: [{ heading: 'New <things>', links }] });
    expect(text).toContain(
      'NEW <THINGS>\n\nA <b>title</b>\nits text\nhttps://hub.example.org/docs/a?x=1&y=2\n\n' +
        'Without text\nhttps://hub.example.org/docs/b\n\nGo: ',
    );
    expect(html).toContain('<h2>New &lt;things&gt;</h2>');
    expect(html).toContain(
      '<li><a href="https://hub.example.org/docs/a?x=1&amp;y=2">A &lt;b&gt;title&lt;/b&gt;</a><br>its text</li>',
    );
    const unsafe = [{ heading: 'x', links: [{ label: 'x', text: '', url: 'javascript:alert(1)' }] }];
    expect(() => composeMail({ ...content, sections: unsafe })).toThrow('http');
  });

  it('has no external resources', () => {
    expect(composeMail(content).html).not.toMatch(/<(img|link|script|iframe)|src=|url\(|@import/);
  });

  it('works without a button, and refuses URLs other than http', () => {
    const { button: _button, ...plain } = content;
    expect(composeMail(plain).html).not.toContain('<a ');
    expect(() => composeMail({ ...content, button: { label: 'Go', url: 'javascript:alert(1)' } })).toThrow('http');
  });
});
