import { type Problem, problem } from '../domain/problem/index.ts';
import { EMPTY_SUFFIX, fromEngineName } from './names.ts';

/** The properties of the engine's errors that are used here. */
interface EngineError {
  code?: string;
  summary?: string;
  range?: { start: number };
}

const TYPE_NAMES: Readonly<Record<string, string>> = {
  double: '数字',
  int: '数字',
  uint: '数字',
  string: '文本',
  bool: '是否',
  list: '列表',
  map: '对象',
  null: '空',
  null_type: '空',
  dyn: '任意值',
  type: '类型',
};

/** Returns the Chinese name of a type of the engine. */
export function typeName(type: string): string {
  const trimmedType = type.trim();
  if (trimmedType.startsWith('list')) return '列表';
  if (trimmedType.startsWith('Members')) return '一组字段';
  return TYPE_NAMES[trimmedType.replace(/^dyn<(.*)>$/, '$1').replace(/<.*/, '')] ?? '其他类型';
}

const expressionProblem = (detail: string): Problem => problem('DOC_EXPRESSION', [], { detail });

/** Describes an operator with operands of wrong types; the summary of the engine contains operator and types. */
function operatorDetail(summary: string): string {
  const binary = /no such overload: (.+) (==|!=|<=|>=|<|>|\+|-|\*|\/|%|in) (.+)$/.exec(summary);
  if (!binary) return '运算符不能用于这种值';
  const [, left = '', operator, right = ''] = binary;
  if (typeName(left) === '空' || typeName(right) === '空') return '请用 isEmpty(字段) 判断是否为空，不要与 null 比较';
  return `${typeName(left)}与${typeName(right)}不能用“${operator}”运算`;
}

/**
 * Describes a call with wrong arguments; the summary of the engine contains the call with the types of its arguments.
 */
function callDetail(summary: string): string {
  const [, call = '', args = ''] = /'(?:.*\.)?(\w+)\((.*)\)'/.exec(summary) ?? [];
  // these functions have other names in the engine than in the expression language
  const authorsName = { sizeOf: 'size', indexIn: 'indexOf', sliceOf: 'substring' }[call] ?? call;
  return `函数“${authorsName}”不能接受参数（${args === '' ? '无' : args.split(',').map(typeName).join('，')}）`;
}

/** Translates an error of the engine to a problem in Chinese. No other function uses the engine's error codes. */
export function translateEngineError(error: unknown, textLength: number): Problem {
  const { code = '', summary = '', range } = (error ?? {}) as EngineError;
  const position = range ? `第 ${Math.min(range.start, textLength) + 1} 个字符处` : '';
  const name = (): string => {
    const nameWithSuffix = fromEngineName(summary.split(': ').pop() ?? '');
    return nameWithSuffix.endsWith(EMPTY_SUFFIX) ? nameWithSuffix.slice(0, -EMPTY_SUFFIX.length) : nameWithSuffix;
  };
  if (code === 'unknown_variable' || code === 'no_such_key')
    return problem('DOC_EXPRESSION_NAME', [], { name: name() });
  if (code === 'no_such_overload') return expressionProblem(operatorDetail(summary));
  if (code === 'no_matching_overload') return expressionProblem(callDetail(summary));
  if (code === 'invalid_logical_operand' || code === 'invalid_condition_type')
    return expressionProblem('&&、||、! 与 ? : 的条件应为是否（比较的结果）');
  if (code === 'incompatible_ternary_branches') return expressionProblem('? : 两边的结果应为同一类型');
  if (code.startsWith('heterogeneous')) return expressionProblem('列表中的各项应为同一类型');
  if (code === 'invalid_index_type') return expressionProblem('列表的序号应为整数');
  if (code === 'cannot_index_type' || code === 'invalid_comprehension_range')
    return expressionProblem('这里应为列表或一组字段');
  if (/limit|depth|exceed/i.test(code + summary)) return expressionProblem('表达式过长或嵌套过深');
  if (/EOF/.test(summary)) return expressionProblem('表达式不完整');
  if (code === 'unterminated_string') return expressionProblem(`${position}的文本缺少右引号`);
  return expressionProblem(`${position}写法有误`);
}
