import { Refusal } from '../http/refusal.ts';
import { parseFlow } from '../flow/index.ts';

const attributePattern = (name: string): RegExp => new RegExp(`(\\s${name}=)("[^"]*"|'[^']*')`);

const escaped = (text: string): string =>
  text.replace(
    /[&<>"]/g,
    (character) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' })[character] as string,
  );

/** Sets an attribute of a start tag. */
const withAttribute = (tag: string, name: string, value: string): string =>
  attributePattern(name).test(tag)
    ? tag.replace(attributePattern(name), (_all, start: string) => `${start}"${escaped(value)}"`)
    : tag.replace(/\s*\/?>$/, (end) => ` ${name}="${escaped(value)}"${end}`);

/**
 * Returns the file with another process key and name; its diagram and other references to the process are updated.
 * Refuses with REQUEST_INVALID when the file cannot be read or contains several processes.
 */
export async function renameFlow(content: string, key: string, name: string): Promise<string> {
  const { definition } = await parseFlow(content);
  const tags = [...content.matchAll(/<(?:[\w.-]+:)?process\b[^>]*>/g)];
  const [tag] = tags;
  if (!definition || tags.length !== 1 || !tag)
    throw new Refusal('REQUEST_INVALID', { detail: '流程文件不能读取，请先在设计器中改正' });
  const newTag = withAttribute(withAttribute(tag[0], 'id', key), 'name', name);
  // '.' and '$' of the key are escaped, because they have a meaning in a regular expression
  const reference = new RegExp(
    `(\\s(?:bpmnElement|processRef)=)(["'])${definition.key.replace(/[.$]/g, '\\$&')}\\2`,
    'g',
  );
  return `${content.slice(0, tag.index)}${newTag}${content.slice(tag.index + tag[0].length)}`.replace(
    reference,
    (_all, start: string) => `${start}"${escaped(key)}"`,
  );
}
