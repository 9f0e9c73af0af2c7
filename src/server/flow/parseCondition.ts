import type { Problem } from '../../kernel/problem.ts';
import { isExpression } from '../../kernel/expressions/expressions.ts';
import { flowProblem } from './flowProblem.ts';
import type { Element } from './moddle.ts';
import { loopVariables } from './foreign.ts';

const WORDS: Readonly<Record<string, string>> = { and: '&&', or: '||', not: '!', eq: '==', ne: '!=', gt: '>', ge: '>=', lt: '<', le: '<=' };
const NAME = '[A-Za-z_$\\u4e00-\\u9fff][\\w$\\u4e00-\\u9fff.]*';

/** Turns the text outside of quotes; what is quoted stays as it is. */
const outsideQuotes = (text: string, turn: (part: string) => string): string =>
  text.split(/('(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*")/).map((part, index) => (index % 2 === 1 ? part : turn(part))).join('');

/**
 * The simple part of the expression language of other engines (`${amount gt 1000 and not empty dept}`) as CEL:
 * word operators, `empty`, `x.equals('y')`, variables of the execution. Null when something is left that only those engines run.
 */
export function celOf(text: string): string | null {
  const wrapped = /^\s*[$#]\{([\s\S]*)\}\s*$/.exec(text);
  // `${a} && ${b}`: several pieces in one text
  const inner = wrapped && !/[$#]\{/.test(wrapped[1] ?? '') ? (wrapped[1] ?? '') : text.replace(/[$#]\{([^{}]*)\}/g, '($1)');
  const plain = inner.trim()
    .replace(/\b(?:execution|task|delegateTask)\.getVariable(?:Local)?\(\s*["'](\w+)["']\s*\)/g, '$1')
    .replace(new RegExp(`(${NAME})\\.equals\\(\\s*('[^']*'|"[^"]*"|[\\w.]+)\\s*\\)`, 'g'), '$1 == $2')
    .replace(new RegExp(`('[^']*'|"[^"]*")\\.equals\\(\\s*(${NAME})\\s*\\)`, 'g'), '$2 == $1');
  const turned = outsideQuotes(plain, (part) => part
    .replace(new RegExp(`\\b(?:not\\s+|!\\s*)empty\\s+(${NAME})`, 'g'), 'size(string($1)) > 0')
    .replace(new RegExp(`\\bempty\\s+(${NAME})`, 'g'), 'size(string($1)) == 0')
    .replace(/\b(and|or|not|eq|ne|gt|ge|lt|le)\b/g, (word) => WORDS[word] ?? word)
    .replace(/(^|[^=!<>])===($|[^=])/g, '$1==$2'));
  const bare = turned.replace(/'(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*"/g, '""');
  const isTheirs = /[{}$;]|\breturn\b|\bnew\b/.test(bare) || /\.\s*(?!contains|startsWith|endsWith|matches|size)\w+\s*\(/.test(bare);
  return isTheirs || !isExpression(turned) ? null : turned;
}

/** Is it written in the language of another engine: `\${…}`, `#{…}` or `= …`? */
export const isForeign = (body: string): boolean => /[$#]\{/.test(body) || /^\s*=(?!=)/.test(body);

/** A condition of another engine as CEL, of FEEL (`= a = 1 and b > 2`) too; null where it cannot be translated. */
export function translated(body: string): string | null {
  const feel = /^\s*=(?!=)([\s\S]*)$/.exec(body)?.[1];
  return celOf(feel === undefined ? body : outsideQuotes(feel, (part) => part.replace(/(^|[^<>!=])=(?!=)/g, '$1==')));
}

/** Condition of a sequence flow as CEL; null without one. */
export const conditionOf = (flow: Element, problems: Problem[]): string | null => celOfExpression(flow, flow.conditionExpression as Element | undefined, problems);

/** An expression that an element carries as CEL; null without one. Scripts and what cannot be translated are errors, never true. */
export function celOfExpression(flow: Element, expression: Element | undefined, problems: Problem[]): string | null {
  if (!expression) return null;
  const body = String(expression.body ?? '').trim();
  const language = String(expression.language ?? '').trim();
  if (body === '') return null;
  if (language !== '' && !/\b(cel|juel)\b/i.test(language)) {
    problems.push(flowProblem(flow.id, `条件的语言“${language}”不受支持，脚本不会执行`));
    return 'false';
  }
  if (!isForeign(body)) return body;
  const cel = translated(body);
  // what a loop around calls its element is `item` here
  if (cel !== null) return loopVariables(flow).reduce((text, name) => outsideQuotes(text, (part) => part.replace(new RegExp(`(?<![\\w$.])${name}\\b`, 'g'), 'item')), cel);
  problems.push(flowProblem(flow.id, `条件“${body.slice(0, 80)}”不能自动转换，请改写为表达式`));
  return 'false';
}
