const QUOTED = /("(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*')/;

/**
 * Rewrites the uses of the switch field `name` in a condition to comparisons with its stored values '1' (on) and '0'
 * (off): `name == true`, `true == name`, `!name` and `name` alone.
 */
function rewriteSwitch(text: string, name: string): string {
  const fieldPattern = `(?<![\\w.$])${name}(?![\\w.$(])`;
  const storedValue = (flag: string): string => (flag === 'true' ? "'1'" : "'0'");
  return text
    .replace(
      new RegExp(`(${fieldPattern})\\s*(==|!=)\\s*(true|false)\\b`, 'g'),
      (_all, field: string, op: string, flag: string) => `${field} ${op} ${storedValue(flag)}`,
    )
    .replace(
      new RegExp(`\\b(true|false)\\s*(==|!=)\\s*(${fieldPattern})`, 'g'),
      (_all, flag: string, op: string, field: string) => `${field} ${op} ${storedValue(flag)}`,
    )
    .replace(
      new RegExp(`!\\s*(${fieldPattern})(?=\\s*(?:$|&&|\\|\\||\\)))`, 'g'),
      (_all, field: string) => `${field} == '0'`,
    )
    .replace(
      new RegExp(`(^|&&|\\|\\||\\()(\\s*)(${fieldPattern})(?=\\s*(?:$|&&|\\|\\||\\)))`, 'g'),
      (_all, before: string, space: string, field: string) => `${before}${space}${field} == '1'`,
    );
}

/** Rewrites a condition so that it compares all switches with their stored values. Quoted texts stay unchanged. */
export function withSwitchValues(condition: string, switches: ReadonlySet<string>): string {
  // quoted texts are replaced by markers, so that the patterns do not match inside of them
  const texts: string[] = [];
  const textWithMarkers = condition.replace(new RegExp(QUOTED, 'g'), (text) => `\uE000${texts.push(text) - 1}\uE000`);
  const rewrittenText = [...switches].reduce((text, name) => rewriteSwitch(text, name), textWithMarkers);
  return rewrittenText.replace(/\uE000(\d+)\uE000/g, (_all, index: string) => texts[Number(index)] ?? '');
}
