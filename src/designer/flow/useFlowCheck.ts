import { useEffect, useState } from 'react';
import type { Problem } from '../../domain/problem/index.ts';
import { useServices } from '../../runtime/contexts.ts';
import { nameInTag } from '../document/xmlText.ts';
import type { LocatedProblem } from '../editor/located.ts';

/** Debounce of the check after a change of the text. */
const DEBOUNCE_MS = 400;

/** Matches the start tag of an element with an id; the group is the id. */
const START_TAG = /<(?:[\w-]+:)?[\w]+\b[^>]*?\sid="([^"]+)"[^>]*?>/g;

/** Returns the names of all elements by id; the name is '' for an element without a name. */
function namesById(text: string): Map<string, string> {
  const names = new Map<string, string>();
  for (const [startTag, id = ''] of text.matchAll(START_TAG)) names.set(id, nameInTag(startTag));
  return names;
}

/**
 * Returns the id of the element that has the problem. If the problem is in a called process, this is the element that
 * calls the process, because elements of a called process have the id `<id of the calling element>.<own id>`. '' if the
 * problem concerns the whole process.
 */
export function elementIdOf({ path }: Pick<Problem, 'path'>, names: ReadonlyMap<string, string>): string {
  const ids = path.map((part) => String(part).split('.')[0] ?? '');
  return ids.findLast((part) => names.has(part)) ?? '';
}

export interface FlowProblem extends LocatedProblem {
  /** The id of the element; '' for the whole process. */
  elementId: string;
}

/** Adds to each problem the element that it concerns; the most severe problems come first. */
export function locateFlowProblems(text: string, problems: readonly Problem[]): FlowProblem[] {
  const names = namesById(text);
  const rank = { error: 0, warning: 1, info: 2 };
  return problems
    .map((problem): FlowProblem => {
      const elementId = elementIdOf(problem, names);
      return {
        code: problem.code,
        message: problem.message,
        params: problem.params,
        level: problem.level,
        locationText: names.get(elementId) || elementId,
        line: null,
        path: problem.path,
        span: { from: 0, to: 0 },
        elementId,
      };
    })
    .sort((a, b) => rank[a.level] - rank[b.level]);
}

/**
 * Checks a process on the server after each change (debounced), together with called processes and forms that use the
 * process.
 */
export function useFlowCheck(
  key: string,
  text: string,
  formKey: string,
): { problems: readonly FlowProblem[]; isChecking: boolean } {
  const services = useServices();
  const [lastCheck, setLastCheck] = useState<{ input: string; problems: readonly FlowProblem[] }>({
    input: '',
    problems: [],
  });
  const input = `${formKey}\n${text}`;
  useEffect(() => {
    if (lastCheck.input === input) return undefined;
    let isCurrent = true;
    const timer = setTimeout(() => {
      services.flows.check(key, text, formKey || undefined).then(
        (problems) => {
          if (isCurrent) setLastCheck({ input, problems: locateFlowProblems(text, problems) });
        },
        // a failed request shows no message: the process is checked again when it is published
        () => {
          if (isCurrent) setLastCheck((before) => ({ ...before, input }));
        },
      );
    }, DEBOUNCE_MS);
    return () => {
      isCurrent = false;
      clearTimeout(timer);
    };
  }, [services, key, text, formKey, input, lastCheck.input]);
  return { problems: lastCheck.problems, isChecking: lastCheck.input !== input };
}
