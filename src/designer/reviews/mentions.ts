import { mentionedNames } from '../../domain/mentions.ts';

interface Person {
  id: string;
  name: string;
}

/**
 * Returns the ids of the people whom a text mentions (see `mentionedNames`). `chosenIdByName`: the people who were
 * selected from the list of suggestions. If several people have the same name, the selected person is mentioned, or all
 * of them if none was selected.
 */
export function mentionedIds(
  text: string,
  people: readonly Person[],
  chosenIdByName: ReadonlyMap<string, string>,
): string[] {
  const names = mentionedNames(
    text,
    people.map(({ name }) => name),
  );
  return [...names].flatMap((name) => {
    const idsWithName = people.filter((person) => person.name === name).map(({ id }) => id);
    const chosenId = chosenIdByName.get(name);
    return chosenId !== undefined && idsWithName.includes(chosenId) ? [chosenId] : idsWithName;
  });
}
