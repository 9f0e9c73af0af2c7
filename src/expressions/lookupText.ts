import { literalText } from './ast.ts';
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

export interface ExtractedLookups {
  /** The formula in which each call is replaced by a name: `__lookup0 * quantity`. */
  text: string;
  /** The calls; the first one is replaced by `__lookup0`. */
  calls: readonly LookupCall[];
  /** Errors of the calls, in Chinese. */
  errors: readonly string[];
}

export const LOOKUP = 'lookup';

/** Returns the name that replaces a call; the prefix distinguishes it from the usual field keys. */
export const lookupName = (index: number): string => `__${LOOKUP}${index}`;

/**
 * Tokens: text literals and comments (skipped as a whole), the name `lookup` with its bracket, other brackets and
 * commas.
 */
const TOKENS =
  /"""[\s\S]*?"""|'''[\s\S]*?'''|[rR]?"(?:[^"\\\n]|\\.)*"|[rR]?'(?:[^'\\\n]|\\.)*'|\/\/[^\n]*|(?<![\w$.\u4e00-\u9fa5])lookup\s*\(|[()[\]{},]/g;

/** A call whose closing bracket has not been found yet. */
interface OpenCall {
  start: number;
  /** Nesting depth of brackets inside the call. */
  depth: number;
  /** Start of the current argument. */
  argumentStart: number;
  args: string[];
}

interface CallText {
  /** The position of the call in the text; `end`: after its last character. */
  start: number;
  end: number;
  args: string[];
}

/**
 * Finds the outermost calls with their arguments as written. A call without a closing bracket is left out, since such a
 * text does not parse.
 */
function callsIn(text: string): CallText[] {
  const calls: CallText[] = [];
  let openCall = null as OpenCall | null;
  let depth = 0;
  for (const match of text.matchAll(TOKENS)) {
    const [token] = match;
    const end = match.index + token.length;
    if (/^lookup\s*\($/.test(token)) {
      depth += 1;
      openCall ??= { start: match.index, depth, argumentStart: end, args: [] };
    } else if ('([{'.includes(token)) depth += 1;
    else if (token === ',' && openCall?.depth === depth) {
      openCall.args.push(text.slice(openCall.argumentStart, match.index));
      openCall.argumentStart = end;
    } else if (')]}'.includes(token)) {
      if (openCall?.depth === depth) {
        openCall.args.push(text.slice(openCall.argumentStart, match.index));
        calls.push({ start: openCall.start, end, args: openCall.args.map((argument) => argument.trim()) });
        openCall = null;
      }
      depth -= 1;
    }
  }
  return calls;
}

/** Returns the value of a text literal; null for any other expression. */
function literalOf(text: string | undefined): string | null {
  try {
    return literalText(parseTree(text ?? '')) ?? null;
  } catch {
    return null;
  }
}

const FORM_ARGUMENT_MESSAGE = "lookup 的第一个参数应为表单标识，如 lookup('itemConfig', it.itemNo == itemNo, 'price')";

/** Returns the call with its arguments checked; if they are wrong, the error in Chinese. */
function callOf({ args }: CallText): LookupCall | string {
  const [form, where = '', field, at = '', since] = args;
  if (args.length !== 3 && args.length !== 5)
    return 'lookup 应有三个参数（表单、条件、取值字段），按日期取值时再加两个（日期、生效日期字段）';
  const to = literalOf(form);
  if (to === null || to === '') return FORM_ARGUMENT_MESSAGE;
  const valueField = literalOf(field);
  if (valueField === null || valueField === '') return "lookup 的第三个参数应为取值字段的标识，如 'price'";
  const sinceField = args.length === 5 ? literalOf(since) : '';
  if (sinceField === null || (args.length === 5 && sinceField === ''))
    return 'lookup 的第五个参数应为生效日期字段的标识';
  if ([where, at].some((text) => callsIn(text).length > 0)) return 'lookup 的参数中不能再用 lookup';
  return { to, where, field: valueField, at, since: sinceField };
}

const extractedByText = new Map<string, ExtractedLookups>();
const MAX_CACHED = 2000;

/** Extracts the `lookup` calls of a formula; cached. A text without calls is returned unchanged. */
export function extractLookups(text: string): ExtractedLookups {
  if (!text.includes(LOOKUP)) return { text, calls: [], errors: [] };
  const cached = extractedByText.get(text);
  if (cached) return cached;
  const calls: LookupCall[] = [];
  const errors: string[] = [];
  let textWithoutCalls = '';
  let copiedUntil = 0;
  for (const callText of callsIn(text)) {
    const call = callOf(callText);
    if (typeof call === 'string') {
      errors.push(call);
      continue;
    }
    textWithoutCalls += text.slice(copiedUntil, callText.start) + lookupName(calls.length);
    copiedUntil = callText.end;
    calls.push(call);
  }
  const extracted = { text: textWithoutCalls + text.slice(copiedUntil), calls, errors };
  if (extractedByText.size >= MAX_CACHED) extractedByText.clear();
  extractedByText.set(text, extracted);
  return extracted;
}
