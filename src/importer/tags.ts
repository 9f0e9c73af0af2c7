import { TAGS } from '../grammar/tags.ts';
import { formatRule } from './adapt/formats.ts';
import type { Vocabulary } from '../kernel/index.ts';

/**
 * The canonical tag for a tag of another system. `impliedProperties`: properties of the canonical node that the
 * original tag implies. `isApproximate`: the original element could do more.
 */
export interface TagMeaning {
  tag: string;
  impliedProperties?: Readonly<Record<string, unknown>>;
  isApproximate?: boolean;
}

/** Returns an equivalent that can do everything that the original element can. */
const exactly = (tag: string, impliedProperties?: Readonly<Record<string, unknown>>): TagMeaning =>
  impliedProperties ? { tag, impliedProperties } : { tag };
/** Returns an approximate equivalent: it stores the same input, but lacks some functions of the original. */
const approximately = (tag: string, impliedProperties?: Readonly<Record<string, unknown>>): TagMeaning => ({
  ...exactly(tag, impliedProperties),
  isApproximate: true,
});

const DATE_RANGE = { type: 'daterange' };

/** Returns a text field with the pattern of a text format. */
const textWithFormat = (format: string): TagMeaning => {
  const rule = formatRule(format);
  return exactly('el-input', rule ? { regList: [rule] } : {});
};

/**
 * Canonical tags by element name (without the prefix of a library). If a name has several meanings, the first one whose
 * tag can be used (`isKnownTag`) applies.
 */
const NAMES_WITH_MEANINGS: readonly [names: string, ...meanings: TagMeaning[]][] = [
  [
    'input text-input single-text com-input single-line-text field text-field textfield input-text form-input',
    exactly('el-input'),
  ],
  ['hidden-input hidden input-hidden', exactly('el-input', { isHideField: '1' })],
  ['url input-url', textWithFormat('url')],
  [
    'bill-rule serial-number auto-number create-user modify-user curr-organize curr-dept curr-position curr-user',
    approximately('el-input', { readonly: true }),
  ],
  ['calculate', approximately('el-input-number', { readonly: true })],
  ['create-time modify-time date-calculate', approximately('el-date-picker', { type: 'datetime', readonly: true })],
  ['phone mobile phone-field mobile-phone', textWithFormat('phone')],
  ['email e-mail email-field', textWithFormat('email')],
  ['id-card idcard id-card-field', textWithFormat('idcard')],
  [
    'textarea multi-text multi-line-text text-area textarea-input textarea-field input-textarea input-text-area',
    exactly('el-input', { type: 'textarea' }),
  ],
  ['password input-password', exactly('el-input', { type: 'password' })],
  [
    'tinymce editor rich-text richtext rich-editor quill quill-editor ueditor wang-editor html-editor markdown vue-ueditor-wrap',
    approximately('el-input', { type: 'textarea' }),
  ],
  [
    'input-number number num-input number-input inputnumber counter integer stepper number-field number-picker decimal double digit percent',
    exactly('el-input-number'),
  ],
  ['amount money amount-input money-field', exactly('el-input-number', { isCapital: '1' })],
  ['slider input-range', exactly('el-slider'), approximately('el-input-number')],
  ['rate score rating input-rating', exactly('el-rate'), approximately('el-input-number', { min: 0 })],
  ['color-picker color colorpicker', exactly('el-color-picker'), approximately('el-input')],
  ['multiple-select multi-select select-multiple multi-select-field', exactly('el-select', { multiple: true })],
  [
    'select drop-down dropdown dic-select dict-select dict-select-tag api-select select-input select-field remote-select dictionary enum',
    exactly('el-select'),
  ],
  ['list-select picker popup-select relation-form pos-select role-select group-select', approximately('el-select')],
  ['auto-complete autocomplete', exactly('el-select', { filterable: true, 'allow-create': true })],
  ['transfer api-transfer', approximately('el-select', { multiple: true })],
  [
    'tree-select select-tree treeselect tree input-tree',
    exactly('el-tree-select'),
    approximately('el-cascader', { checkStrictly: true }),
  ],
  ['radio-group radio radio-button radios', exactly('el-radio-group')],
  [
    'checkbox-group checkbox checkbox-button checkboxes selectboxes select-boxes checklist',
    exactly('el-checkbox-group'),
  ],
  ['datetime date-time date-time-picker input-datetime', exactly('el-date-picker', { type: 'datetime' })],
  ['datetimerange date-time-range datetime-range', exactly('el-date-picker', { type: 'datetimerange' })],
  ['year year-picker', exactly('el-date-picker', { type: 'year' })],
  ['week week-picker', exactly('el-date-picker', { type: 'week' })],
  ['date-picker date datetime-picker date-field dates day', exactly('el-date-picker')],
  [
    'range-picker date-duration date-range daterange date-range-picker date-range-field',
    exactly('el-date-picker', DATE_RANGE),
  ],
  ['month month-picker', exactly('el-date-picker', { type: 'month' })],
  ['time-picker time time-select', exactly('el-time-picker')],
  ['time-duration time-range timerange', exactly('el-time-picker', { 'is-range': true })],
  ['switch boolean', exactly('el-switch')],
  ['cascader cascade cascade-picker nested-select', exactly('el-cascader')],
  ['chained-select', approximately('el-cascader')],
  [
    'province-city address area region city-picker area-select area-linkage address-picker input-city',
    approximately('el-cascader'),
  ],
  [
    'upload upload-file file-upload upload-fz file uploader attachment fileupload upload-files file-field input-file',
    exactly('el-upload'),
  ],
  ['upload-video video-upload upload-excel upload-audio', approximately('el-upload')],
  [
    'image-upload upload-img upload-image img-upload picture-upload imgupload upload-imgs upload-images picture photo avatar image-uploader photo-field input-image img',
    exactly('el-upload', { 'list-type': 'picture-card', accept: 'image/*' }),
  ],
  [
    'sign-pad signature sign handwritten-signature sign-canvas signature-pad hand-sign esign sign-panel sign-name',
    approximately('el-upload', { 'list-type': 'picture-card', accept: 'image/*' }),
  ],
  [
    'user-selector user-select user-picker select-user member member-select staff-picker employee contact inner-contact-field select-user-by-dept select-multi-user',
    exactly('userSelector'),
  ],
  ['users-select', approximately('userSelector', { multiple: true })],
  [
    'dept-selector dept-select dep-select org-select department-select dept-picker select-dept department-picker select-depart depart-select department org-picker department-field organize-select',
    exactly('deptSelector'),
  ],
  ['company-selector company-select compony-selector', exactly('componySelector')],
  ['input-map map location location-picker', approximately('el-input')],
  ['s-title section-title divider group-title title', exactly('sTitle')],
  [
    'sub-table sub-form subform editable-table input-table child-table table-form form-table edit-table dynamic-table subtable detail-table grid-sub-form table-list table-field table-input datagrid data-grid edit-grid dynamic-list dynamiclist form-list combo input-sub-form',
    exactly('subTable'),
  ],
  [
    'row grid col layout row-container grid-col span-layout column-layout fc-row form-row form-grid columns hbox flex container tr td table-row table-cell table-grid-tr table-grid-td',
    exactly('row'),
  ],
  ['card group group-box panel field-set fieldset section', exactly('el-card')],
  ['tabs tab', exactly('el-tabs')],
  ['collapse', exactly('el-collapse')],
  ['steps step step-form wizard', exactly('el-steps'), approximately('el-tabs')],
  ['table-layout layout-table table-grid', exactly('tableLayout'), approximately('row')],
];

const MEANINGS_BY_NAME: ReadonlyMap<string, readonly TagMeaning[]> = new Map(
  NAMES_WITH_MEANINGS.flatMap(([names, ...meanings]) =>
    names.split(' ').map((name): [string, TagMeaning[]] => [name, meanings]),
  ),
);

/** Prefixes of component libraries and forks: `a-input` means the same as `input`. */
const LIBRARY_PREFIX =
  /^(?:el|a|lk|van|fc|ts|my|ai|self|jnpf|n|t|i|avue|form|custom|fm|base|common|common-form|vxe|ivu|j|u)-/;

/**
 * Static texts of other designers, by name without prefix. Such an element becomes a `text` node if it contains a text.
 * Some of the names are also in `DECORATION_NAMES`, which applies if the element contains none.
 */
const STATIC_NAMES: ReadonlySet<string> = new Set([
  'text',
  'div',
  'span',
  'p',
  'html',
  'alert',
  'link',
  'label',
  'tag',
  'static-text',
  'static',
  'desc-text',
  'paragraph',
  'h1',
  'h2',
  'h3',
  'h4',
  'typography',
  'tip',
  'tips',
  'html-text',
  'description',
  'text-note',
  'tpl',
  'content',
  'htmlelement',
  'markdown-text',
  'plain',
  'segment',
]);

/**
 * Decoration of other designers: it is shown as a placeholder and only reported as a warning, in any document. Any
 * other unknown tag is an error, unless another designer wrote the element.
 */
const DECORATION_NAMES: ReadonlySet<string> = new Set([
  'button',
  'image',
  'link',
  'alert',
  'tag',
  'progress',
  'pagination',
  'table',
  'table-column',
  'spacer',
  'div',
  'span',
  'p',
  'html',
  'render',
  'color-picker',
  'empty',
  'iframe',
  'carousel',
  'image-carousel',
  'calendar',
  'line-chart',
  'bar-chart',
  'pie-chart',
  'chart',
  'barcode',
  'qrcode',
  'qr-code',
  'form-pagination',
  'breadcrumb',
  'timeline',
  'text',
  'img',
  'video',
]);

/**
 * Element names that also identify an element if a longer name ends in them (`wl-date-picker`). Each name stands before
 * the shorter names in which it ends.
 */
const KNOWN_ENDINGS = [
  'input-number',
  'textarea',
  'input',
  'number',
  'tree-select',
  'select',
  'radio-group',
  'radio',
  'checkbox-group',
  'checkbox',
  'date-picker',
  'time-picker',
  'range-picker',
  'date-range',
  'switch',
  'cascader',
  'upload',
  'uploader',
  'sub-form',
  'subform',
  'sub-table',
  'rate',
  'slider',
  'editor',
  'tabs',
  'collapse',
  'card',
  'divider',
  'color-picker',
] as const;

/**
 * Converts a name to lower case with hyphens: `DateRange`, `date_range` and `HTMLText` become `date-range` and
 * `html-text`.
 */
const toKebabCase = (tag: string): string =>
  tag
    .replace(/([a-z\d])([A-Z])/g, '$1-$2')
    .replace(/([A-Z])([A-Z][a-z])/g, '$1-$2')
    .replace(/[_.]/g, '-')
    .toLowerCase();

/**
 * Removes the prefix of the library from the name of an element: `a-input`, `JnpfDateRange`, `lk_radio` become `input`,
 * `date-range`, `radio`.
 */
export const plainName = (tag: string): string => {
  const name = toKebabCase(tag);
  return MEANINGS_BY_NAME.has(name) ? name : name.replace(LIBRARY_PREFIX, '');
};

/** Returns true if some designer uses the name for an element, in any spelling. */
export const isElementName = (tag: string): boolean => {
  const name = plainName(tag);
  return MEANINGS_BY_NAME.has(name) || DECORATION_NAMES.has(name) || STATIC_NAMES.has(name);
};

export const isDecoration = (tag: string): boolean => DECORATION_NAMES.has(plainName(tag));
/** Returns true for the name of a static text of another designer. */
export const isStatic = (tag: string): boolean => STATIC_NAMES.has(plainName(tag));

/**
 * Returns true if the tag can be used: for a field a widget must be registered; blocks and containers belong to the
 * language itself.
 */
export function isKnownTag(tag: string, vocabulary: Vocabulary): boolean {
  const data = Object.hasOwn(TAGS, tag) ? TAGS[tag] : undefined;
  return (
    data !== undefined && tag !== 'placeholder' && (data.kind !== 'field' || vocabulary.definition(tag) !== undefined)
  );
}

/** Returns the first meaning of an element name whose tag can be used; undefined if there is none. */
const findMeaning = (name: string, vocabulary: Vocabulary): TagMeaning | undefined =>
  MEANINGS_BY_NAME.get(name)?.find((meaning) => isKnownTag(meaning.tag, vocabulary));

/**
 * Returns the canonical tag for a tag as written; undefined if the tag is unknown, or is decoration or static text
 * without an equivalent. A name that ends in a known name (`wl-date-picker`, `acme-upload`) has the meaning of that
 * name, marked as approximate.
 */
export function meaningOf(tag: string, vocabulary: Vocabulary): TagMeaning | undefined {
  if (isKnownTag(tag, vocabulary)) return { tag };
  const name = plainName(tag);
  const exactMeaning = findMeaning(name, vocabulary);
  if (exactMeaning || DECORATION_NAMES.has(name) || STATIC_NAMES.has(name)) return exactMeaning;
  // the part after `input-` is the kind: `input-date`, `input-month`
  const afterPrefix = name.startsWith('input-') ? findMeaning(name.slice('input-'.length), vocabulary) : undefined;
  if (afterPrefix) return afterPrefix;
  const ending = KNOWN_ENDINGS.find((knownName) => name.endsWith(`-${knownName}`));
  const meaning = ending === undefined ? undefined : findMeaning(ending, vocabulary);
  return meaning && { ...meaning, isApproximate: true };
}
