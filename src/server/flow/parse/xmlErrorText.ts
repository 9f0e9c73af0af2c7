/**
 * Returns a Chinese description of an XML error for users, with the line number if the message of the XML reader
 * states it.
 */
export function xmlErrorText(message: string): string {
  const line = Number(/\n\tline: (\d+)/.exec(message)?.[1] ?? Number.NaN);
  const location = Number.isNaN(line) ? '' : `第 ${line + 1} 行：`;
  if (message.includes('failed to parse document')) return '根元素不是 BPMN 的 definitions';
  if (message.includes('missing start tag')) return '内容为空，或不是 XML';
  if (message.includes('unclosed') || message.includes('unexpected end'))
    return `${location}文件不完整，有标签没有结束`;
  if (message.includes('missing namespace')) return `${location}命名空间的前缀没有声明`;
  if (message.includes('closing tag mismatch')) return `${location}标签的开始和结束不对应`;
  return `${location}内容不完整，或不是 XML`;
}
