import { parseJson } from '../json.ts';
import type { Path, Problem } from '../problem.ts';
import { problem, underPath } from '../problems.ts';
import { isBlank, isObject, type Placed } from './source.ts';
import { convert } from './values.ts';

/** The form's own settings and its elements, found in a document of any dialect. */
export interface FormParts {
  settings: ReadonlyMap<string, Placed>;
  fields: readonly Placed[];
}

/** Wrappers that other systems put around the whole definition. */
const WRAPPERS = ['form', 'formConf', 'formData', 'definition', 'frmDef', 'content', 'data'] as const;

const SIZES: Readonly<Record<string, string>> = { mini: 'small', small: 'small', medium: 'default', default: 'default', large: 'large' };

function fromText(value: unknown): unknown {
  if (typeof value !== 'string') return value;
  const read = parseJson(value);
  return read.ok ? read.value : value;
}

function settingsOf(parts: readonly Placed[]): Map<string, Placed> {
  const settings = new Map<string, Placed>();
  for (const { value, path } of parts) {
    if (!isObject(value)) continue;
    for (const [key, item] of Object.entries(value)) settings.set(key, { value: item, path: [...path, key] });
  }
  return settings;
}

/** `{conf, fields}`, `{...conf, fields}`, a bare list, fields as JSON texts, all of it inside a known wrapper. */
export function findForm(document: unknown, path: Path = []): { ok: true; parts: FormParts } | { ok: false; problems: Problem[] } {
  const value = fromText(document);
  if (Array.isArray(value)) return { ok: true, parts: { settings: new Map(), fields: value.map((item: unknown, index) => ({ value: item, path: [...path, index] })) } };
  if (isObject(value)) {
    const fields = fromText(value.fields);
    if (Array.isArray(fields)) {
      const settings = settingsOf([{ value, path }, { value: fromText(value.conf), path: [...path, 'conf'] }]);
      return { ok: true, parts: { settings, fields: fields.map((item: unknown, index) => ({ value: item, path: [...path, 'fields', index] })) } };
    }
    const wrapper = WRAPPERS.find((key) => path.length < 4 && typeof fromText(value[key]) === 'object' && value[key] !== null && findForm(value[key], [...path, key]).ok);
    if (wrapper !== undefined) {
      const found = findForm(value[wrapper], [...path, wrapper]);
      if (!found.ok) return found;
      const outer = settingsOf([{ value, path }]);
      return { ok: true, parts: { ...found.parts, settings: new Map([...outer, ...found.parts.settings]) } };
    }
  }
  return { ok: false, problems: underPath(path, [problem('DOC_SHAPE', [], { where: '文档', detail: '没有字段列表 fields' })]) };
}

/** The form's settings that have a meaning here, in their canonical spelling. */
export function readSettings(settings: ReadonlyMap<string, Placed>): Record<string, unknown> {
  const take = (key: string): unknown => {
    const value = settings.get(key)?.value;
    return value === null || value === '' ? undefined : value;
  };
  const size = take('size');
  const align = take('labelAlign');
  const position = take('labelPosition') ?? (align === 'left' || align === 'right' || align === 'top' ? align : undefined) ?? (take('layout') === 'vertical' ? 'top' : undefined);
  const labelWidth = convert(take('labelWidth'), 'number');
  const all: Record<string, unknown> = {
    version: convert(take('version'), 'number'),
    labelWidth: labelWidth === 0 ? undefined : labelWidth,
    labelPosition: position,
    gutter: convert(take('gutter'), 'number'),
    size: typeof size === 'string' ? SIZES[size] ?? size : size,
    flowKey: take('flowKey'),
    titleTemplate: take('titleTemplate'),
    area: take('area'),
  };
  return Object.fromEntries(Object.entries(all).filter(([, value]) => value !== undefined));
}

/** What a form of another designer says about itself and has no meaning here; `disabled` changes what people may do. */
const DESIGNER_SETTINGS: ReadonlySet<string> = new Set([
  'formRef', 'formModel', 'formRules', 'span', 'formBtns', 'unFocusedComponentBorder', '__methods__', 'on', 'fields', 'conf', 'formKey', 'formName', 'title', 'version', 'labelWidth', 'labelPosition', 'labelAlign',
  'labelCol', 'wrapperCol', 'layout', 'gutter', 'size', 'flowKey', 'titleTemplate', 'area', 'formId', 'id', 'key', 'name', 'description', 'renderKey', 'numberOfColumns', 'submitButtonState', 'submitButtonText',
  'frontEndEvents', 'status', 'remark', 'createTime', 'updateTime', 'creator', 'createBy', 'updateBy', 'tenantId', 'deptId', 'content', 'formConf', 'formData', 'data', 'code', 'msg', 'message', 'success', 'total', 'model', 'modelName', 'formModelName', 'rules',
]);

/** Settings that are named in the report: those that no key of ours stands for and that say something. */
export const strangeSettings = (settings: ReadonlyMap<string, Placed>): [string, Placed][] =>
  [...settings].filter(([key, { value }]) => !DESIGNER_SETTINGS.has(key) && !(WRAPPERS as readonly string[]).includes(key) && !key.startsWith('__') && value !== false && !isBlank(value));
