import { encodeUrlPart } from '../domain/encodeUrlPart.ts';
import { isInternalPath } from '../domain/internalPath.ts';
import { fillPlaceholders, fillText, type PlaceholderValues, readAnswer } from '../kernel/index.ts';
import { type Result, problem } from '../domain/problem/index.ts';

/** A request as a document describes it. */
export interface RequestConfig {
  url: string | undefined;
  method?: string;
  params?: Readonly<Record<string, unknown>>;
}

/** A request that is ready to be sent: POST carries `params` in the body, GET in the query (RD-002). */
export interface RequestCall {
  url: string;
  method: 'GET' | 'POST';
  params: Record<string, unknown>;
}

/**
 * Encodes a placeholder value for a path, so that it cannot change the structure of the path. Items of a list are
 * encoded separately.
 */
const encodeValue = (value: unknown): unknown =>
  typeof value === 'string' ? encodeUrlPart(value) : Array.isArray(value) ? value.map(encodeValue) : value;

/** Returns placeholder values for a URL, each encoded as one part of the URL. */
export const encodePlaceholderValues = ({ userId, deptId, unitId, values }: PlaceholderValues): PlaceholderValues => ({
  userId: encodeUrlPart(userId),
  ...(deptId === undefined ? {} : { deptId: encodeUrlPart(deptId) }),
  ...(unitId === undefined ? {} : { unitId: encodeUrlPart(unitId) }),
  values: Object.fromEntries(Object.entries(values).map(([key, value]) => [key, encodeValue(value)])),
});

/**
 * RD-001, RD-002, PH-001…003: fills the placeholders of a request. A URL that is not a path of this system is refused.
 */
export function buildRequest(config: RequestConfig, source: PlaceholderValues): Result<RequestCall> {
  const configuredUrl = config.url ?? '';
  // a URL that begins with a placeholder is read as a path: `${a}` becomes `/${a}`
  const url = String(fillText(configuredUrl.replace(/^\s*\$\{/, '/${'), encodePlaceholderValues(source)) ?? '');
  if (!isInternalPath(url)) return { ok: false, problems: [problem('DOC_REQUEST', [], { url: configuredUrl })] };
  return {
    ok: true,
    problems: [],
    value: {
      url,
      method: config.method?.toUpperCase() === 'POST' ? 'POST' : 'GET',
      params: fillPlaceholders({ ...config.params }, source),
    },
  };
}

/**
 * RD-003: reads the values of fields from one object of an answer. `names`: field key -> name in the object; dots in a
 * name separate the keys of nested objects. A field whose name is missing in the object is left out.
 */
export function mapByNames(data: unknown, names: Readonly<Record<string, string>>): Record<string, unknown> {
  const mapped: Record<string, unknown> = {};
  for (const [key, name] of Object.entries(names)) {
    const value = readAnswer(data, name);
    if (value !== undefined) mapped[key] = value;
  }
  return mapped;
}
