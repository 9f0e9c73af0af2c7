import { isOwnPath } from '../ownPath.ts';
import { reportWarning, type Context } from './context.ts';
import { findOptions, optionKeysOf, readOptions } from './options.ts';
import { isObject, textOf, valueOf, type Source } from './source.ts';
import { convert } from './values.ts';

/** Canonical properties made from other systems' keys; `origin` names the source key they came from. */
export interface Adapted { key: string; value: unknown; origin: string }

const DATE_TYPES: Readonly<Record<string, string>> = { dates: 'date', time: 'datetime' };

const WITH_OPTIONS: ReadonlySet<string> = new Set(['el-select', 'el-radio-group', 'el-checkbox-group', 'el-cascader', 'el-tree-select']);

function adaptOptions(source: Source, context: Context): Adapted[] {
  const adapted: Adapted[] = [];
  const found = findOptions(source);
  const keys = optionKeysOf(source);
  if (found) adapted.push({ key: '__slot__', value: { options: readOptions(found.value, found.path, context, keys) }, origin: source.entries.has('__slot__') ? '__slot__' : 'options' });
  const fixed = source.entries.get('staticJson');
  if (fixed && fixed.value !== null && fixed.value !== '') adapted.push({ key: 'staticJson', value: readOptions(convert(fixed.value, 'array'), fixed.path, context, keys), origin: 'staticJson' });
  const props = valueOf(source, 'props');
  const inner = isObject(props) && isObject(props.props) ? props.props : props;
  if (isObject(inner) && inner.multiple === true) adapted.push({ key: 'multiple', value: true, origin: 'props' });
  if (isObject(inner) && inner.checkStrictly === true && ['el-cascader', 'el-tree-select'].includes(textOf(source, 'tag'))) adapted.push({ key: 'checkStrictly', value: true, origin: 'props' });
  return [...adapted, ...adaptRemote(source, context)];
}

/** `dataType: 'dynamic', url, method, dataPath` of other systems is a remote source; addresses outside are dropped. */
function adaptRemote(source: Source, context: Context): Adapted[] {
  const url = textOf(source, 'url');
  if (textOf(source, 'dataType') !== 'dynamic' || url === '') return [];
  if (!isOwnPath(url)) {
    reportWarning(context, 'DOC_REQUEST', source.entries.get('url')?.path ?? source.path, { url });
    return [];
  }
  return [
    { key: 'isRemote', value: '1', origin: 'dataType' },
    { key: 'resourseApi', value: url.replace(/\{(\w+)\}/g, '$${$1}'), origin: 'url' },
    { key: 'resourseApiType', value: textOf(source, 'method').toUpperCase() === 'POST' ? 'POST' : 'GET', origin: 'method' },
    { key: 'hashArr', value: optionKeysOf(source), origin: 'props' },
  ];
}

function adaptSlot(source: Source): Adapted[] {
  const slot = convert(valueOf(source, '__slot__'), 'object');
  const from = isObject(slot) ? slot : {};
  const prepend = textOf(source, 'prepend') || (typeof from.prepend === 'string' ? from.prepend : '') || (typeof from.addonBefore === 'string' ? from.addonBefore : '');
  const append = textOf(source, 'append') || (typeof from.append === 'string' ? from.append : '') || (typeof from.addonAfter === 'string' ? from.addonAfter : '');
  if (prepend === '' && append === '') return [];
  return [{ key: '__slot__', value: { ...(prepend === '' ? {} : { prepend }), ...(append === '' ? {} : { append }) }, origin: '__slot__' }];
}

function adaptDate(source: Source): Adapted[] {
  const type = textOf(source, 'type') || textOf(source, 'dateType');
  if (Object.hasOwn(DATE_TYPES, type)) return [{ key: 'type', value: DATE_TYPES[type], origin: 'type' }];
  const hasTime = valueOf(source, 'show-time') === true || valueOf(source, 'showTime') === true;
  return hasTime && type === '' ? [{ key: 'type', value: 'datetime', origin: 'show-time' }] : [];
}

/** Properties that need more than a renamed key, by canonical tag. */
export function adaptSource(tag: string, source: Source, context: Context): Adapted[] {
  if (WITH_OPTIONS.has(tag)) return adaptOptions(source, context);
  if (tag === 'el-input') return adaptSlot(source);
  if (tag === 'el-date-picker') return adaptDate(source);
  if (tag === 'el-upload') {
    const accept = valueOf(source, 'accept');
    return Array.isArray(accept) ? [{ key: 'accept', value: accept.map(String).join(','), origin: 'accept' }] : [];
  }
  if (tag === 'sTitle' && textOf(source, 'label') === '') {
    const title = textOf(source, 'title') || textOf(source, 'defaultValue') || textOf(source, 'content');
    return title === '' ? [] : [{ key: 'label', value: title, origin: 'title' }];
  }
  return [];
}
