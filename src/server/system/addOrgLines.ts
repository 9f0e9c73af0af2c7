import { Refusal } from '../http/refusal.ts';
import type { Trx } from '../store/transaction.ts';
import { addOrg } from './orgWrite.ts';

/** A unit or department, as one line of a text. */
interface OrgLine {
  lineNumber: number;
  depth: number;
  name: string;
  isUnit: boolean;
}

/** Maximum number of lines in one text. */
export const MAX_ORG_LINES = 3000;
/** Marks a line as a unit. */
const UNIT_SUFFIX = /[（(]单位[)）]$/;
/** Width of a tab or a full-width space of the indentation, in half-width spaces. */
const TAB_WIDTH = 2;

const invalidInput = (detail: string): Refusal => new Refusal('REQUEST_INVALID', { detail });

const indentationWidth = (indentation: string): number =>
  [...indentation].reduce((sum, char) => sum + (char === '\t' || char === '\u3000' ? TAB_WIDTH : 1), 0);

/**
 * Parses an indented text. Each line is a unit or department; its parent is the nearest preceding line with less
 * indentation (`parentIndex`: index of that line in the result; null for a line of the first level). A line is a unit
 * if it ends with `UNIT_SUFFIX`, or if it is of the first level and the text has no parent (`hasParent`: the text is
 * added below an existing unit or department). Refuses an invalid line with REQUEST_INVALID and the line number.
 */
export function parseOrgLines(text: string, hasParent: boolean): (OrgLine & { parentIndex: number | null })[] {
  const lines: (OrgLine & { parentIndex: number | null })[] = [];
  const ancestors: { width: number; index: number }[] = [];
  for (const [index, rawLine] of text.split(/\r?\n/).entries()) {
    const [, indentation = '', rest = ''] = /^(\s*)(.*?)\s*$/u.exec(rawLine) ?? [];
    if (rest === '') continue;
    const lineNumber = index + 1;
    const width = indentationWidth(indentation);
    while ((ancestors.at(-1)?.width ?? -1) >= width) ancestors.pop();
    const parentIndex = ancestors.at(-1)?.index ?? null;
    const isUnit = UNIT_SUFFIX.test(rest) || (parentIndex === null && !hasParent);
    const name = rest.replace(UNIT_SUFFIX, '').trim();
    if (name === '' || name.length > 100) throw invalidInput(`第 ${lineNumber} 行：名称应为 1 到 100 个字`);
    if (isUnit && parentIndex !== null && lines[parentIndex]?.isUnit === false)
      throw invalidInput(`第 ${lineNumber} 行：单位不能在部门之下`);
    ancestors.push({ width, index: lines.length });
    lines.push({ lineNumber, depth: ancestors.length - 1, name, isUnit, parentIndex });
    if (lines.length > MAX_ORG_LINES) throw invalidInput(`一次最多 ${MAX_ORG_LINES} 行`);
  }
  if (lines.length === 0) throw invalidInput('请填写单位或部门的名称，每行一个');
  return lines;
}

/**
 * Adds the units and departments of an indented text, all or none. A unit or department that exists is not added again,
 * but may be the parent of new ones. Returns how many were added and how many existed (`known`). `parentId`: the unit
 * or department below which the first level of the text is added; without it, the lines of the first level are units.
 */
export async function addOrgLines(
  trx: Trx,
  { parentId, lines: text }: { parentId?: string | null; lines: string },
): Promise<{ added: number; known: number }> {
  const lines = parseOrgLines(text, Boolean(parentId));
  const ids: string[] = [];
  let addedCount = 0;
  for (const [index, { name, isUnit, parentIndex, lineNumber }] of lines.entries()) {
    const parentOrg = parentIndex === null ? parentId || null : (ids[parentIndex] ?? null);
    const type = isUnit ? 'unit' : 'dept';
    const existingOrg = await trx
      .selectFrom('sys_org')
      .select(['id', 'type'])
      .where('name', '=', name)
      .where('parent_id', parentOrg === null ? 'is' : '=', parentOrg)
      .where('is_disabled', '=', false)
      .executeTakeFirst();
    if (existingOrg && existingOrg.type !== type)
      throw invalidInput(`第 ${lineNumber} 行：“${name}”已是${existingOrg.type === 'unit' ? '单位' : '部门'}`);
    if (existingOrg) ids.push(existingOrg.id);
    else {
      ids.push(await addOrg(trx, { name, type, parentId: parentOrg, sn: index + 1 }));
      addedCount += 1;
    }
  }
  return { added: addedCount, known: lines.length - addedCount };
}
