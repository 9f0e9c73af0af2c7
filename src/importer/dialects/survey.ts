import type { LocatedValue } from '../source.ts';
import { createCollector, isObject, isNonEmptyText, withPaths, type Dialect, type RawNode } from './dialect.ts';

/** Tags by `type` of a SurveyJS question; these types have another meaning, or none, in other dialects. */
const TAGS_BY_TYPE: Readonly<Record<string, string>> = {
  text: 'input',
  comment: 'textarea',
  radiogroup: 'radio-group',
  buttongroup: 'radio-group',
  checkbox: 'checkbox-group',
  tagbox: 'multiple-select',
  dropdown: 'select',
  boolean: 'switch',
  rating: 'rate',
  file: 'upload',
  signaturepad: 'signature',
  html: 'static-text',
  panel: 'card',
  flowpanel: 'card',
  page: 'card',
  paneldynamic: 'sub-table',
  matrixdynamic: 'sub-table',
};

/** Tags for text questions, by `inputType`. */
const TAGS_BY_INPUT_TYPE: Readonly<Record<string, string>> = {
  number: 'input-number',
  range: 'input-number',
  date: 'date-picker',
  'datetime-local': 'datetime',
  month: 'month',
  week: 'week',
  time: 'time-picker',
  email: 'email',
  tel: 'phone',
  url: 'url',
  password: 'password',
};

/** Returns the text of a question in Chinese, or else in the default language. */
const localText = (value: unknown): unknown => (isObject(value) ? (value['zh-cn'] ?? value.default) : value);

/** Keys that only SurveyJS uses together with `type` and `name`. */
const DISTINCTIVE_KEYS = [
  'isRequired',
  'choices',
  'validators',
  'elements',
  'templateElements',
  'inputType',
  'titleLocation',
  'startWithNewLine',
  'visibleIf',
] as const;

/** Kinds of questions whose names no other designer uses. */
const SURVEY_ONLY_TYPES: ReadonlySet<string> = new Set([
  'radiogroup',
  'buttongroup',
  'tagbox',
  'flowpanel',
  'paneldynamic',
  'matrixdynamic',
  'signaturepad',
]);

/** Returns a column of a table as a question; without choices of its own, the column has the choices of the table. */
const columnOf = (raw: RawNode, column: RawNode): RawNode => ({
  ...column,
  type: column.cellType ?? raw.cellType ?? 'text',
  choices: column.choices ?? raw.choices,
  isRequired: column.isRequired ?? false,
});

/** Converts a validator to a rule. A validator without a corresponding rule is unchanged, so that it is reported. */
function ruleOf(validator: RawNode): RawNode {
  const message = isNonEmptyText(validator.text) ? { message: validator.text } : {};
  switch (validator.type) {
    case 'regex':
      return { pattern: validator.regex, ...message };
    case 'numeric':
      return { type: 'number', min: validator.minValue, max: validator.maxValue, ...message };
    case 'text':
      return { min: validator.minLength, max: validator.maxLength, ...message };
    case 'email':
      return { type: 'email', ...message };
    default:
      return validator;
  }
}

/** Reads questions and panels `{ type, name, title, isRequired, choices, validators, elements }` of SurveyJS. */
export const survey: Dialect = (raw, path) => {
  const type = isNonEmptyText(raw.type)
    ? raw.type
    : Array.isArray(raw.elements) && isNonEmptyText(raw.name)
      ? 'page'
      : '';
  if (!isNonEmptyText(raw.name) || !Object.hasOwn(TAGS_BY_TYPE, type) || 'field' in raw || '_fc_id' in raw) return null;
  const isSurveyOnly = type === 'page' || SURVEY_ONLY_TYPES.has(type) || (type === 'html' && 'html' in raw);
  if (!isSurveyOnly && DISTINCTIVE_KEYS.every((key) => raw[key] === undefined)) return null;
  const entries = new Map<string, LocatedValue>();
  const { put, putAll } = createCollector(entries);
  put('tag', type, [...path, 'type']);
  const isLayoutOrText = ['panel', 'flowpanel', 'page', 'html'].includes(type);
  if (!isLayoutOrText) put('__vModel__', raw.name, [...path, 'name']);
  if (type !== 'page' || raw.title !== undefined) put('label', localText(raw.title) ?? raw.name, [...path, 'title']);
  if (raw.isRequired === true) put('required', true, [...path, 'isRequired']);
  if (raw.visible === false) put('hidden', true, [...path, 'visible']);
  if (raw.choices !== undefined) put('options', raw.choices, [...path, 'choices']);
  put('help', localText(raw.description), [...path, 'description']);
  if (isNonEmptyText(raw.html)) put('content', raw.html, [...path, 'html']);
  const validators = withPaths(raw.validators, [...path, 'validators']);
  if (validators.length > 0)
    put(
      'rules',
      validators.map(({ value }) => (isObject(value) ? ruleOf(value) : value)),
      [...path, 'validators'],
    );
  putAll(raw, path, {
    type: null,
    name: null,
    title: null,
    isRequired: null,
    choices: null,
    description: null,
    html: null,
    validators: null,
    elements: null,
    templateElements: null,
    columns: null,
    visible: null,
    inputType: null,
    cellType: null,
    readOnly: 'readonly',
    rateMax: 'max',
    maxLength: 'maxlength',
  });
  const children = [
    ...withPaths(raw.elements, [...path, 'elements']),
    ...withPaths(raw.templateElements, [...path, 'templateElements']),
    ...withPaths(raw.columns, [...path, 'columns']).map(({ value, path: itemPath }) => ({
      value: isObject(value) ? columnOf(raw, value) : value,
      path: itemPath,
    })),
  ];
  const isNumber = validators.some(({ value }) => isObject(value) && value.type === 'numeric');
  const inputTag = isNonEmptyText(raw.inputType)
    ? TAGS_BY_INPUT_TYPE[raw.inputType]
    : isNumber
      ? 'input-number'
      : undefined;
  const standardTag = type === 'text' ? (inputTag ?? TAGS_BY_TYPE[type]) : TAGS_BY_TYPE[type];
  return {
    entries,
    ...(children.length > 0 ? { children } : {}),
    ...(standardTag === undefined ? {} : { standardTag }),
  };
};
