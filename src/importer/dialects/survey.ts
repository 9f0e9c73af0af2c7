import type { Placed } from '../source.ts';
import { collector, isObject, isText, placeList, type Dialect, type Raw } from './reading.ts';

/** Kinds of questions whose names mean something else, or nothing, elsewhere. */
const AS: Readonly<Record<string, string>> = {
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

/** Kinds of text questions, by `inputType`. */
const INPUTS: Readonly<Record<string, string>> = {
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

/** Words of a question in the default language. */
const words = (value: unknown): unknown => (isObject(value) ? (value['zh-cn'] ?? value.default) : value);

/** Marks that no other designer writes beside `type` and `name`. */
const MARKS = [
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

/** Kinds of questions that are called so nowhere else. */
const OWN: ReadonlySet<string> = new Set([
  'radiogroup',
  'buttongroup',
  'tagbox',
  'flowpanel',
  'paneldynamic',
  'matrixdynamic',
  'signaturepad',
]);

/** The kind of question that a column of a table asks; the table's own choices count where it has none. */
const columnOf = (raw: Raw, column: Raw): Raw => ({
  ...column,
  type: column.cellType ?? raw.cellType ?? 'text',
  choices: column.choices ?? raw.choices,
  isRequired: column.isRequired ?? false,
});

/** A validator of theirs as a rule of ours; what the language has no rule for is left as it is and reported. */
function ruleOf(validator: Raw): Raw {
  const message = isText(validator.text) ? { message: validator.text } : {};
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

/** `{ type, name, title, isRequired, choices, validators, elements }`: questions and panels of SurveyJS. */
export const survey: Dialect = (raw, path) => {
  const type = isText(raw.type) ? raw.type : Array.isArray(raw.elements) && isText(raw.name) ? 'page' : '';
  if (!isText(raw.name) || !Object.hasOwn(AS, type) || 'field' in raw || '_fc_id' in raw) return null;
  const isOwn = type === 'page' || OWN.has(type) || (type === 'html' && 'html' in raw);
  if (!isOwn && MARKS.every((mark) => raw[mark] === undefined)) return null;
  const entries = new Map<string, Placed>();
  const { put, putAll } = collector(entries);
  put('tag', type, [...path, 'type']);
  const isBox = ['panel', 'flowpanel', 'page', 'html'].includes(type);
  if (!isBox) put('__vModel__', raw.name, [...path, 'name']);
  if (type !== 'page' || raw.title !== undefined) put('label', words(raw.title) ?? raw.name, [...path, 'title']);
  if (raw.isRequired === true) put('required', true, [...path, 'isRequired']);
  if (raw.visible === false) put('hidden', true, [...path, 'visible']);
  if (raw.choices !== undefined) put('options', raw.choices, [...path, 'choices']);
  put('help', words(raw.description), [...path, 'description']);
  if (isText(raw.html)) put('content', raw.html, [...path, 'html']);
  const validators = placeList(raw.validators, [...path, 'validators']);
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
    ...placeList(raw.elements, [...path, 'elements']),
    ...placeList(raw.templateElements, [...path, 'templateElements']),
    ...placeList(raw.columns, [...path, 'columns']).map(({ value, path: at }) => ({
      value: isObject(value) ? columnOf(raw, value) : value,
      path: at,
    })),
  ];
  const isNumber = validators.some(({ value }) => isObject(value) && value.type === 'numeric');
  const input = isText(raw.inputType) ? INPUTS[raw.inputType] : isNumber ? 'input-number' : undefined;
  const kind = type === 'text' ? (input ?? AS[type]) : AS[type];
  return { entries, ...(children.length > 0 ? { children } : {}), ...(kind === undefined ? {} : { as: kind }) };
};
