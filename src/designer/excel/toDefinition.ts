import { PHONE_MESSAGE, PHONE_PATTERN } from './phonePattern.ts';
import type { GuessedColumn } from './guessColumn.ts';
import { titleColumnIndex, type GuessedForm } from './guessForms.ts';
import { textOfCell } from './sheetTable.ts';

type Node = Record<string, unknown>;

/** Maximum number of columns in the initial list. */
const MAX_LISTED_COLUMNS = 8;

const maxTextLength = ({ table }: GuessedForm, columnIndex: number): number =>
  table.rows.reduce((length, row) => Math.max(length, textOfCell(row[columnIndex] ?? null).length), 0);

/**
 * Returns the `maxlength` of a text field: twice `longestLength`, the length of the longest text in the column, rounded
 * up to a multiple of 50, but at least `min`.
 */
const maxLengthFor = (longestLength: number, min: number): number =>
  Math.max(min, Math.ceil((longestLength * 2) / 50) * 50);

/** Returns the tag of a column's field, with the properties that depend on the kind. */
function nodeOf(form: GuessedForm, column: GuessedColumn, index: number): Node {
  switch (column.kind) {
    case 'number':
      return { tag: 'el-input-number', precision: column.precision };
    case 'date':
      return { tag: 'el-date-picker', type: 'date', format: 'YYYY-MM-DD' };
    case 'datetime':
      return { tag: 'el-date-picker', type: 'datetime', format: 'YYYY-MM-DD HH:mm:ss' };
    case 'select':
      return {
        tag: 'el-select',
        clearable: true,
        __slot__: { options: column.options.map((value) => ({ label: value, value })) },
      };
    case 'yesNo':
      return { tag: 'el-radio-group', __slot__: { options: column.options.map((value) => ({ label: value, value })) } };
    case 'textarea':
      return { tag: 'el-input', type: 'textarea', rows: 3, maxlength: maxLengthFor(maxTextLength(form, index), 500) };
    case 'phone':
      return { tag: 'el-input', maxlength: 20, regList: [{ pattern: PHONE_PATTERN, message: PHONE_MESSAGE }] };
    case 'identityCard':
      return { tag: 'residentId' };
    case 'relation':
      return { tag: 'recordSelector', to: column.to };
    case 'text':
      return { tag: 'el-input', maxlength: maxLengthFor(maxTextLength(form, index), 100) };
  }
}

const placeholderVerb = ({ kind }: GuessedColumn): string =>
  ['select', 'date', 'datetime', 'relation', 'yesNo'].includes(kind) ? '请选择' : '请输入';

/**
 * Returns the definition of a form, including its list settings. `keys`: the key of each column in order; null for an
 * omitted column.
 */
export function toDefinition(form: GuessedForm, keys: readonly (string | null)[]): Node {
  const titleIndex = titleColumnIndex(form);
  let listedCount = 0;
  const fields = form.columns.flatMap((column, index): Node[] => {
    const key = keys[index];
    if (column.isLeftOut || key === null || key === undefined) return [];
    const isWide = column.kind === 'textarea';
    const isListed = !isWide && listedCount < MAX_LISTED_COLUMNS;
    if (isListed) listedCount += 1;
    const isSearched =
      index === titleIndex || column.isUnique || column.kind === 'select' || column.kind === 'relation';
    return [
      {
        ...nodeOf(form, column, index),
        __vModel__: key,
        label: column.title,
        span: isWide ? 24 : 12,
        ...(column.kind === 'identityCard' ? {} : { placeholder: `${placeholderVerb(column)}${column.title}` }),
        ...(column.isRequired ? { required: true } : {}),
        ...(column.isUnique ? { unique: true } : {}),
        ...(isListed ? { isList: '1' } : {}),
        ...(isSearched ? { isSearch: '1' } : {}),
        ...(index === titleIndex ? { isTitle: '1' } : {}),
      },
    ];
  });
  return {
    formKey: form.formKey,
    formName: form.formName,
    labelWidth: 120,
    labelPosition: 'right',
    gutter: 16,
    fields,
  };
}
