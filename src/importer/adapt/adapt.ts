import { TAGS } from '../../grammar/tags.ts';
import { adaptDate, adaptTime } from './adaptDate.ts';
import { adaptField } from './adaptField.ts';
import { adaptOptions } from './adaptOptions.ts';
import { adaptTable } from './adaptTable.ts';
import { adaptUpload } from './adaptUpload.ts';
import { reportNote, type Context } from '../context.ts';
import { firstText, isObject, textOf, valueOf, wordOf, type Source } from '../source.ts';
import { staticText, TEXT_KEYS } from '../text/staticText.ts';
import { plainName } from '../tags.ts';
import { convert } from '../values.ts';

/** Canonical properties made from other systems' keys; `origin` names the source key they came from. Undefined: the key is not taken. */
export interface Adapted {
  key: string;
  value: unknown;
  origin: string;
}

const WITH_OPTIONS: ReadonlySet<string> = new Set([
  'el-select',
  'el-radio-group',
  'el-checkbox-group',
  'el-cascader',
  'el-tree-select',
]);

function adaptSlot(source: Source): Adapted[] {
  const slot = convert(valueOf(source, '__slot__'), 'object');
  const from = isObject(slot) ? slot : {};
  const part = (key: string, other: string): string =>
    firstText(source, key, other) ||
    [from[key], from[other]].find((value): value is string => typeof value === 'string' && value !== '') ||
    '';
  const [prepend, append] = [part('prepend', 'addonBefore'), part('append', 'addonAfter')];
  // options that an earlier kind of the element left behind restrict no text
  if (prepend === '' && append === '')
    return 'options' in from ? [{ key: '__slot__', value: undefined, origin: '__slot__' }] : [];
  return [
    {
      key: '__slot__',
      value: { ...(prepend === '' ? {} : { prepend }), ...(append === '' ? {} : { append }) },
      origin: '__slot__',
    },
  ];
}

/** Types that forks give a text input beside ours (`type: 'textClass'`) are their own; `tagIcon` tells the kind. */
function adaptInput(source: Source): Adapted[] {
  const type = textOf(source, 'type');
  const adapted = adaptSlot(source);
  if (valueOf(source, 'show-password') === true || textOf(source, 'tagIcon') === 'password')
    adapted.push({ key: 'type', value: 'password', origin: 'show-password' });
  else if (source.isForeign && type !== '' && !['text', 'textarea', 'password'].includes(type)) {
    adapted.push({
      key: 'type',
      value: textOf(source, 'tagIcon') === 'textarea' ? 'textarea' : undefined,
      origin: 'type',
    });
  }
  return adapted;
}

/** The words that a heading or a card shows. Other designers keep them beside the name of the element in the designer. */
function adaptTitle(source: Source, ...keys: string[]): Adapted[] {
  const own = textOf(source, 'label');
  const origin = keys.find((key) => textOf(source, key) !== '');
  const shown = source.isForeign && origin !== undefined && origin !== 'defaultValue' ? textOf(source, origin) : '';
  const title = shown || own || (origin === undefined ? '' : textOf(source, origin)) || staticText(source);
  // a line without words is still a line
  if (title === '' && source.isForeign && plainName(wordOf(source)) === 'divider')
    return [{ key: 'label', value: '分割线', origin: 'tag' }];
  return title !== '' && title !== own ? [{ key: 'label', value: title, origin: origin ?? '__slot__' }] : [];
}

function adaptText(source: Source, context: Context): Adapted[] {
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
      origin: TEXT_KEYS.find((own) => textOf(source, own) !== '') ?? '__slot__',
    },
    ...(key === '' ? [] : [{ key: 'key', value: key, origin: '__vModel__' }]),
  ];
}

function adaptByTag(tag: string, source: Source, set: Readonly<Record<string, unknown>>, context: Context): Adapted[] {
  if (WITH_OPTIONS.has(tag)) return adaptOptions(tag, source, set, context);
  switch (tag) {
    case 'el-input':
      return adaptInput(source);
    case 'el-date-picker':
      return adaptDate(source);
    case 'el-time-picker':
      return adaptTime(source);
    case 'el-upload':
      return adaptUpload(source, set, context);
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

/** Properties that need more than a renamed key, by canonical tag; `set` are those that the tag brings along. */
export function adaptSource(
  tag: string,
  source: Source,
  set: Readonly<Record<string, unknown>>,
  context: Context,
): Adapted[] {
  const own = adaptByTag(tag, source, set, context);
  return TAGS[tag]?.kind === 'field' ? [...adaptField(tag, source, context), ...own] : own;
}
