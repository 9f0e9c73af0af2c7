import { sql } from 'kysely';
import { formRights } from '../rights/index.ts';
import type { ServerContext } from '../context.ts';
import { loadForm } from '../documents/index.ts';
import { prefixRefusal, Refusal } from '../http/refusal.ts';
import { isAdmin, type RequestUser } from '../http/user.ts';
import { saveFlatRecord, type FlatBody } from '../flatRecords/index.ts';
import { columnsOf, loadOwnUnits, recordTable } from '../records/index.ts';
import { processInOrderOfIds } from '../store/processInOrderOfIds.ts';
import type { Trx } from '../store/transaction.ts';

/** The key of the form of seals. */
const SEAL_FORM = 'sealImpressionInfo';
/** The key of the form of the uses of seals. */
const DETAIL_FORM = 'sealDetails';
/** Maximum number of seals in the tree. */
const MAX_SEALS = 5000;

/** A node of the tree for choosing a seal: a unit, a kind of seals, or a seal. It contains no other data of a seal. */
export interface SealNode {
  id: string;
  name: string;
  type: 'unit' | 'sealType' | 'seal';
  keeperName?: string;
  sealNo?: string;
  children?: SealNode[];
}

/** A seal as a database row. */
interface SealRow {
  id: string;
  sealNo: string;
  sealName: string;
  sealType: string;
  typeName: string;
  unitId: string;
  unitName: string;
  keeperName: string;
}

/** CL-059: returns the seals in use, by unit and kind, of this person's units (for administrators: of all units). */
export async function sealTree({ db }: ServerContext, user: RequestUser): Promise<SealNode[]> {
  const units = isAdmin(user) ? null : await loadOwnUnits(db, user);
  const { text } = await columnsOf(db, SEAL_FORM);
  const { rows } =
    await sql<SealRow>`select frm_record.id, ${text('sealNo')} as "sealNo", ${text('sealName')} as "sealName", ${text('sealType')} as "sealType",
      coalesce(nullif(${text('sealTypeLabel')}, ''), ${text('sealType')}) as "typeName", ${text('unitId')} as "unitId", coalesce(o.name, ${text('unitIdLabel')}) as "unitName", ${text('keeperIdLabel')} as "keeperName"
    from ${recordTable(SEAL_FORM)} as frm_record left join sys_org o on o.id = ${text('unitId')}
    where ${text('sealState')} = '在用' and (${units === null} or ${text('unitId')} = any(${units ?? []}::text[]))
    order by o.sn, ${text('unitId')}, ${text('sealNo')} limit ${MAX_SEALS}`.execute(db);
  const tree: SealNode[] = [];
  /** Adds a node to a level of the tree, unless the level has a node with this id. Returns the children of the node. */
  const childrenOf = (nodes: SealNode[], node: SealNode): SealNode[] => {
    const existingNode = nodes.find(({ id }) => id === node.id) ?? node;
    if (existingNode === node) nodes.push(node);
    return (existingNode.children ??= []);
  };
  for (const { id, sealNo, sealName, sealType, typeName, unitId, unitName, keeperName } of rows) {
    const kinds = childrenOf(tree, { id: unitId, name: unitName, type: 'unit' });
    childrenOf(kinds, { id: `${unitId}:${sealType}`, name: typeName, type: 'sealType' }).push({
      id,
      name: sealName,
      type: 'seal',
      sealNo,
      keeperName,
    });
  }
  return tree;
}

/**
 * Returns the state of a seal that this person keeps or that belongs to one of their units. Otherwise undefined, so
 * that other seals are not disclosed.
 */
async function findAccessibleSeal(trx: Trx, user: RequestUser, id: string): Promise<{ state: string } | undefined> {
  const units = isAdmin(user) ? null : await loadOwnUnits(trx, user);
  const { text } = await columnsOf(trx, SEAL_FORM);
  const { rows } = await sql<{
    state: string;
  }>`select ${text('sealState')} as state from ${recordTable(SEAL_FORM)} as frm_record
    where id = ${id} and (${units === null} or ${text('unitId')} = any(${units ?? []}::text[]) or ${text('keeperId')} = ${user.id})`.execute(
    trx,
  );
  return rows[0];
}

/** Returns the id of the seal in a stored entry of a use; undefined for a new or unknown entry. */
async function sealIdOf(trx: Trx, id: unknown): Promise<string | undefined> {
  if (typeof id !== 'string' || id === '') return undefined;
  const { text } = await columnsOf(trx, DETAIL_FORM);
  const { rows } = await sql<{
    seal: string;
  }>`select ${text('sealId')} as seal from ${recordTable(DETAIL_FORM)} as frm_record where id = ${id}`.execute(trx);
  return rows[0]?.seal;
}

/**
 * CL-058: saves entries of the use of seals. Refuses new entries with 403 if the user may not create entries. Refuses
 * with 404 an unknown seal, or a seal of another unit that the user does not keep. Refuses with REQUEST_INVALID a seal
 * that is not in use.
 */
export async function saveSealDetails(
  context: ServerContext,
  trx: Trx,
  user: RequestUser,
  details: readonly FlatBody[],
): Promise<{ id: string; revision: number }[]> {
  const { form } = await loadForm(context, trx, DETAIL_FORM);
  if (
    details.some(({ id }) => !id) &&
    !(await formRights(trx, user, DETAIL_FORM, form.definition.access)).has('create')
  )
    throw new Refusal('403');
  return processInOrderOfIds(details, async (body) => {
    // a corrected entry may keep its seal even if that seal is no longer in use
    if (typeof body.sealId === 'string' && body.sealId !== '' && body.sealId !== (await sealIdOf(trx, body.id))) {
      const seal = await findAccessibleSeal(trx, user, body.sealId);
      if (!seal) throw prefixRefusal(`印章“${body.sealId.slice(0, 64)}”`, new Refusal('404'));
      if (seal.state !== '在用')
        throw new Refusal('REQUEST_INVALID', { detail: `印章状态为“${seal.state}”，不能用印` });
    }
    return saveFlatRecord(context, trx, user, { formKey: DETAIL_FORM, body });
  });
}
