import type { SchemaError } from '../grammar/validators.js';
import type { Path } from '../domain/problem/index.ts';

/**
 * Converts a JSON pointer to a path. `root`: the value to which the pointer refers; the key of a list item becomes a
 * number.
 */
export function pointerPath(pointer: string, root: unknown): Path {
  let current = root;
  return pointer
    .split('/')
    .slice(1)
    .map((token) => {
      const key = token.replace(/~1/g, '/').replace(/~0/g, '~');
      const segment = Array.isArray(current) ? Number(key) : key;
      current =
        typeof current === 'object' && current !== null
          ? (current as Record<string | number, unknown>)[segment]
          : undefined;
      return segment;
    });
}

const TYPE_NAMES: Readonly<Record<string, string>> = {
  string: '文本',
  number: '数字',
  integer: '整数',
  boolean: 'true 或 false',
  array: '列表',
  object: '对象',
  null: '空',
};

/** Returns the Chinese names of the types that a value may have. */
function typeNames(type: unknown): string {
  const names = (Array.isArray(type) ? type : String(type).split(',')).map(
    (name) => TYPE_NAMES[String(name)] ?? String(name),
  );
  return names.filter((name) => name !== '空').join('或');
}

const quotedList = (value: unknown): string =>
  (Array.isArray(value) ? value : [value]).map((item) => `“${String(item)}”`).join('、');

/** Describes one schema error in Chinese, without its location. */
export function describeSchemaError({ keyword, params }: SchemaError): string {
  switch (keyword) {
    case 'type':
      return `应为${typeNames(params.type)}`;
    case 'enum':
      return `应为${quotedList((params.allowedValues as unknown[]).filter((allowed) => allowed !== null))}之一`;
    case 'const':
      return `应为${quotedList(params.allowedValue)}`;
    case 'required':
      return `缺少“${String(params.missingProperty)}”`;
    case 'additionalProperties':
      return `没有属性“${String(params.additionalProperty)}”`;
    case 'minimum':
      return `不能小于 ${String(params.limit)}`;
    case 'maximum':
      return `不能大于 ${String(params.limit)}`;
    case 'exclusiveMinimum':
      return `应大于 ${String(params.limit)}`;
    case 'exclusiveMaximum':
      return `应小于 ${String(params.limit)}`;
    case 'minLength':
      return Number(params.limit) === 1 ? '不能为空' : `至少 ${String(params.limit)} 个字`;
    case 'maxLength':
      return `最多 ${String(params.limit)} 个字`;
    case 'minItems':
      return `至少 ${String(params.limit)} 项`;
    case 'maxItems':
      return `最多 ${String(params.limit)} 项`;
    case 'uniqueItems':
      return '各项不能重复';
    case 'pattern':
      return '格式不正确';
    case 'anyOf':
    case 'oneOf':
      return '类型不正确';
    default:
      return '不合规则';
  }
}
