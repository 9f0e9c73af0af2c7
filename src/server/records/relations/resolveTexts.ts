import { fieldsOf } from '../../../relations/index.ts';
import type { ServerContext } from '../../context.ts';
import { loadForm } from '../../documents/index.ts';
import type { Db } from '../../store/database.ts';
import type { RequestUser } from '../../http/user.ts';
import { hasLineSql } from '../list/searchText.ts';
import type { ListedRecord } from '../list/pathColumns.ts';
import { listSelectable, type SelectableRecords } from './selectableRecords.ts';

/** The records that a name or number (`text`) identifies: none, one, or the first two if the text is ambiguous. */
export interface ResolvedText {
  text: string;
  found: { id: string; title: string }[];
}

/** Number of records that are read at once to compare them with a text. */
const PAGE_SIZE = 200;
/**
 * Maximum number of pages for one text. More records contain the text only if the text names something else, for
 * example a record to which all of them refer. Without a limit, one pasted text could cause a whole form to be read.
 */
const MAX_PAGES = 10;

/**
 * Returns, for each text, the selectable records with a title equal to the text, or with an equal value of an
 * identifying field: a serial, a unique field, a field of the title or of the keyword search. Returns at most two
 * records per text.
 */
export async function resolveTexts(
  context: ServerContext,
  db: Db,
  user: RequestUser,
  selectable: SelectableRecords,
  texts: readonly string[],
): Promise<ResolvedText[]> {
  const { definition } = (await loadForm(context, db, selectable.to)).form;
  const identifyingFields = [...fieldsOf(definition).values()]
    .filter(
      (node) =>
        ('serial' in node && node.serial !== undefined) ||
        (node.unique ?? false) !== false ||
        node.isTitle === '1' ||
        node.isSearch === '1',
    )
    .map((node) => node.__vModel__);
  const resolvedTexts: ResolvedText[] = [];
  for (const text of new Set(texts.map((sentText) => sentText.trim()).filter(Boolean))) {
    const exactMatches: ListedRecord[] = [];
    for (let pageNum = 1, isLast = false; !isLast && exactMatches.length < 2 && pageNum <= MAX_PAGES; pageNum += 1) {
      const { rows } = await listSelectable(context, db, user, selectable, {
        page: { pageNum, pageSize: PAGE_SIZE },
        keyword: text,
        serverConditions: [hasLineSql(text)],
      });
      exactMatches.push(
        ...rows.filter(
          ({ title, fieldsMap }) => title === text || identifyingFields.some((name) => fieldsMap[name] === text),
        ),
      );
      isLast = rows.length < PAGE_SIZE;
    }
    resolvedTexts.push({
      text,
      found: exactMatches
        .slice(0, 2)
        .map((record) => ({ id: record.id ?? '', title: record.title || (record.id ?? '') })),
    });
  }
  return resolvedTexts;
}
