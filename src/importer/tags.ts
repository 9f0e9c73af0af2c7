import { TAGS } from '../grammar/tags.ts';
import { formatRule } from './adapt/formats.ts';
import type { Vocabulary } from '../kernel/index.ts';

/** What another system's tag is in this language, with the properties that make it so. */
export interface TagMeaning {
  tag: string;
  set?: Readonly<Record<string, unknown>>;
  isApproximate?: boolean;
}

const is = (tag: string, set?: Readonly<Record<string, unknown>>): TagMeaning => (set ? { tag, set } : { tag });
/** Nearly: what people fill in stays, what the original offered beside it does not. */
const near = (tag: string, set?: Readonly<Record<string, unknown>>): TagMeaning => ({
  ...is(tag, set),
  isApproximate: true,
});

const RANGE = { type: 'daterange' };

/** A text of a certain kind, with the pattern it must match. */
const written = (format: string): TagMeaning => {
  const rule = formatRule(format);
  return is('el-input', rule ? { regList: [rule] } : {});
};

/** Meanings by the name without a library's prefix, best first; the first whose tag is registered counts. */
const NAMES: readonly [names: string, ...meanings: TagMeaning[]][] = [
  [
    'input text-input single-text com-input single-line-text field text-field textfield input-text form-input',
    is('el-input'),
  ],
  ['hidden-input hidden input-hidden', is('el-input', { isHideField: '1' })],
  ['url input-url', written('url')],
  [
    'bill-rule serial-number auto-number create-user modify-user curr-organize curr-dept curr-position curr-user',
    near('el-input', { readonly: true }),
  ],
  ['calculate', near('el-input-number', { readonly: true })],
  ['create-time modify-time date-calculate', near('el-date-picker', { type: 'datetime', readonly: true })],
  ['phone mobile phone-field mobile-phone', written('phone')],
  ['email e-mail email-field', written('email')],
  ['id-card idcard id-card-field', written('idcard')],
  [
    'textarea multi-text multi-line-text text-area textarea-input textarea-field input-textarea input-text-area',
    is('el-input', { type: 'textarea' }),
  ],
  ['password input-password', is('el-input', { type: 'password' })],
  [
    'tinymce editor rich-text richtext rich-editor quill quill-editor ueditor wang-editor html-editor markdown vue-ueditor-wrap',
    near('el-input', { type: 'textarea' }),
  ],
  [
    'input-number number num-input number-input inputnumber counter integer stepper number-field number-picker decimal double digit percent',
    is('el-input-number'),
  ],
  ['amount money amount-input money-field', is('el-input-number', { isCapital: '1' })],
  ['slider input-range', is('el-slider'), near('el-input-number')],
  ['rate score rating input-rating', is('el-rate'), near('el-input-number', { min: 0 })],
  ['color-picker color colorpicker', is('el-color-picker'), near('el-input')],
  ['multiple-select multi-select select-multiple multi-select-field', is('el-select', { multiple: true })],
  [
    'select drop-down dropdown dic-select dict-select dict-select-tag api-select select-input select-field remote-select dictionary enum',
    is('el-select'),
  ],
  ['list-select picker popup-select relation-form pos-select role-select group-select', near('el-select')],
  ['auto-complete autocomplete', is('el-select', { filterable: true, 'allow-create': true })],
  ['transfer api-transfer', near('el-select', { multiple: true })],
  [
    'tree-select select-tree treeselect tree input-tree',
    is('el-tree-select'),
    near('el-cascader', { checkStrictly: true }),
  ],
  ['radio-group radio radio-button radios', is('el-radio-group')],
  ['checkbox-group checkbox checkbox-button checkboxes selectboxes select-boxes checklist', is('el-checkbox-group')],
  ['datetime date-time date-time-picker input-datetime', is('el-date-picker', { type: 'datetime' })],
  ['datetimerange date-time-range datetime-range', is('el-date-picker', { type: 'datetimerange' })],
  ['year year-picker', is('el-date-picker', { type: 'year' })],
  ['week week-picker', is('el-date-picker', { type: 'week' })],
  ['date-picker date datetime-picker date-field dates day', is('el-date-picker')],
  ['range-picker date-duration date-range daterange date-range-picker date-range-field', is('el-date-picker', RANGE)],
  ['month month-picker', is('el-date-picker', { type: 'month' })],
  ['time-picker time time-select', is('el-time-picker')],
  ['time-duration time-range timerange', is('el-time-picker', { 'is-range': true })],
  ['switch boolean', is('el-switch')],
  ['cascader cascade cascade-picker nested-select', is('el-cascader')],
  ['chained-select', near('el-cascader')],
  [
    'province-city address area region city-picker area-select area-linkage address-picker input-city',
    near('el-cascader'),
  ],
  [
    'upload upload-file file-upload upload-fz file uploader attachment fileupload upload-files file-field input-file',
    is('el-upload'),
  ],
  ['upload-video video-upload upload-excel upload-audio', near('el-upload')],
  [
    'image-upload upload-img upload-image img-upload picture-upload imgupload upload-imgs upload-images picture photo avatar image-uploader photo-field input-image img',
    is('el-upload', { 'list-type': 'picture-card', accept: 'image/*' }),
  ],
  [
    'sign-pad signature sign handwritten-signature sign-canvas signature-pad hand-sign esign sign-panel sign-name',
    near('el-upload', { 'list-type': 'picture-card', accept: 'image/*' }),
  ],
  [
    'user-selector user-select users-select user-picker select-user member member-select staff-picker employee contact inner-contact-field select-user-by-dept select-multi-user',
    is('userSelector'),
  ],
  ['users-select', near('userSelector', { multiple: true })],
  [
    'dept-selector dept-select dep-select org-select department-select dept-picker select-dept department-picker select-depart depart-select department org-picker department-field organize-select',
    is('deptSelector'),
  ],
  ['company-selector company-select compony-selector', is('componySelector')],
  ['input-map map location location-picker', near('el-input')],
  ['s-title section-title divider group-title title', is('sTitle')],
  [
    'sub-table sub-form subform editable-table input-table child-table table-form form-table edit-table dynamic-table subtable detail-table grid-sub-form table-list table-field table-input datagrid data-grid edit-grid dynamic-list dynamiclist form-list combo input-sub-form',
    is('subTable'),
  ],
  [
    'row grid col layout row-container grid-col span-layout column-layout fc-row form-row form-grid columns hbox flex container tr td table-row table-cell table-grid-tr table-grid-td',
    is('row'),
  ],
  ['card group group-box panel field-set fieldset section', is('el-card')],
  ['tabs tab', is('el-tabs')],
  ['collapse', is('el-collapse')],
  ['steps step step-form wizard', is('el-steps'), near('el-tabs')],
  ['table-layout layout-table table-grid', is('tableLayout'), near('row')],
];

const BY_NAME: ReadonlyMap<string, readonly TagMeaning[]> = new Map(
  NAMES.flatMap(([names, ...meanings]) => names.split(' ').map((name): [string, TagMeaning[]] => [name, meanings])),
);

/** Prefixes of component libraries and of forks: `a-input` is no more than an input. */
const LIBRARY = /^(?:el|a|lk|van|fc|ts|my|ai|self|jnpf|n|t|i|avue|form|custom|fm|base|common|common-form|vxe|ivu|j|u)-/;

/** Static words and pictures of other designers, by the name without prefix. */
const STATIC: ReadonlySet<string> = new Set([
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

/** Decoration of other designers: shown as a placeholder, a warning only. Any other unknown tag is an error. */
const DECORATION: ReadonlySet<string> = new Set([
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

/** Names that tell what an element is even at the end of another name (`wl-date-picker`), the longer ones first. */
const ENDINGS = [
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

const kebab = (tag: string): string =>
  tag
    .replace(/([a-z\d])([A-Z])/g, '$1-$2')
    .replace(/([A-Z])([A-Z][a-z])/g, '$1-$2')
    .replace(/[_.]/g, '-')
    .toLowerCase();

/** `a-input`, `JnpfDateRange`, `lk_radio` -> `input`, `date-range`, `radio`. */
export const plainName = (tag: string): string => {
  const name = kebab(tag);
  return BY_NAME.has(name) ? name : name.replace(LIBRARY, '');
};

/** A name that some designer gives its elements, however it is spelt there. */
export const isElementName = (tag: string): boolean => {
  const name = plainName(tag);
  return BY_NAME.has(name) || DECORATION.has(name) || STATIC.has(name);
};

export const isDecoration = (tag: string): boolean => DECORATION.has(plainName(tag));
export const isStatic = (tag: string): boolean => STATIC.has(plainName(tag));

/** Fields count when a widget is registered for them; blocks and containers are the language's own. */
export function isKnownTag(tag: string, vocabulary: Vocabulary): boolean {
  const data = Object.hasOwn(TAGS, tag) ? TAGS[tag] : undefined;
  return (
    data !== undefined && tag !== 'placeholder' && (data.kind !== 'field' || vocabulary.definition(tag) !== undefined)
  );
}

const byName = (name: string, vocabulary: Vocabulary): TagMeaning | undefined =>
  BY_NAME.get(name)?.find((meaning) => isKnownTag(meaning.tag, vocabulary));

/**
 * The meaning of a tag as written; undefined when nothing here knows it. A name that only ends in a known one
 * (`wl-date-picker`, `acme-upload`) is taken for it, and said to be approximate.
 */
export function meaningOf(tag: string, vocabulary: Vocabulary): TagMeaning | undefined {
  if (isKnownTag(tag, vocabulary)) return { tag };
  const name = plainName(tag);
  const exact = byName(name, vocabulary);
  if (exact || DECORATION.has(name) || STATIC.has(name)) return exact;
  // `input-date`, `input-month`: what is put in is said behind
  const put = name.startsWith('input-') ? byName(name.slice('input-'.length), vocabulary) : undefined;
  if (put) return put;
  const ending = ENDINGS.find((one) => name.endsWith(`-${one}`));
  const found = ending === undefined ? undefined : byName(ending, vocabulary);
  return found && { ...found, isApproximate: true };
}
