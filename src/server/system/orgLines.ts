import { Refusal } from '../http/refusal.ts';
import type { Trx } from '../store/transaction.ts';
import { addOrg } from './orgWrite.ts';

/** A unit or department as one line of a text names it. */
interface Line {
  number: number;
  depth: number;
  name: string;
  isUnit: boolean;
}

/** Most lines that one text makes at once. */
export const MOST_ORG_LINES = 3000;
const UNIT = /[（(]单位[)）]$/;
const TAB = 2;

const invalid = (detail: string): Refusal => new Refusal('REQUEST_INVALID', { detail });

const widthOf = (blank: string): number =>
  [...blank].reduce((sum, char) => sum + (char === '\t' || char === '\u3000' ? TAB : 1), 0);

/**
 * Reads an indented text: each line a unit or department, under the last line above it that is indented less. Pure.
 * Refuses with REQUEST_INVALID and the number of the line.
 */
export function readOrgLines(text: string, isUnderUnit: boolean): (Line & { parent: number | null })[] {
  const lines: (Line & { parent: number | null })[] = [];
  const above: { width: number; at: number }[] = [];
  for (const [index, raw] of text.split(/\r?\n/).entries()) {
    const [, blank = '', rest = ''] = /^(\s*)(.*?)\s*$/u.exec(raw) ?? [];
    if (rest === '') continue;
    const number = index + 1;
    const width = widthOf(blank);
    while ((above.at(-1)?.width ?? -1) >= width) above.pop();
    const parent = above.at(-1)?.at ?? null;
    const isUnit = UNIT.test(rest) || (parent === null && !isUnderUnit);
    const name = rest.replace(UNIT, '').trim();
    if (name === '' || name.length > 100) throw invalid(`第 ${number} 行：名称应为 1 到 100 个字`);
    if (isUnit && parent !== null && lines[parent]?.isUnit === false)
      throw invalid(`第 ${number} 行：单位不能在部门之下`);
    above.push({ width, at: lines.length });
    lines.push({ number, depth: above.length - 1, name, isUnit, parent });
    if (lines.length > MOST_ORG_LINES) throw invalid(`一次最多 ${MOST_ORG_LINES} 行`);
  }
  if (lines.length === 0) throw invalid('请填写单位或部门的名称，每行一个');
  return lines;
}

/**
 * Makes the units and departments of an indented text, all or none; those that are there already are gone into. Answers how
 * many were made. Without a parent the first level are units.
 */
export async function addOrgLines(
  trx: Trx,
  { parentId, lines: text }: { parentId?: string | null; lines: string },
): Promise<{ added: number; known: number }> {
  const lines = readOrgLines(text, Boolean(parentId));
  const ids: string[] = [];
  let added = 0;
  for (const [index, { name, isUnit, parent, number }] of lines.entries()) {
    const under = parent === null ? parentId || null : (ids[parent] ?? null);
    const type = isUnit ? 'unit' : 'dept';
    const known = await trx
      .selectFrom('sys_org')
      .select(['id', 'type'])
      .where('name', '=', name)
      .where('parent_id', under === null ? 'is' : '=', under)
      .where('is_disabled', '=', false)
      .executeTakeFirst();
    if (known && known.type !== type)
      throw invalid(`第 ${number} 行：“${name}”已是${known.type === 'unit' ? '单位' : '部门'}`);
    if (known) ids.push(known.id);
    else {
      ids.push(await addOrg(trx, { name, type, parentId: under, sn: index + 1 }));
      added += 1;
    }
  }
  return { added, known: lines.length - added };
}
