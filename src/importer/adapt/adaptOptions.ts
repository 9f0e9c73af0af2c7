import type { Option } from '../../kernel/index.ts';
import { isOwnPath } from '../../domain/ownPath.ts';
import type { Adapted } from './adapt.ts';
import { reportWarning, type Context } from '../context.ts';
import { findOptions, optionKeysOf, readOptions } from '../options.ts';
import { firstText, isObject, textOf, valueOf, type Source } from '../source.ts';
import { convert } from '../values.ts';

/** `dataType: 'dynamic', url, method, dataPath` of other systems is a remote source; addresses outside are dropped. */
function adaptRemote(source: Source, context: Context): Adapted[] {
  const url = firstText(source, 'url', 'remoteUrl');
  if (!['dynamic', 'remote'].includes(textOf(source, 'dataType')) || url === '') return [];
  if (!isOwnPath(url.replace(/\{\w+\}/g, 'x'))) {
    reportWarning(context, 'DOC_REQUEST', source.entries.get('url')?.path ?? source.path, { url });
    return [];
  }
  return [
    { key: 'isRemote', value: '1', origin: 'dataType' },
    { key: 'resourseApi', value: url.replace(/\$?\{(\w+)\}/g, '$${$1}'), origin: 'url' },
    {
      key: 'resourseApiType',
      value: textOf(source, 'method').toUpperCase() === 'POST' ? 'POST' : 'GET',
      origin: 'method',
    },
    { key: 'hashArr', value: optionKeysOf(source), origin: 'props' },
    ...(textOf(source, 'dataPath') === '' && textOf(source, 'dataKey') !== ''
      ? [{ key: 'dataPath', value: textOf(source, 'dataKey'), origin: 'dataKey' }]
      : []),
  ];
}

/** A dictionary of the other system's name; it counts where this system has one of that code. */
function adaptDictionary(source: Source): Adapted[] {
  if (source.entries.has('isDict') || source.entries.has('dictCode')) return [];
  const named = ['dictType', 'dictionaryType', 'dictionary', 'dictName'].find((key) => textOf(source, key) !== '');
  const code = named === undefined ? '' : textOf(source, named);
  const isMeant =
    ['dict', 'dictionary', 'dic'].includes(textOf(source, 'dataType')) || textOf(source, 'dictType') !== '';
  return code !== '' && isMeant
    ? [
        { key: 'isDict', value: '1', origin: 'dataType' },
        { key: 'dictCode', value: code, origin: String(named) },
      ]
    : [];
}

const flat = (options: readonly Option[]): Option[] =>
  options.flatMap((option) => [option, ...flat(option.children ?? [])]);

/** `"1"` where the options say 1, `"a,b"` and `'["a"]'` where several may be chosen: the value as the options spell it. */
function fitted(tag: string, source: Source, options: readonly Option[], isMultiple: boolean): Adapted[] {
  const placed = source.entries.get('defaultValue');
  const given =
    typeof placed?.value === 'string'
      ? convert(placed.value.replace(/^(['"])([\s\S]*)\1$/, '$2'), 'array')
      : placed?.value;
  if (
    given === undefined ||
    given === null ||
    given === '' ||
    isObject(given) ||
    (typeof given === 'string' && given.includes('${'))
  )
    return [];
  const known = new Map(flat(options).map(({ value }) => [String(value), value]));
  const fit = (value: unknown): unknown =>
    Array.isArray(value) ? value.map(fit) : (known.get(String(value)) ?? value);
  const isList = tag === 'el-checkbox-group' || isMultiple;
  const split =
    isList && typeof given === 'string'
      ? known.has(given)
        ? [given]
        : given.split(',').map((part) => part.trim())
      : given;
  const listed = isList && !Array.isArray(split) ? [split] : split;
  const isOne = !isList && tag !== 'el-cascader' && Array.isArray(listed);
  const value = fit(isOne ? listed[0] : listed);
  return JSON.stringify(value) === JSON.stringify(placed?.value)
    ? []
    : [{ key: 'defaultValue', value, origin: 'defaultValue' }];
}

/** Options of every kind: written, from a call, from a dictionary; how many may be chosen; the initial choice in the options' own type. */
export function adaptOptions(
  tag: string,
  source: Source,
  set: Readonly<Record<string, unknown>>,
  context: Context,
): Adapted[] {
  const adapted: Adapted[] = [];
  const found = findOptions(source);
  const keys = optionKeysOf(source);
  const options = found ? readOptions(found.value, found.path, context, keys) : [];
  if (found) adapted.push({ key: '__slot__', value: { options }, origin: found.key });
  const fixed = source.entries.get('staticJson');
  const written =
    fixed && fixed.value !== null && fixed.value !== ''
      ? readOptions(convert(fixed.value, 'array'), fixed.path, context, keys)
      : [];
  if (fixed && fixed.value !== null && fixed.value !== '')
    adapted.push({ key: 'staticJson', value: written, origin: 'staticJson' });
  const props = valueOf(source, 'props');
  const inner = isObject(props) && isObject(props.props) ? props.props : props;
  const isWritten = convert(valueOf(source, 'multiple'), 'boolean') === true;
  const isMultiple =
    isWritten ||
    set.multiple === true ||
    (isObject(inner) && inner.multiple === true) ||
    textOf(source, 'mode') === 'multiple' ||
    textOf(source, 'mode') === 'tags' ||
    valueOf(source, 'showCheckbox') === true ||
    valueOf(source, 'show-checkbox') === true;
  if (isMultiple && !isWritten) adapted.push({ key: 'multiple', value: true, origin: 'props' });
  if (isObject(inner) && inner.checkStrictly === true && (tag === 'el-cascader' || tag === 'el-tree-select'))
    adapted.push({ key: 'checkStrictly', value: true, origin: 'props' });
  if (tag === 'el-cascader' && isObject(inner) && inner.emitPath === false && !source.entries.has('cascaderGetAll'))
    adapted.push({ key: 'cascaderGetAll', value: '0', origin: 'props' });
  return [
    ...adapted,
    ...fitted(tag, source, [...options, ...written], isMultiple),
    ...adaptRemote(source, context),
    ...adaptDictionary(source),
  ];
}
