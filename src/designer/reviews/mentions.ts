import { splitMentions } from '../../domain/mentions.ts';

interface Person {
  id: string;
  name: string;
}

/**
 * The ids of the people that a text mentions: after each `@` the longest name that stands there. `chosen`: ids that were
 * selected from the list, by name; a name of several people of whom none was selected mentions all of them.
 */
export function mentionedIds(text: string, people: readonly Person[], chosen: ReadonlyMap<string, string>): string[] {
  const parts = splitMentions(
    text,
    people.map(({ name }) => name),
  );
  const names = new Set(parts.flatMap((part) => (part.isMention ? [part.text.slice(1)] : [])));
  return [...names].flatMap((name) => {
    const sameName = people.filter((person) => person.name === name).map(({ id }) => id);
    const chosenId = chosen.get(name);
    return chosenId !== undefined && sameName.includes(chosenId) ? [chosenId] : sameName;
  });
}
