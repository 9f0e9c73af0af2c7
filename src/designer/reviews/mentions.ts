export interface Person {
  id: string;
  name: string;
}

/**
 * The ids of the people that a text mentions: after each `@` the longest name that stands there. `chosen`: ids that were
 * selected from the list, by name; a name of several people of whom none was selected mentions all of them.
 */
export function mentionedIds(
  text: string,
  people: readonly Person[],
  chosen: ReadonlyMap<string, string> = new Map(),
): string[] {
  const names = text
    .split('@')
    .slice(1)
    .flatMap((rest) =>
      people
        .map(({ name }) => name)
        .filter((name) => name !== '' && rest.startsWith(name))
        .sort((a, b) => b.length - a.length)
        .slice(0, 1),
    );
  const ids = names.flatMap((name) => {
    const selected = chosen.get(name);
    return selected === undefined ? people.filter((one) => one.name === name).map(({ id }) => id) : [selected];
  });
  return [...new Set(ids)];
}
