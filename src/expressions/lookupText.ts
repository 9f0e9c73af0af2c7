import { isAst, type Ast } from './ast.ts';
import { parseTree } from './environment.ts';

/** One `lookup(…)` call of a formula: it reads a value of a record of another form that meets a condition. */
export interface LookupCall {
  /** Key of the form whose records are searched. */
  to: string;
  /** CEL over a record of the other form (`it.`) and the names that the formula itself may use. */
  where: string;
  /** The field whose value the call returns. */
  field: string;
  /** CEL that gives the date for which the value is wanted; '' if values do not depend on a date. */
  at: string;
  /**
   * The date field of the other form: from this date on, the record's value is valid. '' if values do not depend on a
   * date.
   */
  since: string;
}

export interface LookupText {
  /** The formula in which each call is replaced by a name: `lookup0 * quantity`. */
  text: string;
  /** The calls; the first one is replaced by `lookup0`. */
  calls: readonly LookupCall[];
  /** Errors of the calls, in Chinese. */
  errors: readonly string[];
}

export const LOOKUP = 'lookup';

/** Returns the name that replaces a call. It cannot collide with a field key, since keys begin with a letter. */
export const lookupName = (index: number): string => `__${LOOKUP}${index}`;

/**
 * Tokens: text literals and comments (skipped as a whole), the name `lookup` with its bracket, other brackets and
 * commas.
 */
const PARTS =
  /"""[\s\S]*?"""|'''[\s\S]*?'''|[rR]?"(?:[^"\\\n]|\\.)*"|[rR]?'(?:[^'\\\n]|\\.)*'|\/\/[^\n]*|(?<![\w$.\u4e00-\u9fa5])lookup\s*\(|[()[\]{},]/g;

/** A call whose closing bracket has not been found yet. */
interface OpenCall {
  from: number;
  depth: number;
  argument: number;
  args: string[];
}

interface FoundCall {
  from: number;
  to: number;
  args: string[];
}

/**
 * Finds the outermost calls with their arguments as written. A call without a closing bracket is left out, since such a
 * text does not parse.
 */
function callsIn(text: string): FoundCall[] {
  const found: FoundCall[] = [];
  let openCall = null as OpenCall | null;
  let depth = 0;
  for (const match of text.matchAll(PARTS)) {
    const [part] = match;
    const end = match.index + part.length;
    if (/^lookup\s*\($/.test(part)) {
      depth += 1;
      openCall ??= { from: match.index, depth, argument: end, args: [] };
    } else if ('([{'.includes(part)) depth += 1;
    else if (part === ',' && openCall?.depth === depth) {
      openCall.args.push(text.slice(openCall.argument, match.index));
      openCall.argument = end;
    } else if (')]}'.includes(part)) {
      if (openCall?.depth === depth) {
        openCall.args.push(text.slice(openCall.argument, match.index));
        found.push({ from: openCall.from, to: end, args: openCall.args.map((one) => one.trim()) });
        openCall = null;
      }
      depth -= 1;
    }
  }
  return found;
}

/** Returns the value of a text literal; null for any other expression. */
function literalOf(text: string | undefined): string | null {
  try {
    const tree: Ast = parseTree(text ?? '');
    return isAst(tree) && tree.op === 'value' && typeof tree.args === 'string' ? tree.args : null;
  } catch {
    return null;
  }
}

const FORM_ARGUMENT_MESSAGE = "lookup 的第一个参数应为表单标识，如 lookup('itemConfig', it.itemNo == itemNo, 'price')";

function callOf({ args }: FoundCall): LookupCall | string {
  const [form, where = '', field, at = '', since] = args;
  if (args.length !== 3 && args.length !== 5)
    return 'lookup 应有三个参数（表单、条件、取值字段），按日期取值时再加两个（日期、生效日期字段）';
  const to = literalOf(form);
  if (to === null || to === '') return FORM_ARGUMENT_MESSAGE;
  const name = literalOf(field);
  if (name === null || name === '') return "lookup 的第三个参数应为取值字段的标识，如 'price'";
  const from = args.length === 5 ? literalOf(since) : '';
  if (from === null || (args.length === 5 && from === '')) return 'lookup 的第五个参数应为生效日期字段的标识';
  if ([where, at].some((text) => callsIn(text).length > 0)) return 'lookup 的参数中不能再用 lookup';
  return { to, where, field: name, at, since: from };
}

const cache = new Map<string, LookupText>();
const MAX_CACHED = 2000;

/** Extracts the `lookup` calls of a formula; cached. A text without calls is returned unchanged. */
export function lookupText(text: string): LookupText {
  if (!text.includes(LOOKUP)) return { text, calls: [], errors: [] };
  const cached = cache.get(text);
  if (cached) return cached;
  const calls: LookupCall[] = [];
  const errors: string[] = [];
  let textWithoutCalls = '';
  let copiedUntil = 0;
  for (const found of callsIn(text)) {
    const call = callOf(found);
    if (typeof call === 'string') {
      errors.push(call);
      continue;
    }
    textWithoutCalls += text.slice(copiedUntil, found.from) + lookupName(calls.length);
    copiedUntil = found.to;
    calls.push(call);
  }
  const read = { text: textWithoutCalls + text.slice(copiedUntil), calls, errors };
  if (cache.size >= MAX_CACHED) cache.clear();
  cache.set(text, read);
  return read;
}
