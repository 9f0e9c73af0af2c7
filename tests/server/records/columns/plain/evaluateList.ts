/** How a field is asked by; `span` holds two days, `people` several ids in one text. */
export type PlainKind = 'text' | 'number' | 'date' | 'list' | 'span' | 'people';

export interface PlainField {
  key: string;
  kind: PlainKind;
}

/** A stored record as a reader finds it: values by key, and the fields that are closed to them in it. */
export interface PlainRecord {
  id: string;
  /** Greater for later ones. */
  made: number;
  fields: Readonly<Record<string, unknown>>;
  closed: ReadonlySet<string>;
}

export interface PlainCondition {
  field: string;
  op: string;
  value: unknown;
}

type Value = string | number | string[] | null;

const DAY = /^(\d{4}-\d{2}-\d{2})(?:[ T].*)?$/;
const texts = (value: unknown): string[] =>
  Array.isArray(value) ? value.flatMap(texts) : value === null || value === undefined ? [] : [String(value)];

/** What a stored value is to a field of this kind, whatever the field was when it was stored. */
function valueAs(kind: PlainKind, value: unknown): Value {
  if (value === null || value === undefined) return null;
  switch (kind) {
    case 'text':
      return typeof value === 'object' ? JSON.stringify(value) : String(value);
    case 'number':
      return typeof value === 'number' ? value : null;
    case 'date':
      return typeof value === 'string' ? (DAY.exec(value)?.[1] ?? null) : null;
    case 'list':
    case 'span':
      return texts(value);
    case 'people':
      return (Array.isArray(value) ? texts(value) : String(value).split(',')).filter((id) => id !== '');
  }
}

const compare = (a: string | number, b: string | number): number => (a < b ? -1 : a > b ? 1 : 0);
const isBlank = (value: unknown): boolean =>
  value === null || value === '' || (Array.isArray(value) && value.length === 0);
const within = (text: string, part: string): boolean => text.toLowerCase().includes(part.toLowerCase());

/** Is a value at least (1) or at most (-1) a limit? Of a span the end or the start is asked. */
function isBeyond(value: Value, limit: unknown, sign: 1 | -1): boolean {
  const one = Array.isArray(value) ? value[sign === 1 ? 1 : 0] : value;
  return one !== null && one !== undefined && compare(one, limit as string) * sign >= 0;
}

function isAny(value: Value, wanted: readonly unknown[]): boolean {
  return Array.isArray(value) ? wanted.some((one) => value.includes(String(one))) : wanted.includes(value);
}

/** `names`: the names of the people that the record stores beside their ids; '' without. */
function holds(value: Value, op: string, asked: unknown, names: string): boolean {
  switch (op) {
    case 'eq':
      return isAny(value, [asked]);
    case 'ne':
      return !isAny(value, [asked]);
    case 'in':
      return isAny(value, asked as unknown[]);
    case 'notIn':
      return !isAny(value, asked as unknown[]);
    case 'contains':
      if (within(names, String(asked))) return true;
      return Array.isArray(value)
        ? value.some((one) => within(one, String(asked)))
        : typeof value === 'number'
          ? value === asked
          : value !== null && within(value, String(asked));
    case 'notContains':
      return !holds(value, 'contains', asked, names);
    case 'empty':
      return isBlank(value);
    case 'notEmpty':
      return !isBlank(value);
    case 'gte':
      return isBeyond(value, asked, 1);
    case 'lte':
      return isBeyond(value, asked, -1);
    case 'range': {
      const [from, to] = asked as unknown[];
      return isBeyond(value, from, 1) && isBeyond(value, to, -1);
    }
    default:
      throw new Error(`unknown operator ${op}`);
  }
}

/**
 * The ids that a list answers, in its order, by looping over the records: what is closed meets no condition and stands
 * among the empty ones of an order.
 */
export function evaluateList(
  records: readonly PlainRecord[],
  fields: readonly PlainField[],
  conditions: readonly PlainCondition[],
  sort: { field: string; order: 'asc' | 'desc' } | null,
): string[] {
  const at = (record: PlainRecord, key: string): Value => {
    const field = fields.find((one) => one.key === key);
    return field && !record.closed.has(key) ? valueAs(field.kind, record.fields[key]) : null;
  };
  const namesIn = (record: PlainRecord, key: string): string =>
    fields.find((one) => one.key === key)?.kind === 'people' ? String(record.fields[`${key}Label`] ?? '') : '';
  const found = records.filter((record) =>
    conditions.every(
      ({ field, op, value }) =>
        !record.closed.has(field) && holds(at(record, field), op, value, namesIn(record, field)),
    ),
  );
  const sign = sort?.order === 'asc' ? 1 : -1;
  return found
    .sort((a, b) => {
      const byTime = (compare(a.made, b.made) || compare(a.id, b.id)) * sign;
      if (!sort) return byTime;
      const [left, right] = [at(a, sort.field) as string | null, at(b, sort.field) as string | null];
      if (left === null || right === null) return left === right ? byTime : (left === null ? -1 : 1) * sign;
      return compare(left, right) * sign || byTime;
    })
    .map(({ id }) => id);
}
