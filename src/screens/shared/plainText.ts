/** Matches a common HTML tag; a text that contains one is treated as HTML. */
const HTML_TAGS = /<(p|br|div|span|ul|ol|li|table|h[1-6]|strong|em|a)\b[^>]*>/i;
const BLOCK_SELECTOR = 'p, div, li, tr, h1, h2, h3, h4, h5, h6, blockquote';

/** Matches an opening tag with attributes. No part of it contains `<`, so that matching takes linear time. */
const TAG_WITH_ATTRIBUTES = /<([a-z][a-z0-9]*)\s(?:[^"'<>]|"[^"<]*"|'[^'<]*')*>/gi;

/**
 * Matches a style element with its content. Parsing such an element would report a violation of the content security
 * policy in the console.
 */
const STYLE_ELEMENTS = /<style\b[^>]*>[\s\S]*?(?:<\/style\s*>|$)/gi;

/**
 * Returns the plain text of a mail or notice. HTML, which other systems may send, is converted to text: each block
 * element becomes a line. No script of the HTML is run, and no resource is loaded.
 */
export function plainText(content: string): string {
  if (!HTML_TAGS.test(content)) return content;
  // attributes are removed: they contain no visible text, and parsing a style attribute would report a violation of the
  // content security policy
  const { body } = new DOMParser().parseFromString(
    content.replace(STYLE_ELEMENTS, '').replace(TAG_WITH_ATTRIBUTES, '<$1>'),
    'text/html',
  );
  for (const hidden of body.querySelectorAll('script, style')) hidden.remove();
  for (const lineBreak of body.querySelectorAll('br')) lineBreak.replaceWith('\n');
  for (const block of body.querySelectorAll(BLOCK_SELECTOR)) block.append('\n');
  return (body.textContent ?? '').replace(/\n{3,}/g, '\n\n').trim();
}
