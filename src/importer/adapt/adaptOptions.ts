import type { Option } from '../../kernel/index.ts';
import { isInternalPath } from '../../domain/internalPath.ts';
import type { AdaptedProperty } from './adapt.ts';
import { reportWarning, type Context } from '../context.ts';
import { findOptions, optionKeysOf, readOptions } from '../options.ts';
import { firstText, isObject, textOf, valueOf, type Source } from '../source.ts';
import { convert } from '../values.ts';

/**
 * Converts `dataType: 'dynamic', url, method, dataPath` of other systems to a call that loads the options. A URL
 * outside of this system is dropped with a warning.
 */
function adaptOptionsCall(source: Source, context: Context): AdaptedProperty[] {
  const url = firstText(source, 'url', 'remoteUrl');
  if (!['dynamic', 'remote'].includes(textOf(source, 'dataType')) || url === '') return [];
  // `x` stands for any value of a placeholder
  if (!isInternalPath(url.replace(/\{\w+\}/g, 'x'))) {
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

/**
 * Keeps the other system's code of a dictionary; the code takes effect if this system has a dictionary with that code.
 */
function adaptDictionary(source: Source): AdaptedProperty[] {
  if (source.entries.has('isDict') || source.entries.has('dictCode')) return [];
  const dictionaryKey = ['dictType', 'dictionaryType', 'dictionary', 'dictName'].find(
    (key) => textOf(source, key) !== '',
  );
  const code = dictionaryKey === undefined ? '' : textOf(source, dictionaryKey);
  const usesDictionary =
    ['dict', 'dictionary', 'dic'].includes(textOf(source, 'dataType')) || textOf(source, 'dictType') !== '';
  return code !== '' && usesDictionary
    ? [
        { key: 'isDict', value: '1', origin: 'dataType' },
        { key: 'dictCode', value: code, origin: String(dictionaryKey) },
      ]
    : [];
}

/** Matches a text in quotes; group 2 is the text without them. */
const QUOTED = /^(['"])([\s\S]*)\1$/;

/** Returns the options of a tree as one list, each option before its children. */
const flattenOptions = (options: readonly Option[]): Option[] =>
  options.flatMap((option) => [option, ...flattenOptions(option.children ?? [])]);

/**
 * Converts the default value to the type of the options' values: the text `"1"` becomes the number 1 if an option has
 * the value 1. If several options may be chosen, `"a,b"` and `'["a"]'` become a list; if only one may be chosen, a list
 * becomes its first item. A value with a placeholder stays unchanged.
 */
function adaptDefaultValue(
  tag: string,
  source: Source,
  options: readonly Option[],
  isMultiple: boolean,
): AdaptedProperty[] {
  const defaultEntry = source.entries.get('defaultValue');
  const defaultValue =
    typeof defaultEntry?.value === 'string'
      ? convert(defaultEntry.value.replace(QUOTED, '$2'), 'array')
      : defaultEntry?.value;
  if (
    defaultValue === undefined ||
    defaultValue === null ||
    defaultValue === '' ||
    isObject(defaultValue) ||
    (typeof defaultValue === 'string' && defaultValue.includes('${'))
  )
    return [];
  const valuesByText = new Map(flattenOptions(options).map(({ value }) => [String(value), value]));
  const toOptionValue = (value: unknown): unknown =>
    Array.isArray(value) ? value.map(toOptionValue) : (valuesByText.get(String(value)) ?? value);
  const isList = tag === 'el-checkbox-group' || isMultiple;
  let splitDefault: unknown = defaultValue;
  if (isList && typeof defaultValue === 'string')
    splitDefault = valuesByText.has(defaultValue) ? [defaultValue] : defaultValue.split(',').map((part) => part.trim());
  const listOrValue = isList && !Array.isArray(splitDefault) ? [splitDefault] : splitDefault;
  const usesFirstItem = !isList && tag !== 'el-cascader' && Array.isArray(listOrValue);
  const value = toOptionValue(usesFirstItem ? listOrValue[0] : listOrValue);
  return JSON.stringify(value) === JSON.stringify(defaultEntry?.value)
    ? []
    : [{ key: 'defaultValue', value, origin: 'defaultValue' }];
}

/**
 * Converts the options of a field (listed in the document, from a call, from a dictionary), the setting that several
 * options may be chosen, and the default value.
 */
export function adaptOptions(
  tag: string,
  source: Source,
  impliedProperties: Readonly<Record<string, unknown>>,
  context: Context,
): AdaptedProperty[] {
  const adaptedProperties: AdaptedProperty[] = [];
  const optionEntry = findOptions(source);
  const keys = optionKeysOf(source);
  const options = optionEntry ? readOptions(optionEntry.value, optionEntry.path, context, keys) : [];
  if (optionEntry) adaptedProperties.push({ key: '__slot__', value: { options }, origin: optionEntry.key });
  const staticEntry = source.entries.get('staticJson');
  const staticOptions =
    staticEntry && staticEntry.value !== null && staticEntry.value !== ''
      ? readOptions(convert(staticEntry.value, 'array'), staticEntry.path, context, keys)
      : [];
  if (staticEntry && staticEntry.value !== null && staticEntry.value !== '')
    adaptedProperties.push({ key: 'staticJson', value: staticOptions, origin: 'staticJson' });
  const props = valueOf(source, 'props');
  const innerProps = isObject(props) && isObject(props.props) ? props.props : props;
  const hasMultipleKey = convert(valueOf(source, 'multiple'), 'boolean') === true;
  const isMultiple =
    hasMultipleKey ||
    impliedProperties.multiple === true ||
    (isObject(innerProps) && innerProps.multiple === true) ||
    textOf(source, 'mode') === 'multiple' ||
    textOf(source, 'mode') === 'tags' ||
    valueOf(source, 'showCheckbox') === true ||
    valueOf(source, 'show-checkbox') === true;
  if (isMultiple && !hasMultipleKey) adaptedProperties.push({ key: 'multiple', value: true, origin: 'props' });
  if (isObject(innerProps) && innerProps.checkStrictly === true && (tag === 'el-cascader' || tag === 'el-tree-select'))
    adaptedProperties.push({ key: 'checkStrictly', value: true, origin: 'props' });
  if (
    tag === 'el-cascader' &&
    isObject(innerProps) &&
    innerProps.emitPath === false &&
    !source.entries.has('cascaderGetAll')
  )
    adaptedProperties.push({ key: 'cascaderGetAll', value: '0', origin: 'props' });
  return [
    ...adaptedProperties,
    ...adaptDefaultValue(tag, source, [...options, ...staticOptions], isMultiple),
    ...adaptOptionsCall(source, context),
    ...adaptDictionary(source),
  ];
}
