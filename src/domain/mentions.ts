/** A part of a text: a mention (`@name`), or the text between two mentions. */
export interface TextPart {
  text: string;
  isMention: boolean;
}

/**
 * Splits a text into the mentions of these names and the text between them. At each `@` the longest matching name
 * counts: `@王小明` mentions 王小明 and not 王小.
 */
export function splitMentions(text: string, names: readonly string[]): TextPart[] {
  const mentions = [...new Set(names)].toSorted((a, b) => b.length - a.length).map((name) => `@${name}`);
  const parts: TextPart[] = [];
  let textStart = 0;
  const endText = (end: number): void => {
    if (end > textStart) parts.push({ text: text.slice(textStart, end), isMention: false });
  };
  for (let at = text.indexOf('@'); at !== -1; at = text.indexOf('@', Math.max(at + 1, textStart))) {
    const mention = mentions.find((candidate) => text.startsWith(candidate, at));
    if (mention === undefined) continue;
    endText(at);
    parts.push({ text: mention, isMention: true });
    textStart = at + mention.length;
  }
  endText(text.length);
  return parts;
}

/** Returns the names in `names` that a text mentions. */
export const mentionedNames = (text: string, names: readonly string[]): Set<string> =>
  new Set(splitMentions(text, names).flatMap((part) => (part.isMention ? [part.text.slice(1)] : [])));

/**
 * Returns the people whom a text mentions. `chosen`: the people who were selected while the text was written, in the
 * order of the selection. If several people have the same name, each mention of the name counts for one of them,
 * beginning with the one selected last.
 */
export function mentionedPeople<T extends { name: string }>(text: string, chosen: readonly T[]): T[] {
  const counts = new Map<string, number>();
  for (const part of splitMentions(
    text,
    chosen.map(({ name }) => name),
  ))
    if (part.isMention) counts.set(part.text.slice(1), (counts.get(part.text.slice(1)) ?? 0) + 1);
  return chosen.filter(({ name }, index) => {
    const laterCount = chosen.slice(index + 1).filter((other) => other.name === name).length;
    return laterCount < (counts.get(name) ?? 0);
  });
}
