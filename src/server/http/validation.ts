import type { FastifyError } from 'fastify';

type Issue = NonNullable<FastifyError['validation']>[number];

const TYPES: Readonly<Record<string, string>> = {
  string: '文字',
  number: '数字',
  integer: '整数',
  boolean: '真或假',
  array: '列表',
  object: '对象',
  null: '空',
};

/** The first fault of a request that does not fit its route's schema, in Chinese, with the place. */
export function validationText(issues: readonly Issue[], part = 'body'): string {
  const issue = tellingIssue(issues);
  if (!issue) return '内容不符合要求';
  const place = issue.instancePath.split('/').slice(1).join(' › ');
  const where = place === '' ? (part === 'querystring' ? '地址参数' : '内容') : `“${place}”`;
  return `${where}${faultOf(issue)}`;
}

const depthOf = ({ instancePath }: Issue): number => instancePath.split('/').length;

/**
 * Of what may be one thing or another (“one or a list”) each branch tells its fault: the one that tells most is that of the
 * branch which went deepest, or whose type fits. Where no type fits, all of them are told.
 */
function tellingIssue(issues: readonly Issue[]): Issue | undefined {
  const deepest = Math.max(...issues.map(depthOf));
  const [first, ...others] = issues.filter(
    (issue) => depthOf(issue) === deepest && issue.keyword !== 'anyOf' && issue.keyword !== 'oneOf',
  );
  if (first?.keyword !== 'type') return first ?? issues[0];
  const fits = others.find(({ keyword, instancePath }) => keyword !== 'type' && instancePath === first.instancePath);
  const types = others
    .filter(({ keyword, instancePath }) => keyword === 'type' && instancePath === first.instancePath)
    .flatMap(({ params }) => params['type']);
  return fits ?? { ...first, params: { type: [...new Set([first.params['type'], ...types].flat())] } };
}

/** An empty text and none look the same to who is told of them. */
const allowed = (values: readonly unknown[]): string =>
  [...new Set(values.map((value) => (value === '' || value === null ? '空' : String(value))))].join('、');

function faultOf({ keyword, params }: Issue): string {
  switch (keyword) {
    case 'required':
      return `缺少“${String(params['missingProperty'])}”`;
    case 'type':
      return `应为${[params['type']]
        .flat()
        .map((type) => TYPES[String(type)] ?? String(type))
        .join('或')}`;
    case 'additionalProperties':
      return `有多余的“${String(params['additionalProperty'])}”`;
    case 'enum':
      return `应为 ${allowed(params['allowedValues'] as unknown[])} 之一`;
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
