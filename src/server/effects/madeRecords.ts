import { keyPrefixOf, MADE, madeGroup, makersFor, type Effect } from '../../kernel/index.ts';
import { effectKeyOf } from './effectKeys.ts';
import { madeBefore } from './effectLog.ts';
import type { Subject } from './subject.ts';

/** Ids of records created by effects: by effect key, then by sub-table row ('' for the whole record). */
type Made = ReadonlyMap<string, ReadonlyMap<string, string>>;

/** Whether an effect names records that others made. */
const namesMade = (effect: Effect): boolean => JSON.stringify(effect).includes(`${MADE}.`);

/** The records that other effects of this record have created and this effect may name; null if it names none. */
async function madeFor(subject: Subject, effect: Effect): Promise<Made | null> {
  if (!namesMade(effect)) return null;
  const made = new Map<string, ReadonlyMap<string, string>>();
  for (const [key, maker] of makersFor(subject.loaded.form.definition, effect.each)) {
    const found = await madeBefore(subject, effectKeyOf(keyPrefixOf(maker), key));
    made.set(key, new Map([...found].map(([rowKey, { id }]) => [rowKey, id])));
  }
  return made;
}

/**
 * Returns a function that adds the group `made` to the names of an effect's expressions: for a row the records that other
 * effects created for the same row, else those created for the record as a whole.
 */
export async function withMade(
  subject: Subject,
  effect: Effect,
): Promise<(rowKey: string, inside: Subject) => Subject> {
  const made = await madeFor(subject, effect);
  const group = made && madeGroup(makersFor(subject.loaded.form.definition, effect.each));
  if (!made || !group) return (_rowKey, inside) => inside;
  return (rowKey, inside) => {
    const values = [...made].map(([key, byRow]) => [key, byRow.get(rowKey) ?? byRow.get('') ?? '']);
    return Object.create(inside, {
      names: { value: { ...inside.names, groups: { ...inside.names.groups, [MADE]: group } } },
      groups: { value: { ...inside.groups, [MADE]: Object.fromEntries(values) } },
      row: {
        get: () => inside.row,
        set: (row: Subject['row']) => {
          inside.row = row;
        },
      },
    }) as Subject;
  };
}
