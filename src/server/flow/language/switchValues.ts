const QUOTED = /("(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*')/;

/** A condition on a switch as its values are: it holds '1' and '0', never true and false. `name` is the field's key. */
function onSwitch(text: string, name: string): string {
  const key = `(?<![\\w.$])${name}(?![\\w.$(])`;
  const value = (word: string): string => (word === 'true' ? "'1'" : "'0'");
  return text
    .replace(
      new RegExp(`(${key})\\s*(==|!=)\\s*(true|false)\\b`, 'g'),
      (_all, field: string, op: string, word: string) => `${field} ${op} ${value(word)}`,
    )
    .replace(
      new RegExp(`\\b(true|false)\\s*(==|!=)\\s*(${key})`, 'g'),
      (_all, word: string, op: string, field: string) => `${field} ${op} ${value(word)}`,
    )
    .replace(new RegExp(`!\\s*(${key})(?=\\s*(?:$|&&|\\|\\||\\)))`, 'g'), (_all, field: string) => `${field} == '0'`)
    .replace(
      new RegExp(`(^|&&|\\|\\||\\()(\\s*)(${key})(?=\\s*(?:$|&&|\\|\\||\\)))`, 'g'),
      (_all, before: string, space: string, field: string) => `${before}${space}${field} == '1'`,
    );
}

/** A condition in which switches are compared with their own values. Texts in quotes stay. */
export function withSwitchValues(condition: string, switches: ReadonlySet<string>): string {
  // quotes are put aside, so that what stands around them is seen as one text
  const texts: string[] = [];
  const bare = condition.replace(new RegExp(QUOTED, 'g'), (text) => `\uE000${texts.push(text) - 1}\uE000`);
  const changed = [...switches].reduce(onSwitch, bare);
  return changed.replace(/\uE000(\d+)\uE000/g, (_all, index: string) => texts[Number(index)] ?? '');
}
