import { Ajv, type ValidateFunction } from 'ajv';
import type { Schema } from './schema.ts';

interface Operation {
  requestBody?: { content?: Record<string, { schema?: Schema }> };
  responses?: Record<string, { content?: Record<string, { schema?: Schema }> }>;
}
interface Described {
  paths: Record<string, Record<string, Operation>>;
}

/**
 * Judges answers by the description of the calls: null when this one is what is described. `call` is method and template,
 * as `GET /api/system/sys/org/getById`.
 */
export function answerJudge(spec: object): (call: string, status: number, type: string, text: string) => string | null {
  const { paths } = spec as Described;
  const ajv = new Ajv({ strict: false, allErrors: false, formats: { binary: true } });
  const compiled = new Map<string, ValidateFunction | null>();
  const bodyOf = (call: string): Record<string, { schema?: Schema }> | undefined => {
    const [method = '', path = ''] = call.split(' ');
    return paths[path]?.[method.toLowerCase()]?.responses?.['200']?.content;
  };
  return (call, status, type, text) => {
    if (status !== 200) return null;
    const content = bodyOf(call);
    if (!content) return 'answers what is not described';
    const [plain = ''] = type.split(';');
    const described =
      content[plain] ?? (content['application/octet-stream'] && plain !== 'application/json' ? {} : undefined);
    if (!described) return `answers ${plain}, described as ${Object.keys(content).join(', ')}`;
    if (plain !== 'application/json') return null;
    if (!compiled.has(call)) compiled.set(call, described.schema ? ajv.compile(described.schema) : null);
    const check = compiled.get(call);
    const answer = JSON.parse(text) as { code?: unknown };
    // a few refusals are answered by 200: theirs is the table of errors
    if (!check || answer.code !== '1' || check(answer)) return null;
    const [fault] = check.errors ?? [];
    return `answers what its description does not say: ${fault?.instancePath ?? ''} ${fault?.message ?? ''} ${JSON.stringify(fault?.params)}`;
  };
}

/** Judges what was accepted: a JSON body that its description refuses must not be answered by a success. */
export function acceptanceJudge(
  spec: object,
): (
  call: string,
  status: number,
  sent: { headers: Readonly<Record<string, string>>; body: Buffer | null },
) => string | null {
  const { paths } = spec as Described;
  const ajv = new Ajv({ strict: false, strictNumbers: false });
  const compiled = new Map<string, ValidateFunction | null>();
  return (call, status, { headers, body }) => {
    if (status !== 200 || !body || headers['content-type'] !== 'application/json') return null;
    if (!compiled.has(call)) {
      const [method = '', path = ''] = call.split(' ');
      const schema = paths[path]?.[method.toLowerCase()]?.requestBody?.content?.['application/json']?.schema;
      compiled.set(call, schema ? ajv.compile(schema) : null);
    }
    const check = compiled.get(call);
    let value: unknown;
    try {
      value = JSON.parse(body.toString().replace(/^\ufeff/, ''));
    } catch {
      return body.length > 0 && check ? 'accepts a body that is no JSON' : null;
    }
    if (!check || check(value)) return null;
    const [fault] = check.errors ?? [];
    return `accepts what its description refuses: ${fault?.instancePath ?? ''} ${fault?.message ?? ''}`;
  };
}
