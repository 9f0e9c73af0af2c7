import type { Diagnostic } from '@codemirror/lint';
import type { Tree } from '@lezer/common';
import { type ErrorCode, type Path, type Problem, formatPath } from '../../domain/problem/index.ts';
import { parseTree, spanOfPath, type Span, type Walked } from './jsonPosition.ts';

/** A problem and where it stands in the text. */
export interface LocatedProblem {
  /** Null for what only the text shows (a key written twice). */
  code: ErrorCode | null;
  message: string;
  /** Parameters of the message. */
  params: Problem['params'];
  level: Problem['level'];
  /** For people; '' for the document itself. */
  where: string;
  /** From 1; null where a drawing says where, not a text. */
  line: number | null;
  path: Path;
  span: Span;
}

const RANK: Readonly<Record<Problem['level'], number>> = { error: 0, warning: 1, info: 2 };

/** Beyond this many, problems are counted but not placed: nobody reads more, and placing each costs a walk. */
const PLACED = 2000;

/** Beyond this many characters keys are not searched for repetition: reading the whole tree takes seconds. */
const SEARCHED = 1_000_000;

/** Answers the line of a position, from 1. Positions of line ends are found once. */
function linesOf(text: string): (position: number) => number {
  const ends: number[] = [];
  for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', at + 1)) ends.push(at);
  return (position) => {
    let low = 0;
    let high = ends.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((ends[middle] as number) < position) low = middle + 1;
      else high = middle;
    }
    return low + 1;
  };
}

function spanOf(problem: Problem, text: string, tree: Tree, walked: Walked): Span {
  const { offset } = problem.params;
  if (problem.code === 'DOC_SYNTAX' && typeof offset === 'number')
    return { from: Math.min(offset, text.length), to: Math.min(offset + 1, text.length) };
  return spanOfPath(text, problem.path, tree, walked);
}

/** A key written twice in one object: reading the text keeps the last, so what the author sees first does nothing. */
function repeatedKeys(text: string, tree: Tree, lineOf: (position: number) => number): LocatedProblem[] {
  const found: LocatedProblem[] = [];
  tree.iterate({
    enter: ({ name, node }) => {
      if (name !== 'Object') return;
      const first = new Map<string, Span>();
      for (const property of node.getChildren('Property')) {
        const key = property.getChild('PropertyName');
        if (!key) continue;
        const written = text.slice(key.from, key.to);
        const before = first.get(written);
        if (before)
          found.push({
            code: null,
            params: {},
            message: `键 ${written} 在同一处写了两次，以后一个为准`,
            level: 'warning',
            where: '',
            line: lineOf(before.from),
            path: [],
            span: before,
          });
        first.set(written, { from: key.from, to: key.to });
      }
    },
  });
  return found;
}

/** Errors first, then in the order of the text. */
export const inOrder = (a: LocatedProblem, b: LocatedProblem): number =>
  RANK[a.level] - RANK[b.level] || a.span.from - b.span.from;

/** Where problems stand in the text, `inOrder`. */
export function locate(text: string, problems: readonly Problem[]): LocatedProblem[] {
  const isSearched = text.length <= SEARCHED;
  if (problems.length === 0 && !isSearched) return [];
  const tree = parseTree(text);
  const lineOf = linesOf(text);
  const walked: Walked = new Map();
  const ranked = [...problems].sort((a, b) => RANK[a.level] - RANK[b.level]).slice(0, PLACED);
  return ranked
    .map((problem): LocatedProblem => {
      const span = spanOf(problem, text, tree, walked);
      return {
        code: problem.code,
        message: problem.message,
        params: problem.params,
        level: problem.level,
        where: formatPath(problem.path),
        line: lineOf(span.from),
        path: problem.path,
        span,
      };
    })
    .concat(isSearched ? repeatedKeys(text, tree, lineOf) : [])
    .sort(inOrder);
}

export const toDiagnostics = (problems: readonly LocatedProblem[]): Diagnostic[] =>
  problems
    .filter(({ level }) => level !== 'info')
    .map(({ span, level, message }) => ({ from: span.from, to: span.to, severity: level, message }))
    .sort((a, b) => a.from - b.from);
