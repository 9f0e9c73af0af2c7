import type { Trx } from '../../store/transaction.ts';
import { namesOf } from '../people/requirePeople.ts';
import { addHistoryEntry } from './history.ts';
import { giveCopies } from './openNode.ts';
import type { Actor, Instance, Person } from './stepTypes.ts';

/** 抄送: lets people read the record from now on, by the rules of the sender's node, and adds a history entry. */
export async function sendCopyOf(
  trx: Trx,
  instance: Instance,
  {
    people,
    node,
    actor,
    opinion = '',
    message,
  }: { people: readonly Person[]; node: { id: string; name: string }; actor: Actor; opinion?: string; message: string },
): Promise<void> {
  await addHistoryEntry(trx, instance, { node, actor, action: 'cc', opinion, detail: `抄送 ${namesOf(people)}` });
  await giveCopies(trx, instance, { users: people.map(({ id }) => id), node, byName: actor.name, message });
}
