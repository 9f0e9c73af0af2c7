import type { FastifyError } from 'fastify';

type Issue = NonNullable<FastifyError['validation']>[number];

const TYPE_NAMES: Readonly<Record<string, string>> = {
  string: '文字',
  number: '数字',
  integer: '整数',
  boolean: '真或假',
  array: '列表',
  object: '对象',
  null: '空',
};

/**
 * Describes in Chinese the most informative error of a request that does not match the schema of its route, with the
 * path. `part`: the part of the request that was validated, as Fastify names it ('body', 'querystring' ...).
 */
export function validationText(issues: readonly Issue[], part = 'body'): string {
  const issue = mostInformativeIssue(issues);
  if (!issue) return '内容不符合要求';
  const path = issue.instancePath.split('/').slice(1).join(' › ');
  const subject = path === '' ? (part === 'querystring' ? '地址参数' : '内容') : `“${path}”`;
  return `${subject}${errorOf(issue)}`;
}

const depthOf = ({ instancePath }: Issue): number => instancePath.split('/').length;

/**
 * Returns the most informative error. If a value may have several shapes (`anyOf`), each branch reports errors. The
 * errors with the longest path are the most informative; among errors of the same path, one that is not about the type,
 * because it comes from a branch with a matching type. If no type matches, the returned error lists all types.
 */
function mostInformativeIssue(issues: readonly Issue[]): Issue | undefined {
  const deepest = Math.max(...issues.map(depthOf));
  const [first, ...others] = issues.filter(
    (issue) => depthOf(issue) === deepest && issue.keyword !== 'anyOf' && issue.keyword !== 'oneOf',
  );
  if (first?.keyword !== 'type') return first ?? issues[0];
  const nonTypeIssue = others.find(
    ({ keyword, instancePath }) => keyword !== 'type' && instancePath === first.instancePath,
  );
  const types = others
    .filter(({ keyword, instancePath }) => keyword === 'type' && instancePath === first.instancePath)
    .flatMap(({ params }) => params['type']);
  return nonTypeIssue ?? { ...first, params: { type: [...new Set([first.params['type'], ...types].flat())] } };
}

/** Lists allowed values; an empty text and null are both shown as “空”. */
const listValues = (values: readonly unknown[]): string =>
  [...new Set(values.map((value) => (value === '' || value === null ? '空' : String(value))))].join('、');

/** Describes an error in Chinese, without the name of the value. */
function errorOf({ keyword, params }: Issue): string {
  switch (keyword) {
    case 'required':
      return `缺少“${String(params['missingProperty'])}”`;
    case 'type':
      return `应为${[params['type']]
        .flat()
        .map((type) => TYPE_NAMES[String(type)] ?? String(type))
        .join('或')}`;
    case 'additionalProperties':
      return `有多余的“${String(params['additionalProperty'])}”`;
    case 'enum':
      return `应为 ${listValues(params['allowedValues'] as unknown[])} 之一`;
    case 'maxLength':
      return `不能超过 ${String(params['limit'])} 个字符`;
    case 'minLength':
      return '不能为空';
    case 'maxItems':
      return `不能超过 ${String(params['limit'])} 项`;
    case 'minItems':
      return `至少 ${String(params['limit'])} 项`;
    case 'maximum':
      return `不能大于 ${String(params['limit'])}`;
    case 'minimum':
      return `不能小于 ${String(params['limit'])}`;
    default:
      return '格式不正确';
  }
}
