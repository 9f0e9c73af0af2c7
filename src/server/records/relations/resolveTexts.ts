import { fieldsOf } from '../../../kernel/index.ts';
import type { ServerContext } from '../../context.ts';
import { loadForm } from '../../documents/index.ts';
import type { Db } from '../../store/database.ts';
import type { RequestUser } from '../../http/user.ts';
import { listCandidates, type Candidates } from './targets.ts';

/** What a written name or number stands for: one record, none, or several. */
export interface Resolved {
  text: string;
  found: { id: string; title: string }[];
}

/** More records than this with one keyword are looked through no further. */
const LOOKED_AT = 50;

/**
 * The records that a text names exactly: by their title, or by a field that identifies them (a number, a unique value, a
 * part of the title or of what is searched). Among those that may be chosen; at most two of each are answered.
 */
export async function resolveTexts(
  context: ServerContext,
  db: Db,
  user: RequestUser,
  candidates: Candidates,
  texts: readonly string[],
): Promise<Resolved[]> {
  const { definition } = (await loadForm(context, db, candidates.to)).form;
  const names = [...fieldsOf(definition).values()]
    .filter(
      (node) =>
        ('serial' in node && node.serial !== undefined) ||
        (node.unique ?? false) !== false ||
        node.isTitle === '1' ||
        node.isSearch === '1',
    )
    .map((node) => node.__vModel__);
  const answers: Resolved[] = [];
  for (const text of new Set(texts.map((one) => one.trim()).filter(Boolean))) {
    const { rows } = await listCandidates(context, db, user, candidates, {
      page: { pageNum: 1, pageSize: LOOKED_AT },
      keyword: text,
    });
    const exact = rows.filter(
      ({ title, fieldsMap }) => title === text || names.some((name) => fieldsMap[name] === text),
    );
    answers.push({
      text,
      found: exact.slice(0, 2).map((record) => ({ id: record.id ?? '', title: record.title || (record.id ?? '') })),
    });
  }
  return answers;
}
