/** Marks that only a text written as HTML has. */
const MARKED = /<(p|br|div|span|ul|ol|li|table|h[1-6]|strong|em|a)\b[^>]*>/i;
const LINES = 'p, div, li, tr, h1, h2, h3, h4, h5, h6, blockquote';

/** A tag with its attributes. No further than the next sign of a tag, so that a text of such signs is gone through once. */
const TAG = /<([a-z][a-z0-9]*)\s(?:[^"'<>]|"[^"<]*"|'[^'<]*')*>/gi;

/** A sheet of styles with all that a browser reads as its rules: they would be told to the console as refused by the policy. */
const STYLES = /<style\b[^>]*>[\s\S]*?(?:<\/style\s*>|$)/gi;

/** What a mail or notice says. Other systems of the family write them as HTML: its words line by line, and nothing of it is run or loaded. */
export function plainText(content: string): string {
  if (!MARKED.test(content)) return content;
  // no attribute says a word; one of style would be told to the console as refused by the policy
  const { body } = new DOMParser().parseFromString(content.replace(STYLES, '').replace(TAG, '<$1>'), 'text/html');
  for (const hidden of body.querySelectorAll('script, style')) hidden.remove();
  for (const end of body.querySelectorAll('br')) end.replaceWith('\n');
  for (const line of body.querySelectorAll(LINES)) line.append('\n');
  return (body.textContent ?? '').replace(/\n{3,}/g, '\n\n').trim();
}
