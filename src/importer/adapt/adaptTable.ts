import type { AdaptedProperty } from './adapt.ts';
import { reportNote, reportWarning, type Context } from '../context.ts';
import { isInternalPath } from '../../domain/internalPath.ts';
import { isBlank, isObject, textOf, valueOf, type Source } from '../source.ts';

const isScalar = (value: unknown): boolean => typeof value !== 'object' || value === null;

/**
 * Returns the rows under `key` that contain values. Objects and lists of objects inside a row are left out, since no
 * cell can hold them.
 */
function rowsOf(source: Source, key: string, context: Context): Record<string, unknown>[] {
  const entry = source.entries.get(key);
  if (!entry || !Array.isArray(entry.value)) return [];
  return entry.value.flatMap((row: unknown, index) => {
    if (!isObject(row)) return [];
    const values = isObject(row.fieldsMap) ? row.fieldsMap : row;
    for (const [column, value] of Object.entries(values)) {
      if (!isScalar(value) && !Array.isArray(value) && !isBlank(value))
        reportNote(context, 'DOC_VALUE_UNUSED', [...entry.path, index, column], {
          tag: '子表',
          key: column,
          value: '…',
        });
    }
    const cells = Object.fromEntries(
      Object.entries(values).filter(
        ([, value]) => !isBlank(value) && (isScalar(value) || (Array.isArray(value) && value.every(isScalar))),
      ),
    );
    return Object.keys(cells).length > 0 ? [cells] : [];
  });
}

/**
 * Converts another designer's request for rows to the properties that request default rows. If the URL is no path of
 * this system, warns and leaves the request out.
 */
function adaptRemoteRows(source: Source, context: Context): AdaptedProperty[] {
  const url = textOf(source, 'url');
  if (textOf(source, 'dataType') !== 'dynamic' || url === '' || source.entries.has('defaultTbDataResourceApi'))
    return [];
  // `x` stands for any value of a placeholder
  if (!isInternalPath(url.replace(/\{\w+\}/g, 'x'))) {
    reportWarning(context, 'DOC_REQUEST', source.entries.get('url')?.path ?? source.path, { url });
    return [{ key: 'defaultTbDataApiDataRes', value: undefined, origin: 'dataPath' }];
  }
  return [
    { key: 'defaultTbDataResourceApi', value: url.replace(/\$?\{(\w+)\}/g, '$${$1}'), origin: 'url' },
    {
      key: 'defaultTbDataResourceApiType',
      value: textOf(source, 'method').toUpperCase() === 'POST' ? 'POST' : 'GET',
      origin: 'method',
    },
    ...(textOf(source, 'dataPath') === ''
      ? []
      : [{ key: 'defaultTbDataApiDataRes', value: textOf(source, 'dataPath'), origin: 'dataPath' }]),
  ];
}

/** Keys with which other designers enable a totals row. */
const TOTALS_KEYS = ['showSummary', 'show-summary'] as const;
/** Keys under which other designers list the columns with totals. */
const TOTALLED_COLUMNS_KEYS = ['summaryField', 'summaryFields'] as const;

/** Returns a test of whether a column has a total: all columns unless some are listed; none without a totals row. */
export function totalledColumns(source: Source): (key: string) => boolean {
  if (!TOTALS_KEYS.some((key) => valueOf(source, key) === true)) return () => false;
  const listedColumns = TOTALLED_COLUMNS_KEYS.map((key) => valueOf(source, key)).find(
    (list): list is unknown[] => Array.isArray(list) && list.length > 0,
  );
  return (key) => listedColumns?.includes(key) ?? true;
}

const toFlag = (value: unknown): string | undefined => (value === true ? '1' : value === false ? '0' : undefined);

/**
 * Converts the properties of a sub-table that other designers write differently: buttons, rows, request for rows,
 * style, totals. Rows in the definition become the default rows of a new record.
 */
export function adaptTable(source: Source, context: Context): AdaptedProperty[] {
  const adaptedProperties: AdaptedProperty[] = [];
  const addUnlessSet = (key: string, value: unknown, origin: string): void => {
    if (value !== undefined && !source.entries.has(key)) adaptedProperties.push({ key, value, origin });
  };
  const slot = valueOf(source, '__slot__');
  const buttons =
    isObject(slot) && Array.isArray(slot.buttons) ? slot.buttons.filter(isObject).map(({ key }) => key) : null;
  addUnlessSet(
    'commonAdd',
    toFlag(valueOf(source, 'addButton') ?? valueOf(source, 'allowAdd')) ?? toFlag(buttons?.includes('add')),
    'addButton',
  );
  addUnlessSet(
    'needRemove',
    toFlag(valueOf(source, 'deleteButton') ?? valueOf(source, 'allowDelete')) ?? toFlag(buttons?.includes('delete')),
    'deleteButton',
  );
  adaptedProperties.push(...adaptRemoteRows(source, context));
  // other designers give every control a width, which would leave no room for columns
  const style = source.entries.get('style');
  if (source.isForeign && style) {
    adaptedProperties.push({ key: 'style', value: undefined, origin: 'style' });
    if (!isBlank(style.value))
      reportNote(context, 'DOC_UNUSED', style.path, { tag: textOf(source, 'tag') || '子表', key: 'style' });
  }
  for (const key of [...TOTALS_KEYS, ...TOTALLED_COLUMNS_KEYS])
    if (source.entries.has(key)) adaptedProperties.push({ key, value: undefined, origin: key });
  addUnlessSet('canOp', valueOf(source, 'canEdit') === false ? '0' : undefined, 'canEdit');
  for (const key of ['defaultValue', 'value', 'data']) {
    if (key === 'defaultValue') adaptedProperties.push({ key, value: undefined, origin: key });
    const rows = source.entries.has('defaultTbData') ? [] : rowsOf(source, key, context);
    if (rows.length === 0) continue;
    adaptedProperties.push({ key: 'defaultTbData', value: rows, origin: key });
    break;
  }
  return adaptedProperties;
}
