import { TAGS } from '../../grammar/tags.ts';
import type { Vocabulary } from '../registry.ts';

/** What another system's tag is in this language, with the properties that make it so. */
interface TagMeaning { tag: string; set?: Readonly<Record<string, unknown>>; isApproximate?: boolean }

const same = (tag: string, ...others: string[]): [string, TagMeaning][] => others.map((other) => [other, { tag }]);

/** Other systems' names, lower case. An approximate one is reported. */
const ALIASES: ReadonlyMap<string, TagMeaning> = new Map<string, TagMeaning>([
  ...same('el-input', 'input', 'a-input', 'lk-input', 'van-field', 'text-input'),
  ...['el-textarea', 'a-textarea', 'textarea', 'lk-textarea'].map((tag): [string, TagMeaning] => [tag, { tag: 'el-input', set: { type: 'textarea' } }]),
  ...['el-password', 'a-input-password', 'password'].map((tag): [string, TagMeaning] => [tag, { tag: 'el-input', set: { type: 'password' } }]),
  ...same('el-input-number', 'input-number', 'a-input-number', 'lk-input-number', 'number'),
  ['fc-amount', { tag: 'el-input-number', set: { isCapital: '1' } }],
  ['el-slider', { tag: 'el-input-number', isApproximate: true }],
  ['a-slider', { tag: 'el-input-number', isApproximate: true }],
  ...['el-rate', 'a-rate', 'lk-rate'].map((tag): [string, TagMeaning] => [tag, { tag: 'el-input-number', set: { min: 0 }, isApproximate: true }]),
  ...same('el-select', 'select', 'a-select', 'lk-select', 'my-select'),
  ['a-auto-complete', { tag: 'el-select', set: { filterable: true, 'allow-create': true } }],
  ['el-autocomplete', { tag: 'el-select', set: { filterable: true, 'allow-create': true } }],
  ...same('el-radio-group', 'el-radio', 'radio', 'radio-group', 'a-radio-group', 'a-radio', 'lk-radio-group'),
  ...same('el-checkbox-group', 'el-checkbox', 'checkbox', 'checkbox-group', 'a-checkbox-group', 'a-checkbox', 'lk-checkbox-group'),
  ...same('el-date-picker', 'date-picker', 'date', 'a-date-picker', 'lk-date-picker'),
  ...['a-range-picker', 'fc-date-duration', 'ai-date-duration', 'date-range'].map((tag): [string, TagMeaning] => [tag, { tag: 'el-date-picker', set: { type: 'daterange' } }]),
  ...same('el-time-picker', 'time-picker', 'a-time-picker', 'lk-time-picker', 'el-time-select', 'time-select'),
  ['fc-time-duration', { tag: 'el-time-picker', set: { 'is-range': true } }],
  ...same('el-switch', 'switch', 'a-switch', 'lk-switch'),
  ...same('el-cascader', 'cascader', 'a-cascader', 'lk-cascader'),
  ...same('el-upload', 'upload', 'a-upload', 'lk-upload', 'self-upload', 'upload-file', 'file-upload', 'image-upload'),
  ...same('userSelector', 'user-selector', 'user-select', 'fc-user-select'),
  ...same('deptSelector', 'dept-selector', 'dept-select', 'fc-org-select', 'fc-dept-select'),
  ...same('componySelector', 'companyselector', 'company-selector', 'company-select'),
  ...same('sTitle', 's-title', 'section-title', 'el-divider', 'a-divider', 'divider'),
  ...same('subTable', 'sub-table', 'sub-form', 'subform', 'ts-sub-form', 'my-table', 'fc-sub-form', 'editable-table'),
  ...same('row', 'el-row', 'a-row', 'grid'),
  ...same('el-card', 'a-card', 'card'),
  ...same('el-tabs', 'a-tabs'),
  ...same('el-collapse', 'a-collapse', 'collapse'),
]);

/** Decoration of other designers: shown as a placeholder, a warning only. Any other unknown tag is an error. */
const DECORATION: ReadonlySet<string> = new Set([
  'el-button', 'a-button', 'lk-button', 'el-image', 'a-image', 'el-link', 'el-alert', 'el-tag', 'el-progress', 'el-pagination', 'el-table', 'a-table',
  'el-table-column', 'div', 'span', 'p', 'html', 'f-render', 'el-color-picker', 'el-empty',
]);

export const isDecoration = (tag: string): boolean => DECORATION.has(tag.toLowerCase());

/** Fields count when a widget is registered for them; blocks and containers are the language's own. */
export function isKnownTag(tag: string, vocabulary: Vocabulary): boolean {
  const data = Object.hasOwn(TAGS, tag) ? TAGS[tag] : undefined;
  return data !== undefined && tag !== 'placeholder' && (data.kind !== 'field' || vocabulary.definition(tag) !== undefined);
}

/** The meaning of a tag as written; undefined when nothing here knows it. */
export function meaningOf(tag: string, vocabulary: Vocabulary): TagMeaning | undefined {
  if (isKnownTag(tag, vocabulary)) return { tag };
  const alias = ALIASES.get(tag.toLowerCase());
  return alias && isKnownTag(alias.tag, vocabulary) ? alias : undefined;
}
