import { isAst, type Ast } from './ast.ts';
import { parseTree } from './environment.ts';

/** One `lookup(…)` of a formula: a value of a record of another form that meets a condition. */
export interface LookupCall {
  /** Key of the form whose records are looked through. */
  to: string;
  /** CEL over a candidate (`it.`) and the names around the formula. */
  where: string;
  /** The field whose value is taken. */
  field: string;
  /** CEL that gives the date for which the value is asked; '' where values are not dated. */
  at: string;
  /** The date field of the candidate from which its value holds; '' where values are not dated. */
  since: string;
}

export interface LookupText {
  /** The formula with a name in the place of each call: `lookup0 * quantity`. */
  text: string;
  /** By the position in the names: the first is `lookup0`. */
  calls: readonly LookupCall[];
  /** What of the calls cannot be read, in Chinese. */
  wrong: readonly string[];
}

export const LOOKUP = 'lookup';

/** The name that stands for the value of a call. No author writes it: keys of fields begin with a letter. */
export const lookupName = (index: number): string => `__${LOOKUP}${index}`;

/** Texts and comments are passed over whole; then a call's name with its bracket, brackets and commas. */
const PARTS =
  /"""[\s\S]*?"""|'''[\s\S]*?'''|[rR]?"(?:[^"\\\n]|\\.)*"|[rR]?'(?:[^'\\\n]|\\.)*'|\/\/[^\n]*|(?<![\w$.\u4e00-\u9fa5])lookup\s*\(|[()[\]{},]/g;

/** A call whose closing bracket has not come yet. */
interface Open {
  from: number;
  depth: number;
  argument: number;
  args: string[];
}

interface Found {
  from: number;
  to: number;
  args: string[];
}

/** The outermost calls with their arguments as written. A call that is not closed ends the search: the text does not parse. */
function callsIn(text: string): Found[] {
  const found: Found[] = [];
  let open = null as Open | null;
  let depth = 0;
  for (const match of text.matchAll(PARTS)) {
    const [part] = match;
    const end = match.index + part.length;
    if (/^lookup\s*\($/.test(part)) {
      depth += 1;
      open ??= { from: match.index, depth, argument: end, args: [] };
    } else if ('([{'.includes(part)) depth += 1;
    else if (part === ',' && open?.depth === depth) {
      open.args.push(text.slice(open.argument, match.index));
      open.argument = end;
    } else if (')]}'.includes(part)) {
      if (open?.depth === depth) {
        open.args.push(text.slice(open.argument, match.index));
        found.push({ from: open.from, to: end, args: open.args.map((one) => one.trim()) });
        open = null;
      }
      depth -= 1;
    }
  }
  return found;
}

/** A text written out; null for anything that would have to be evaluated. */
function literalOf(text: string | undefined): string | null {
  try {
    const tree: Ast = parseTree(text ?? '');
    return isAst(tree) && tree.op === 'value' && typeof tree.args === 'string' ? tree.args : null;
  } catch {
    return null;
  }
}

const FORM = "lookup 的第一个参数应为表单标识，如 lookup('itemConfig', it.itemNo == itemNo, 'price')";

function callOf({ args }: Found): LookupCall | string {
  const [form, where = '', field, at = '', since] = args;
  if (args.length !== 3 && args.length !== 5)
    return 'lookup 应有三个参数（表单、条件、取值字段），按日期取值时再加两个（日期、生效日期字段）';
  const to = literalOf(form);
  if (to === null || to === '') return FORM;
  const name = literalOf(field);
  if (name === null || name === '') return "lookup 的第三个参数应为取值字段的标识，如 'price'";
  const from = args.length === 5 ? literalOf(since) : '';
  if (from === null || (args.length === 5 && from === '')) return 'lookup 的第五个参数应为生效日期字段的标识';
  if ([where, at].some((text) => callsIn(text).length > 0)) return 'lookup 的参数中不能再用 lookup';
  return { to, where, field: name, at, since: from };
}

const known = new Map<string, LookupText>();
const MOST_KNOWN = 2000;

/** Reads the calls of `lookup` out of a formula. A text without any is given back as it is. */
export function lookupText(text: string): LookupText {
  if (!text.includes(LOOKUP)) return { text, calls: [], wrong: [] };
  const before = known.get(text);
  if (before) return before;
  const calls: LookupCall[] = [];
  const wrong: string[] = [];
  let rest = '';
  let at = 0;
  for (const found of callsIn(text)) {
    const call = callOf(found);
    if (typeof call === 'string') {
      wrong.push(call);
      continue;
    }
    rest += text.slice(at, found.from) + lookupName(calls.length);
    at = found.to;
    calls.push(call);
  }
  const read = { text: rest + text.slice(at), calls, wrong };
  if (known.size >= MOST_KNOWN) known.clear();
  known.set(text, read);
  return read;
}
