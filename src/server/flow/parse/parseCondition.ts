import type { Problem } from '../../../domain/problem/index.ts';
import { checkExpression } from '../../../kernel/index.ts';
import { flowProblem } from '../flowProblem.ts';
import { loopVariables } from './foreignAttributes.ts';
import { translatedExpression } from '../language/translate.ts';
import type { Element } from './moddle.ts';

/** Turns the text outside of quotes; what is quoted stays as it is. */
const outsideQuotes = (text: string, turn: (part: string) => string): string =>
  text
    .split(/('(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*")/)
    .map((part, index) => (index % 2 === 1 ? part : turn(part)))
    .join('');

/** Can it be read as an expression, whatever the names in it are? */
const isOurs = (text: string): boolean => checkExpression(text, {}).every(({ code }) => code === 'DOC_EXPRESSION_NAME');

const ENTITIES: Readonly<Record<string, string>> = {
  '&gt;': '>',
  '&lt;': '<',
  '&quot;': '"',
  '&apos;': "'",
  '&amp;': '&',
};

/** What is written in brackets, and what others wrote around it: escapes within a CDATA section, `return …;` of a script. */
function bare(text: string): string {
  const plain = text.replace(/&(?:gt|lt|quot|apos|amp);/g, (entity) => ENTITIES[entity] ?? entity).trim();
  const wrapped = /^[$#]\{([\s\S]*)\}$/.exec(plain);
  // `${a} && ${b}`: several pieces in one text
  const inner =
    wrapped && !/[$#]\{/.test(wrapped[1] ?? '') ? (wrapped[1] ?? '') : plain.replace(/[$#]\{([^{}]*)\}/g, '($1)');
  return /^return\b([^;]*);?$/.exec(inner.trim())?.[1] ?? inner;
}

/**
 * The part of the expression language of other engines (`${amount gt 1000 and not empty dept}`) that ours has, too.
 * Null when something is left that only those engines run.
 */
export function celOf(text: string, isFeel = false): string | null {
  const cel = translatedExpression(bare(text), isFeel);
  return cel !== null && isOurs(cel) ? cel : null;
}

/** Is it written in the language of another engine: `\${…}`, `#{…}` or `= …`? */
export const isForeign = (body: string): boolean => /[$#]\{/.test(body) || /^\s*=(?!=)/.test(body);

/** A condition of another engine as CEL, of FEEL (`= a = 1 and b > 2`) too; null where it cannot be translated. */
export function translated(body: string): string | null {
  const feel = /^\s*=(?!=)([\s\S]*)$/.exec(body)?.[1];
  return feel === undefined ? celOf(body) : celOf(feel, true);
}

/** Condition of a sequence flow as CEL; null without one. */
export const conditionOf = (flow: Element, problems: Problem[]): string | null =>
  celOfExpression(flow, flow.conditionExpression as Element | undefined, problems);

/** An expression that an element carries as CEL; null without one. What only another engine's script does and what cannot be translated are errors, never true. */
export function celOfExpression(flow: Element, expression: Element | undefined, problems: Problem[]): string | null {
  if (!expression) return null;
  const body = String(expression.body ?? '').trim();
  const language = String(expression.language ?? '').trim();
  if (body === '') return null;
  const isScript = language !== '' && !/\b(cel|juel|feel)\b/i.test(language);
  if (!isScript && !isForeign(body) && (/\bcel\b/i.test(language) || isOurs(body))) return body;
  const cel = /\bfeel\b/i.test(language) ? celOf(body.replace(/^\s*=/, ''), true) : translated(body);
  // what a loop around calls its element is `item` here
  if (cel !== null)
    return loopVariables(flow).reduce(
      (text, name) => outsideQuotes(text, (part) => part.replace(new RegExp(`(?<![\\w$.])${name}\\b`, 'g'), 'item')),
      cel,
    );
  // what reads like ours is judged as ours, with its form
  if (!isScript && !isForeign(body)) return body;
  problems.push(
    flowProblem(
      flow.id,
      isScript
        ? `条件的语言“${language}”不受支持，脚本不会执行`
        : `条件“${body.slice(0, 80)}”不能自动转换，请改写为表达式`,
    ),
  );
  return 'false';
}
