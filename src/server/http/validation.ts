import type { FastifyError } from 'fastify';

type Issue = NonNullable<FastifyError['validation']>[number];

const TYPES: Readonly<Record<string, string>> = { string: '文字', number: '数字', integer: '整数', boolean: '真或假', array: '列表', object: '对象', null: '空' };

/** The first fault of a request that does not fit its route's schema, in Chinese, with the place. */
export function validationText(issues: readonly Issue[], part = 'body'): string {
  const [issue] = issues;
  if (!issue) return '内容不符合要求';
  const place = issue.instancePath.split('/').slice(1).join(' › ');
  const where = place === '' ? (part === 'querystring' ? '地址参数' : '内容') : `“${place}”`;
  return `${where}${faultOf(issue)}`;
}

function faultOf({ keyword, params }: Issue): string {
  switch (keyword) {
    case 'required': return `缺少“${String(params['missingProperty'])}”`;
    case 'type': return `应为${[params['type']].flat().map((type) => TYPES[String(type)] ?? String(type)).join('或')}`;
    case 'additionalProperties': return `有多余的“${String(params['additionalProperty'])}”`;
    case 'enum': return `应为 ${(params['allowedValues'] as unknown[]).join('、')} 之一`;
    case 'maxLength': return `不能超过 ${String(params['limit'])} 个字符`;
    case 'minLength': return '不能为空';
    case 'maxItems': return `不能超过 ${String(params['limit'])} 项`;
    case 'minItems': return `至少 ${String(params['limit'])} 项`;
    case 'maximum': return `不能大于 ${String(params['limit'])}`;
    case 'minimum': return `不能小于 ${String(params['limit'])}`;
    default: return '格式不正确';
  }
}
