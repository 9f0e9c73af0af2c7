import type { Kysely } from 'kysely';
import type { Database } from '../store/database.ts';
import { directoryOf } from './directory.ts';

/** A unit (company) or department of the organisation tree. One that is disabled cannot be selected (SE-003). */
export interface OrgNode {
  id: string;
  name: string;
  type: 'unit' | 'dept';
  disabled?: boolean;
  children?: OrgNode[];
}

/** Returns all units with their departments. */
export async function orgTree(db: Kysely<Database>): Promise<OrgNode[]> {
  const { childrenOf } = await directoryOf(db);
  const build = (parentId: string | null): OrgNode[] =>
    childrenOf(parentId).map(({ id, name, type, isDisabled }) => {
      const children = build(id);
      return {
        id,
        name,
        type,
        ...(isDisabled ? { disabled: true } : {}),
        ...(children.length > 0 ? { children } : {}),
      };
    });
  return build(null);
}

/** Returns all units, without their departments. */
export async function listUnits(db: Kysely<Database>): Promise<OrgNode[]> {
  return (await directoryOf(db)).orgs
    .filter(({ type }) => type === 'unit')
    .map(({ id, name, isDisabled }) => ({ id, name, type: 'unit', ...(isDisabled ? { disabled: true } : {}) }));
}
