const QUOTED = /("(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*')/;

/**
 * Rewrites comparisons of the switch field `name` in a condition: from true and false to the stored values '1' and
 * '0'.
 */
function rewriteSwitch(text: string, name: string): string {
  const key = `(?<![\\w.$])${name}(?![\\w.$(])`;
  const storedValue = (flag: string): string => (flag === 'true' ? "'1'" : "'0'");
  return text
    .replace(
      new RegExp(`(${key})\\s*(==|!=)\\s*(true|false)\\b`, 'g'),
      (_all, field: string, op: string, flag: string) => `${field} ${op} ${storedValue(flag)}`,
    )
    .replace(
      new RegExp(`\\b(true|false)\\s*(==|!=)\\s*(${key})`, 'g'),
      (_all, flag: string, op: string, field: string) => `${field} ${op} ${storedValue(flag)}`,
    )
    .replace(new RegExp(`!\\s*(${key})(?=\\s*(?:$|&&|\\|\\||\\)))`, 'g'), (_all, field: string) => `${field} == '0'`)
    .replace(
      new RegExp(`(^|&&|\\|\\||\\()(\\s*)(${key})(?=\\s*(?:$|&&|\\|\\||\\)))`, 'g'),
      (_all, before: string, space: string, field: string) => `${before}${space}${field} == '1'`,
    );
}

/** Rewrites a condition so that it compares all switches with their stored values. Quoted texts stay unchanged. */
export function withSwitchValues(condition: string, switches: ReadonlySet<string>): string {
  // quoted texts are replaced by markers, so that the patterns do not match inside of them
  const texts: string[] = [];
  const unquoted = condition.replace(new RegExp(QUOTED, 'g'), (text) => `\uE000${texts.push(text) - 1}\uE000`);
  const rewritten = [...switches].reduce((text, name) => rewriteSwitch(text, name), unquoted);
  return rewritten.replace(/\uE000(\d+)\uE000/g, (_all, index: string) => texts[Number(index)] ?? '');
}
