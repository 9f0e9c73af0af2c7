import type { Diagnostic } from '@codemirror/lint';
import type { Tree } from '@lezer/common';
import { type ErrorCode, type Path, type Problem, formatPath } from '../../domain/problem/index.ts';
import { parseTree, spanOfPath, type Span, type ElementCache } from './jsonPosition.ts';

/** A problem with its position in the text. */
export interface LocatedProblem {
  /** Null for problems that are visible only in the text (duplicate keys). */
  code: ErrorCode | null;
  message: string;
  /** Parameters of the message. */
  params: Problem['params'];
  level: Problem['level'];
  /** The path as text, or in a process the name of the element; '' for the document itself. */
  locationText: string;
  /** The line number from 1; null for problems that are located by names: in a process or on a canvas. */
  line: number | null;
  path: Path;
  span: Span;
}

const LEVEL_RANK: Readonly<Record<Problem['level'], number>> = { error: 0, warning: 1, info: 2 };

/** Maximum number of problems that are located; further problems are only counted. */
const MAX_LOCATED = 2000;

/**
 * Maximum length, in characters, of a text in which duplicate keys are searched. In longer texts the search takes
 * seconds.
 */
const MAX_SEARCHED_LENGTH = 1_000_000;

/** Returns a function that converts a position to its line number (from 1). */
function createLineIndex(text: string): (position: number) => number {
  const lineEnds: number[] = [];
  for (let end = text.indexOf('\n'); end !== -1; end = text.indexOf('\n', end + 1)) lineEnds.push(end);
  return (position) => {
    let low = 0;
    let high = lineEnds.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((lineEnds[middle] as number) < position) low = middle + 1;
      else high = middle;
    }
    return low + 1;
  };
}

function spanOf(problem: Problem, text: string, tree: Tree, cache: ElementCache): Span {
  const { offset } = problem.params;
  if (problem.code === 'DOC_SYNTAX' && typeof offset === 'number')
    return { from: Math.min(offset, text.length), to: Math.min(offset + 1, text.length) };
  return spanOfPath(text, problem.path, tree, cache);
}

/** Returns warnings for duplicate keys in an object, because JSON.parse uses only the last of them. */
function duplicateKeys(text: string, tree: Tree, lineOf: (position: number) => number): LocatedProblem[] {
  const problems: LocatedProblem[] = [];
  tree.iterate({
    enter: ({ name, node }) => {
      if (name !== 'Object') return;
      const spanByKey = new Map<string, Span>();
      for (const property of node.getChildren('Property')) {
        const key = property.getChild('PropertyName');
        if (!key) continue;
        const keyText = text.slice(key.from, key.to);
        const earlierSpan = spanByKey.get(keyText);
        if (earlierSpan)
          problems.push({
            code: null,
            params: {},
            message: `键 ${keyText} 在同一处写了两次，以后一个为准`,
            level: 'warning',
            locationText: '',
            line: lineOf(earlierSpan.from),
            path: [],
            span: earlierSpan,
          });
        spanByKey.set(keyText, { from: key.from, to: key.to });
      }
    },
  });
  return problems;
}

/** Compares two problems for sorting: errors first, then by position in the text. */
export const compareProblems = (a: LocatedProblem, b: LocatedProblem): number =>
  LEVEL_RANK[a.level] - LEVEL_RANK[b.level] || a.span.from - b.span.from;

/** Locates problems in the text, and adds warnings for duplicate keys. Sorted by `compareProblems`. */
export function locateProblems(text: string, problems: readonly Problem[]): LocatedProblem[] {
  const searchesDuplicateKeys = text.length <= MAX_SEARCHED_LENGTH;
  if (problems.length === 0 && !searchesDuplicateKeys) return [];
  const tree = parseTree(text);
  const lineOf = createLineIndex(text);
  const cache: ElementCache = new Map();
  const sortedProblems = [...problems].sort((a, b) => LEVEL_RANK[a.level] - LEVEL_RANK[b.level]).slice(0, MAX_LOCATED);
  return sortedProblems
    .map((problem): LocatedProblem => {
      const span = spanOf(problem, text, tree, cache);
      return {
        code: problem.code,
        message: problem.message,
        params: problem.params,
        level: problem.level,
        locationText: formatPath(problem.path),
        line: lineOf(span.from),
        path: problem.path,
        span,
      };
    })
    .concat(searchesDuplicateKeys ? duplicateKeys(text, tree, lineOf) : [])
    .sort(compareProblems);
}

/** Converts problems to diagnostics of the code editor; notes are left out. */
export const toDiagnostics = (problems: readonly LocatedProblem[]): Diagnostic[] =>
  problems
    .filter(({ level }) => level !== 'info')
    .map(({ span, level, message }) => ({ from: span.from, to: span.to, severity: level, message }))
    .sort((a, b) => a.from - b.from);
