import { TAGS } from '../../grammar/tags.ts';
import { adaptDate, adaptTime } from './adaptDate.ts';
import { adaptField } from './adaptField.ts';
import { adaptOptions } from './adaptOptions.ts';
import { adaptTable } from './adaptTable.ts';
import { adaptUpload } from './adaptUpload.ts';
import { reportNote, type Context } from '../context.ts';
import { firstText, isObject, textOf, valueOf, elementNameOf, type Source } from '../source.ts';
import { staticText, STATIC_TEXT_KEYS } from '../text/staticText.ts';
import { plainName } from '../tags.ts';
import { convert } from '../values.ts';

/**
 * A canonical property derived from keys of another system. `origin`: the source key that it comes from. With a `value`
 * of undefined the property is left out, and the source key is not reported as unknown.
 */
export interface AdaptedProperty {
  key: string;
  value: unknown;
  origin: string;
}

const TAGS_WITH_OPTIONS: ReadonlySet<string> = new Set([
  'el-select',
  'el-radio-group',
  'el-checkbox-group',
  'el-cascader',
  'el-tree-select',
]);

/** Converts the texts before and after the input (`prepend`, `append`). */
function adaptSlot(source: Source): AdaptedProperty[] {
  const slot = convert(valueOf(source, '__slot__'), 'object');
  const slotValues = isObject(slot) ? slot : {};
  const slotText = (key: string, otherKey: string): string =>
    firstText(source, key, otherKey) ||
    [slotValues[key], slotValues[otherKey]].find(
      (value): value is string => typeof value === 'string' && value !== '',
    ) ||
    '';
  const [prepend, append] = [slotText('prepend', 'addonBefore'), slotText('append', 'addonAfter')];
  // a text field has no options; they are left over from a time when the element was of another kind
  if (prepend === '' && append === '')
    return 'options' in slotValues ? [{ key: '__slot__', value: undefined, origin: '__slot__' }] : [];
  return [
    {
      key: '__slot__',
      value: { ...(prepend === '' ? {} : { prepend }), ...(append === '' ? {} : { append }) },
      origin: '__slot__',
    },
  ];
}

/**
 * Converts a text input. Some designers write a `type` that is not a type of input (such as 'textClass'), and the kind
 * of input under `tagIcon`.
 */
function adaptInput(source: Source): AdaptedProperty[] {
  const type = textOf(source, 'type');
  const adaptedProperties = adaptSlot(source);
  if (valueOf(source, 'show-password') === true || textOf(source, 'tagIcon') === 'password')
    adaptedProperties.push({ key: 'type', value: 'password', origin: 'show-password' });
  else if (source.isForeign && type !== '' && !['text', 'textarea', 'password'].includes(type)) {
    adaptedProperties.push({
      key: 'type',
      value: textOf(source, 'tagIcon') === 'textarea' ? 'textarea' : undefined,
      origin: 'type',
    });
  }
  return adaptedProperties;
}

/**
 * Returns the text that a heading or a card shows. In other designers `label` is only the name of the element in the
 * design tool, and the text is under one of `keys`.
 */
function adaptTitle(source: Source, ...keys: string[]): AdaptedProperty[] {
  const label = textOf(source, 'label');
  const origin = keys.find((key) => textOf(source, key) !== '');
  const shownText = source.isForeign && origin !== undefined && origin !== 'defaultValue' ? textOf(source, origin) : '';
  const title = shownText || label || (origin === undefined ? '' : textOf(source, origin)) || staticText(source);
  // a divider without text gets a default text; otherwise it would be left out
  if (title === '' && source.isForeign && plainName(elementNameOf(source)) === 'divider')
    return [{ key: 'label', value: '分割线', origin: 'tag' }];
  return title !== '' && title !== label ? [{ key: 'label', value: title, origin: origin ?? '__slot__' }] : [];
}

/** Converts a static text of another designer; a canonical text element needs no conversion. */
function adaptText(source: Source, context: Context): AdaptedProperty[] {
  if (textOf(source, 'tag') === 'text' && textOf(source, 'text') !== '') return [];
  const key = firstText(source, '__vModel__', 'vModel');
  reportNote(context, 'DOC_MAPPED_TAG', source.path, {
    tag: textOf(source, 'tag'),
    title: '文字（只取文字，不取样式）',
  });
  return [
    {
      key: 'text',
      value: staticText(source),
      origin: STATIC_TEXT_KEYS.find((textKey) => textOf(source, textKey) !== '') ?? '__slot__',
    },
    ...(key === '' ? [] : [{ key: 'key', value: key, origin: '__vModel__' }]),
  ];
}

/** Returns the properties that only this canonical tag needs; see `adaptSource`. */
function adaptByTag(
  tag: string,
  source: Source,
  impliedProperties: Readonly<Record<string, unknown>>,
  context: Context,
): AdaptedProperty[] {
  if (TAGS_WITH_OPTIONS.has(tag)) return adaptOptions(tag, source, impliedProperties, context);
  switch (tag) {
    case 'el-input':
      return adaptInput(source);
    case 'el-date-picker':
      return adaptDate(source);
    case 'el-time-picker':
      return adaptTime(source);
    case 'el-upload':
      return adaptUpload(source, impliedProperties, context);
    case 'subTable':
      return adaptTable(source, context);
    case 'sTitle':
      return adaptTitle(source, 'content', 'title', 'defaultValue');
    case 'text':
      return adaptText(source, context);
    case 'el-card':
      return adaptTitle(source, 'header', 'title');
    default:
      return [];
  }
}

/**
 * Returns the properties of a canonical tag whose conversion needs more than a renamed key. `impliedProperties`:
 * properties that the original tag implies.
 */
export function adaptSource(
  tag: string,
  source: Source,
  impliedProperties: Readonly<Record<string, unknown>>,
  context: Context,
): AdaptedProperty[] {
  const adaptedProperties = adaptByTag(tag, source, impliedProperties, context);
  return TAGS[tag]?.kind === 'field' ? [...adaptField(tag, source, context), ...adaptedProperties] : adaptedProperties;
}
