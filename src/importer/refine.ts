import { toDateFormat } from '../domain/dates.ts';
import { isObject } from './source.ts';
import { toTextMap } from './values.ts';

/** Styles that a field may set: size, spacing, font and color. Other styles could cover the page or load a resource. */
const STYLE_KEY =
  /^(?:(?:min|max)-?)?(?:width|height)$|^(?:margin|padding)(?:-?(?:top|right|bottom|left))?$|^(?:text-?align|font-?(?:size|weight|style)|line-?height|color|background-?color|flex)$/i;
/** Returns true if the value of a style cannot end the declaration, load a resource or run a script. */
const isSafeStyle = (value: unknown): boolean =>
  (typeof value === 'number' || typeof value === 'string') && !/[;{}\\]|url\s*\(|expression\s*\(/i.test(String(value));

/** Keeps only the permitted styles. */
const refineStyle = (style: unknown): unknown =>
  isObject(style)
    ? Object.fromEntries(Object.entries(style).filter(([key, value]) => STYLE_KEY.test(key) && isSafeStyle(value)))
    : undefined;

/** Removes quotes that an editor has added: `"'0'"` -> `0`. */
const withoutQuotes = (value: unknown): unknown =>
  typeof value === 'string' ? value.replace(/^(['"])([\s\S]*)\1$/, '$2') : value;

/** Returns true if the value contains `${…}`, which is replaced when a field gets its default. */
const hasDollarPlaceholder = (value: unknown): boolean => typeof value === 'string' && value.includes('${');

/** Converts a default value to the type that the widget of the tag stores. */
function refineDefault(value: unknown, tag: string): unknown {
  const unquotedValue = withoutQuotes(value);
  if (unquotedValue === '' || unquotedValue === null) return undefined;
  if (hasDollarPlaceholder(unquotedValue)) return unquotedValue;
  switch (tag) {
    case 'el-input-number':
    case 'el-rate':
      return toNumber(unquotedValue);
    case 'el-slider':
      return Array.isArray(unquotedValue)
        ? unquotedValue.map(toNumber).filter((part) => part !== undefined)
        : toNumber(unquotedValue);
    case 'el-switch':
      return [true, 1, '1', 'true'].includes(unquotedValue as string) ? '1' : '0';
    case 'el-checkbox-group':
      return Array.isArray(unquotedValue)
        ? unquotedValue.length === 0
          ? undefined
          : unquotedValue
        : typeof unquotedValue === 'string'
          ? unquotedValue.split(',')
          : [unquotedValue];
    case 'el-input':
    case 'el-color-picker':
      return isObject(unquotedValue) || Array.isArray(unquotedValue) ? undefined : String(unquotedValue);
    case 'userSelector':
    case 'deptSelector':
    case 'componySelector':
    case 'el-upload':
      return toIds(unquotedValue);
    default:
      return Array.isArray(unquotedValue) && unquotedValue.length === 0 ? undefined : unquotedValue;
  }
}

function toNumber(value: unknown): number | undefined {
  if (typeof value === 'number') return value;
  return typeof value === 'string' && value.trim() !== '' && Number.isFinite(Number(value)) ? Number(value) : undefined;
}

/** Converts a list of ids to the comma-separated text that is stored. */
function toIds(value: unknown): unknown {
  if (typeof value === 'string' || typeof value === 'number') return String(value);
  const isList =
    Array.isArray(value) &&
    value.length > 0 &&
    value.every((part) => typeof part === 'string' || typeof part === 'number');
  return isList ? value.join(',') : undefined;
}

/** Keys whose value is an object that maps texts to texts. */
const TEXT_MAP_KEYS: ReadonlySet<string> = new Set([
  'watchApiHash',
  'defaultTbDataApiDataHashInfo',
  'outsideApiDataHashInfo',
]);
/** Keys whose value is an HTTP method. */
const METHOD_KEYS: ReadonlySet<string> = new Set([
  'resourseApiType',
  'watchApiMethod',
  'defaultTbDataResourceApiType',
  'outsideResourceApiType',
]);

/** Converts the list `[label, value, children]` of key names to an object; other lists are removed. */
function refineHashArr(value: unknown): unknown {
  if (!Array.isArray(value)) return value;
  const [label, valueKey, children] = value;
  return typeof label === 'string'
    ? {
        label,
        ...(typeof valueKey === 'string' ? { value: valueKey } : {}),
        ...(typeof children === 'string' ? { children } : {}),
      }
    : undefined;
}

/**
 * Makes the last conversion of a property's value; the conversion depends on the key. Undefined removes the property.
 */
export function refineProperty(key: string, value: unknown, tag: string): unknown {
  if (key === 'defaultValue') return refineDefault(value, tag);
  if (value === null || value === undefined || value === '') return undefined;
  if (key === 'style') return refineStyle(value);
  // on an `el-…` element `items` are options, which `findOptions` reads
  if (key === 'items' && tag.startsWith('el-')) return undefined;
  if (key === 'labelWidth' && value === 0) return undefined;
  if ((key === 'format' || key === 'value-format') && tag === 'el-date-picker' && typeof value === 'string') {
    return /^(?:timestamp|x)$/i.test(value) ? undefined : toDateFormat(value);
  }
  if (key === 'regList' && Array.isArray(value))
    return value.filter((rule) => !isObject(rule) || (rule.pattern !== '' && rule.pattern !== undefined));
  if (key === 'hashArr') return refineHashArr(value);
  if (TEXT_MAP_KEYS.has(key)) return toTextMap(value);
  if (METHOD_KEYS.has(key) && typeof value === 'string') return value.toUpperCase();
  if (key === 'fixed')
    return value === 'right' ? 'right' : ['left', 'true', '1', true].includes(value as string) ? 'left' : undefined;
  if (key === '__slot__' && !isObject(value)) return undefined;
  return value;
}
