import type { Problem } from '../../../domain/problem/index.ts';
import { checkExpression } from '../../../expressions/index.ts';
import { flowProblem } from '../flowProblem.ts';
import { loopVariables } from './foreignAttributes.ts';
import { translateExpression } from '../language/translateExpression.ts';
import type { Element } from './moddle.ts';

/** Applies `replace` to the names in a text outside of quotes. A member after a dot is not a name. */
const replaceNames = (text: string, replace: (name: string) => string): string =>
  text
    .split(/('(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*")/)
    .map((part, index) =>
      index % 2 === 1 ? part : part.replace(/(?<![\p{L}\p{N}_$.])[\p{L}_][\p{L}\p{N}_]*/gu, (name) => replace(name)),
    )
    .join('');

/** Returns whether a text is valid CEL, apart from unknown names. */
const isCel = (text: string): boolean => checkExpression(text, {}).every(({ code }) => code === 'DOC_EXPRESSION_NAME');

const ENTITIES: Readonly<Record<string, string>> = {
  '&gt;': '>',
  '&lt;': '<',
  '&quot;': '"',
  '&apos;': "'",
  '&amp;': '&',
};

/**
 * Removes the wrapping of an expression: `${…}` brackets, XML escapes inside a CDATA section, `return …;` of a
 * script.
 */
function unwrapExpression(text: string): string {
  const plain = text.replace(/&(?:gt|lt|quot|apos|amp);/g, (entity) => ENTITIES[entity] ?? entity).trim();
  const wrapped = /^[$#]\{([\s\S]*)\}$/.exec(plain);
  // a text may have several parts in brackets: `${a} && ${b}`
  const inner =
    wrapped && !/[$#]\{/.test(wrapped[1] ?? '') ? (wrapped[1] ?? '') : plain.replace(/[$#]\{([^{}]*)\}/g, '($1)');
  return /^return\b([^;]*);?$/.exec(inner.trim())?.[1] ?? inner;
}

/**
 * Converts another engine's expression (`${amount gt 1000 and not empty dept}`) to CEL; null when it cannot be
 * translated.
 */
export function toCel(text: string, isFeel = false): string | null {
  const cel = translateExpression(unwrapExpression(text), isFeel);
  return cel !== null && isCel(cel) ? cel : null;
}

/** Returns whether a text is written in another engine's language: `${…}`, `#{…}` or `= …`. */
export const isForeignExpression = (body: string): boolean => /[$#]\{/.test(body) || /^\s*=(?!=)/.test(body);

/**
 * Converts another engine's condition to CEL, including FEEL (`= a = 1 and b > 2`); null when it cannot be
 * translated.
 */
export function translateCondition(body: string): string | null {
  const feel = /^\s*=(?!=)([\s\S]*)$/.exec(body)?.[1];
  return feel === undefined ? toCel(body) : toCel(feel, true);
}

/** Returns the condition of a sequence flow as CEL; null if it has none. */
export const conditionOf = (flow: Element, problems: Problem[]): string | null =>
  celOfExpression(flow, flow.conditionExpression as Element | undefined, problems);

/**
 * Converts an expression of an element to CEL; null if it is missing or empty. A script, an untranslatable expression,
 * and an expression that reads the variable of an outer loop become `false`, and an error is added to `problems`.
 */
export function celOfExpression(element: Element, expression: Element | undefined, problems: Problem[]): string | null {
  if (!expression) return null;
  const body = String(expression.body ?? '').trim();
  const language = String(expression.language ?? '').trim();
  if (body === '') return null;
  const isScript = language !== '' && !/\b(cel|juel|feel)\b/i.test(language);
  if (!isScript && !isForeignExpression(body) && (/\bcel\b/i.test(language) || isCel(body))) return body;
  const cel = /\bfeel\b/i.test(language) ? toCel(body.replace(/^\s*=/, ''), true) : translateCondition(body);
  if (cel !== null) {
    // in CEL the variable of the innermost loop is called `item`; variables of outer loops cannot be read
    const { current, outer } = loopVariables(element);
    let outerName = '';
    const withItem = replaceNames(cel, (name) => {
      if (outer.has(name)) outerName = name;
      return name === current ? 'item' : name;
    });
    if (outerName === '') return withItem;
    problems.push(
      flowProblem(
        element.id,
        `条件“${body.slice(0, 80)}”读取外层循环的变量“${outerName}”，这里只能读取内层循环的当前项 item，请改写`,
      ),
    );
    return 'false';
  }
  // an expression without foreign syntax is kept as it is; `checkFlowAgainstForm` checks it later
  if (!isScript && !isForeignExpression(body)) return body;
  problems.push(
    flowProblem(
      element.id,
      isScript
        ? `条件的语言“${language}”不受支持，脚本不会执行`
        : `条件“${body.slice(0, 80)}”不能自动转换，请改写为表达式`,
    ),
  );
  return 'false';
}
