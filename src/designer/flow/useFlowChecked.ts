import { useEffect, useState } from 'react';
import type { Problem } from '../../domain/problem/index.ts';
import { useServices } from '../../runtime/contexts.ts';
import type { LocatedProblem } from '../editor/located.ts';

/** Milliseconds of quiet before the text is checked. */
const QUIET = 400;

const NAMED = /<(?:[\w-]+:)?[\w]+\b[^>]*?\sid="([^"]+)"[^>]*?>/g;

/** Names of elements by their ids, as far as the text has them. */
function namesIn(text: string): Map<string, string> {
  const names = new Map<string, string>();
  for (const match of text.matchAll(NAMED)) names.set(match[1] as string, /\sname="([^"]*)"/.exec(match[0])?.[1] ?? '');
  return names;
}

/** The element that a problem is about: of a called process the activity that calls it; '' for the process as a whole. */
export function elementOf({ path }: Pick<Problem, 'path'>, names: ReadonlyMap<string, string>): string {
  const ids = path.map((part) => String(part).split('.')[0] ?? '');
  return ids.findLast((part) => names.has(part)) ?? '';
}

export interface FlowProblem extends LocatedProblem {
  element: string;
}

export function locateFlow(text: string, problems: readonly Problem[]): FlowProblem[] {
  const names = namesIn(text);
  const rank = { error: 0, warning: 1, info: 2 };
  return problems
    .map((problem): FlowProblem => {
      const element = elementOf(problem, names);
      return {
        code: problem.code,
        message: problem.message,
        params: problem.params,
        level: problem.level,
        where: names.get(element) || element,
        line: null,
        path: problem.path,
        span: { from: 0, to: 0 },
        element,
      };
    })
    .sort((a, b) => rank[a.level] - rank[b.level]);
}

/** Has the server check a process a moment after it was changed: with its calls, and with the forms that use it. */
export function useFlowChecked(
  key: string,
  text: string,
  formKey: string,
): { problems: readonly FlowProblem[]; isChecking: boolean } {
  const services = useServices();
  const [checked, setChecked] = useState<{ of: string; problems: readonly FlowProblem[] }>({ of: '', problems: [] });
  const wanted = `${formKey}\n${text}`;
  useEffect(() => {
    if (checked.of === wanted) return undefined;
    let isWanted = true;
    const timer = setTimeout(() => {
      services.flows.check(key, text, formKey || undefined).then(
        (problems) => {
          if (isWanted) setChecked({ of: wanted, problems: locateFlow(text, problems) });
        },
        // publishing checks again: without an answer nothing is known to be wrong
        () => {
          if (isWanted) setChecked((before) => ({ ...before, of: wanted }));
        },
      );
    }, QUIET);
    return () => {
      isWanted = false;
      clearTimeout(timer);
    };
  }, [services, key, text, formKey, wanted, checked.of]);
  return { problems: checked.problems, isChecking: checked.of !== wanted };
}
